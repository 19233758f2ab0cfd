"""Raised potassium, headaches of raised pressure, repeated values, lessons for everybody and a fontanelle that does not bulge."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent


def _ids(note: str) -> set[str]:
    return {flag.rule_id for flag in red_flags(note=note)}


@pytest.mark.parametrize("note", ["K 6.2, eGFR 20, on ramipril, feels well.", "Potassium 6.4 in a routine sample."])
def test_a_moderately_raised_potassium_is_warned_of(note: str) -> None:
    assert "raised-potassium" in _ids(note)
    assert not urgent(red_flags(note=note))


@pytest.mark.parametrize(
    ("note", "expected"),
    [("Potassium 5.3, CKD 3, unchanged.", set()), ("Potassium 7.2, feels well.", {"high-potassium"})],
)
def test_other_potassium_is_not(note: str, expected: set[str]) -> None:
    assert _ids(note) == expected


@pytest.mark.parametrize(
    "note",
    [
        "Headaches for two months, worst when she stoops or coughs.",
        "New headaches over 5 weeks, worse on waking and on coughing.",
        "Morning headaches with vomiting for 6 weeks in a boy of 8.",
        "The optician saw swollen discs on both sides, daily headache.",
        "Optic disc oedema was seen at a sight test.",
    ],
)
def test_a_headache_of_raised_pressure_is_warned_of(note: str) -> None:
    assert "headache-of-raised-pressure" in _ids(note)


@pytest.mark.parametrize(
    "note",
    [
        "Headache for years, not worse on coughing, optic discs normal.",
        "Tension headache, worse at the end of the working day.",
        "Back pain, MRI shows a swollen disc at L4.",
    ],
)
def test_another_headache_is_not(note: str) -> None:
    assert "headache-of-raised-pressure" not in _ids(note)


def test_a_repeated_number_is_that_of_the_measure_named_last() -> None:
    found = _ids("Day 4 baby, vomiting. Glucose 3.4 mmol/L. Ammonia 714 µmol/L, repeated 802. Ketones absent.")
    assert "high-ammonia" in found
    assert "hyperglycaemic-crisis" not in found
    assert "high-potassium" not in _ids("Potassium 7.1 (haemolysed), repeat 4.4, sodium 138.")


@pytest.mark.parametrize(
    "text",
    [
        "Article for the newsletter: sudden weakness of one arm and slurred speech are the signs of a stroke, act FAST.",
        "Poster for the waiting room: crushing chest pain with sweating can mean a heart attack. Dial 999.",
        "Parish bulletin, health corner: a rash that does not fade, fever and a stiff neck point to meningitis.",
        "Lip swelling and trouble breathing after nuts are the warning signs of anaphylaxis.",
    ],
)
def test_a_lesson_for_everybody_reports_nobody(text: str) -> None:
    assert not urgent(red_flags(note=text))


@pytest.mark.parametrize(
    "text",
    [
        "Slurred speech and a weak right arm since this morning, signs of a stroke.",
        "There are signs of sepsis: BP 74/40, mottled, confused.",
        "Posted on the ward: she has crushing chest pain and is grey.",
    ],
)
def test_a_report_is_no_lesson(text: str) -> None:
    assert urgent(red_flags(note=text))


def test_a_fontanelle_that_is_full_and_does_not_bulge() -> None:
    assert "meningitis-pattern" not in _ids("Baby of 4 days, vomited. Fontanelle full but not bulging.")
    assert "meningitis-pattern" in _ids("Baby of 6 weeks, 38.9, vomited. Fontanelle full and bulging.")
