"""A number behind a word of time is a year; a number behind "up to" was reached, unless it is what is allowed."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent


@pytest.mark.parametrize(
    "asked",
    [
        "glucose between 2015 and 2017?",
        "ammonia in 2015",
        "what was my glucose from 2015 to 2017",
        "lowest potassium since 2019",
    ],
)
def test_a_year_is_no_value(asked: str) -> None:
    assert not red_flags(note=asked)


@pytest.mark.parametrize(
    "note",
    [
        "Glucose up to 34 mmol/L, vomiting, drowsy.",
        "His sugar has gone up to 34 and he is drowsy.",
        "K up to 7.2, weak.",
    ],
)
def test_what_a_value_went_up_to_is_its_value(note: str) -> None:
    assert urgent(red_flags(note=note))


@pytest.mark.parametrize(
    "note",
    [
        "A glucose up to 34 mmol/L may be seen in DKA.",
        "Potassium up to 6.6 can be accepted in dialysis patients before the session.",
    ],
)
def test_what_is_allowed_is_nobodys_value(note: str) -> None:
    assert not urgent(red_flags(note=note))


@pytest.mark.parametrize(
    "said",
    [
        "her face is drooping",
        "has she had a stroke, her face is drooping",
        "mum's face has drooped and I think she had a stroke",
    ],
)
def test_a_face_that_droops_now_is_a_stroke(said: str) -> None:
    assert "stroke-pattern" in {flag.rule_id for flag in urgent(red_flags(note=said))}


@pytest.mark.parametrize(
    "said",
    [
        "My face is drooping since birth.",
        "Her face is drooping since her stroke in 2012.",
        "Both eyelids are drooping.",
    ],
)
def test_a_face_that_has_long_drooped_is_none(said: str) -> None:
    assert not urgent(red_flags(note=said))
