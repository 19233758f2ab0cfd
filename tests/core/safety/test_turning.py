"""A sentence that turns: from others to the speaker, and from what was to what is now."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent


@pytest.mark.parametrize(
    "message",
    [
        "Her sister died last year and she took 40 tablets tonight",
        "He lost his job in 2022 and has taken an overdose this evening",
        "Dad died of a heart attack in 2010, I have crushing chest pain since this morning",
        "My husband died in 2010, I have crushing chest pain since this morning",
        "I moved here last year and I have crushing chest pain right now",
        "My mother had a stroke in 2015 and now my face is drooping",
    ],
)
def test_what_began_today_is_urgent_whatever_stood_before_it(message: str) -> None:
    assert urgent(red_flags(note=message))


@pytest.mark.parametrize(
    "message",
    [
        "My mother had a stroke in 2015, I am well and here for a repeat prescription",
        "Her sister had sepsis in 2019 and she is well today",
        "He had a heart attack in 2014 and he walks two miles now without pain",
        "In 2012 she was admitted with meningitis and she is now at school",
        "Dad had chest pain last night and he went to hospital, my knee aches",
        "My uncle had a stroke; I feel fine",
        "He lost consciousness in 2018, and he has had no events since, now for review",
    ],
)
def test_what_was_is_not_made_urgent_by_a_now_behind_it(message: str) -> None:
    assert not urgent(red_flags(note=message))
