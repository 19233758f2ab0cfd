"""A glucose without a unit is decided by the note, and where the note is silent it orders nothing."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent


def _rules(note: str) -> set[str]:
    return {flag.rule_id for flag in urgent(red_flags(note=note))}


@pytest.mark.parametrize("value", [26, 31, 34, 38, 45, 49, 60, 75])
def test_with_acidosis_it_is_a_high_sugar_at_every_value(value: int) -> None:
    found = _rules(f"9-year-old, vomiting. Glucose {value}, pH 7.05, bicarbonate 5.")
    assert "hyperglycaemic-crisis" in found
    assert not found & {"low-glucose", "glucose-without-unit"}


@pytest.mark.parametrize(
    "note",
    ["Collapsed at home. Glucose 34.", "30F, found unwell. Blood sugar 41."],
)
def test_where_the_note_tells_nothing_both_are_said_and_no_glucose_is_ordered(note: str) -> None:
    found = _rules(note)
    assert "glucose-without-unit" in found
    assert "low-glucose" not in found


@pytest.mark.parametrize(
    "note",
    [
        "Jittery newborn, 3 hours old, glucose 28.",
        "Sugar is low, 42, after too much insulin, drowsy.",
        "Glucose 38, earlier 210 mg/dL on the meter.",
        "Glucose 2.1, drowsy.",
        "Type 1, shaky. Glucose 40.",
        "Glucose 38 mg/dL.",
    ],
)
def test_a_low_sugar_that_the_note_speaks_for_is_one(note: str) -> None:
    found = _rules(note)
    assert "low-glucose" in found
    assert not found & {"glucose-without-unit", "hyperglycaemic-crisis"}


@pytest.mark.parametrize(
    "note",
    [
        "8-year-old with type 1 diabetes, well. Blood glucose 18 before breakfast, ketones 0.2.",
        "12 y, type 1 diabetes, glucose 17 after pizza, ketones negative.",
        "Glucose 88, fasting.",
    ],
)
def test_a_high_sugar_without_ketones_and_a_normal_one_are_not_urgent(note: str) -> None:
    assert not _rules(note)
