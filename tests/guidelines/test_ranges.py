"""Parts of an hour are times, and a value within a range of its source uses the rule for that range."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence

_START = SourceText("s", "Vital signs should be taken 15 minutes after the start of each unit.")
_TROUGH = SourceText("g", "If the gentamicin trough is 1 to 2 mg/L, the interval should be lengthened by 12 hours.")
_WEIGHT = SourceText(
    "w", "Adults with a CHADS score of 2 or more should receive warfarin. Apixaban should be halved at 60 kg or less."
)


@pytest.mark.parametrize(
    ("said", "faithful"),
    [
        ("Vital signs should be taken a quarter of an hour after the start of each unit.", True),
        ("Vital signs should be taken three quarters of an hour after the start of each unit.", False),
        ("Vital signs should be taken inside an hour of the start of each unit.", False),
    ],
)
def test_parts_of_an_hour_are_times(said: str, faithful: bool) -> None:
    assert bool(check_sentence(said, [_START], bundled_vocabularies())) is not faithful


@pytest.mark.parametrize(
    ("value", "faithful"), [("1.5 mg/L", True), ("1.2 mg/L", True), ("0.4 mg/L", False), ("2.6 mg/L", False)]
)
def test_a_value_within_a_range_uses_the_rule_for_the_range(value: str, faithful: bool) -> None:
    said = f"With a gentamicin trough of {value}, the interval should be lengthened by 12 hours."
    assert bool(check_sentence(said, [_TROUGH], bundled_vocabularies())) is not faithful


def test_a_value_with_a_unit_is_held_against_limits_of_that_unit() -> None:
    said = "Since the adult weighs 55 kg, apixaban should be halved."
    assert not check_sentence(said, [_WEIGHT], bundled_vocabularies())
