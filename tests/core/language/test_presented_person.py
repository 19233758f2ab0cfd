"""Tests of the age and sex that stand behind the name of whom a note presents."""

from __future__ import annotations

import pytest

from osler.core.language.presented_person import presented_person
from osler.core.patient import read_patient

PRESENTED = [
    ("Thank you for seeing Rohan, 15 y, Class X.", 15.0, None),
    ("Dear Dr Beaumont, thanks for looking after Callum (22, M), homozygous.", 22.0, "male"),
    ("Derm OPD          11.08.14\nGary Tolland  M  36  carpenter", 36.0, "male"),
    ("Seen: Ben Oyelaran, 34, physiotherapist.", 34.0, None),
    ("Many thanks for seeing Mrs Anne Poole (54), who has had a cough.", 54.0, None),
    ("Pt: K.L., 28/M. c/o abdominal pain", 28.0, "male"),
    ("Tomasz K. - 50 - bricklayer.", 50.0, None),
    ("Walter Braun / 77 / male / lives alone", 77.0, "male"),
    ("Referral: Chidinma Okafor, 29, F, teacher", 29.0, "female"),
    ("Thank you for reviewing this lady, 38, P2.", 38.0, None),
    ("Baby Tom, 2 and a half, was brought by his mother.", 2.5, None),
    ("Sam Reed (DOB not given), 45, attended.", 45.0, None),
]
NOBODY = [
    "Dear Dr Jones, thank you for seeing Mrs Hall. She lives with Tom, 8, and Ana, 5.",
    "Copy to Dr Anne Hill, 12, High Street.",
    "Seen with her mother Joan, 62, today.",
    "Ward: Victoria, 4. Fever.",
    "CHA2DS2: Will, 2, points",
    "Mr Paul Low, 3 weeks post op, is well.",
]


@pytest.mark.parametrize(("note", "years", "sex"), PRESENTED)
def test_the_fields_behind_a_name_tell_age_and_sex(note: str, years: float, sex: str | None) -> None:
    found = presented_person(note)
    assert found.years is not None
    assert found.years[0] == years
    assert (found.sex[0] if found.sex else None) == sex


@pytest.mark.parametrize("note", NOBODY)
def test_no_number_behind_another_name_is_an_age(note: str) -> None:
    assert presented_person(note).years is None


def test_months_count_and_pronouns_before_a_relative_are_the_patients() -> None:
    note = "Thank you for Mateo, 6 years 4 months. He eats well and he sleeps. His mother says that she worries."
    person = read_patient(note, "note").record
    assert person.age_at(None) == pytest.approx(6.33, abs=0.01)
    assert person.demographics.sex == "male"
