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


@pytest.mark.parametrize(
    "message",
    [
        "my dad collapsed",
        "call an ambulance, my dad collapsed",
        "mum collapsed in the kitchen just now",
        "a man has collapsed in the street",
        "My husband has locked himself in with a rope.",
        "He used to have migraines. This one came like a bang two hours ago and he can't bend his neck.",
        "Core temperature 29 degrees",
        "grandpa is slumped over and his left arm just hangs there",
        "slumped in his chair and not answering",
    ],
)
def test_what_was_missed_before_is_urgent(message: str) -> None:
    assert urgent(red_flags(note=message))


@pytest.mark.parametrize(
    "message",
    [
        "my mum collapsed last year",
        "he collapsed in 2019 and has been well since",
        "he has a collapsed lung from 2018",
        "Straight leg raise 30 degrees on the left. Otherwise well.",
        "The visual angle is 40 degrees.",
        "She knows that vomiting with ketones over 3 means coming straight to hospital. Type 1 diabetes, well.",
        "Cerebral aneurysm coiled 2015. Backache after gardening, better now.",
    ],
)
def test_what_was_taken_for_an_emergency_is_none(message: str) -> None:
    assert not urgent(red_flags(note=message))
