"""Relatives of whom one statement speaks together, and the age of today as letters put it."""

from __future__ import annotations

import pytest

from osler.core.patient import read_patient


@pytest.mark.parametrize(
    ("text", "relatives"),
    [
        ("Her father and sister have nosebleeds too.", {"father", "sister"}),
        ("Her mother and her maternal grandfather have ectopia lentis.", {"mother", "maternal grandfather"}),
        ("His father, uncle and brother have hypertension.", {"father", "uncle", "brother"}),
        ("Mother and father are healthy, brother has epilepsy.", {"brother"}),
        ("Mums dad was deaf.", {"maternal grandfather"}),
        ("The father of the patient's mother had kidney stones.", {"maternal grandfather"}),
        ("His sister's son is deaf.", {"nephew"}),
        ("A brother of the father has ataxia.", {"paternal uncle"}),
        ("A cousin on her mother's side has muscular dystrophy.", {"cousin"}),
        ("Deafness in her mother's family.", {None}),
    ],
)
def test_each_of_them_has_it(text: str, relatives: set[str | None]) -> None:
    record = read_patient(f"Woman of 40. {text}", format="note").record
    assert {fact.relation for fact in record.family_history} == relatives


@pytest.mark.parametrize(
    ("text", "age", "sex"),
    [
        ("Metabolic clinic. Male infant aged 4 months with hypotonia.", 4 / 12, "male"),
        ("Term girl, now 6 weeks, well.", 42 / 365.25, "female"),
        ("Girl, 3 years and 2 months. Seizures.", 3 + 2 / 12, "female"),
        ("He has ataxia. The patient, now aged 17, has ataxia.", 17, "male"),
        ("A 2½-year-old lad with hypotonia.", 2.5, "male"),
        ("Little chap of 6 weeks with jaundice.", 42 / 365.25, "male"),
        ("This 14-month-old lass has a rash.", 14 / 12, "female"),
        ("She is now 12 and has a rash.", 12, "female"),
    ],
)
def test_the_age_of_today(text: str, age: float, sex: str) -> None:
    record = read_patient(text, format="note").record
    assert record.age_at() == pytest.approx(age, abs=0.01)
    assert record.demographics.sex == sex
    assert all(fact.time is None for fact in record.phenotypes)


@pytest.mark.parametrize(
    ("text", "of_patient", "of_family"),
    [
        ("Nobody in the family has epilepsy.", set(), {"absent"}),
        ("No one in his family has epilepsy.", set(), {"absent"}),
        ("No one else at home has epilepsy.", set(), set()),
        ("No one knows why he has epilepsy.", {"present"}, set()),
    ],
)
def test_what_nobody_has(text: str, of_patient: set[str], of_family: set[str]) -> None:
    record = read_patient(text, format="note").record
    assert {one.presence.value for one in record.phenotypes} == of_patient
    assert {one.presence.value for one in record.family_history} == of_family
