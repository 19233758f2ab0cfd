"""Limits of adults say nothing of children, and RR after a vital sign is the respiratory rate."""

from __future__ import annotations

import pytest

from osler.core.language import analyse
from osler.core.patient import abnormal_values, read_patient


def _found(note: str) -> set[str]:
    return {value.name for value in abnormal_values(analyse(note))}


@pytest.mark.parametrize(
    "note",
    [
        "4 yo girl, runny nose. Pulse 112, RR 26, T 37.1.",
        "Toddler with a cough. HR 118 RR 28 SpO2 99%",
        "5 year old boy. Heart rate 105 (RR 22).",
        "Baby girl, 5/52. Pulse 140, RR 44, platelets 480.",
        "Neonate on the postnatal ward, Hb 185 g/L, bilirubin 140 umol/L, WBC 17.",
        "Newborn, 6 hours old. Glucose 2.7 mmol/L.",
        "Infant with eczema. Lactate 2.6 mmol/L, INR 1.5, Hb 99 g/L",
    ],
)
def test_ordinary_values_of_children_are_no_findings(note: str) -> None:
    assert _found(note) == set()


@pytest.mark.parametrize(
    ("note", "name"),
    [
        ("Baby boy, 3/52. Respiratory rate 72.", "Tachypnea"),
        ("Infant with vomiting. Glucose 1.4 mmol/L.", "Hypoglycemia"),
        ("Man. HR 118 RR 18-20.", "Tachycardia"),
        ("Boy of 15. Arm span 188 cm, height 176 cm.", "Increased arm span"),
        ("Arm span to height ratio 1.08.", "Increased arm span"),
        ("At 14 years he is 184 cm tall, well above the 99.6th centile.", "Tall stature"),
        ("45 yo man. ALT 80 (RR 10-40).", "Elevated circulating alanine aminotransferase concentration"),
        ("She was delivered of a healthy baby. Pulse 124.", "Tachycardia"),
        ("10-day-old boy. Glucose 2.4 mmol/L.", "Hypoglycemia"),
        ("3-month-old boy. Lactate 6.1 mmol/L.", "Increased circulating lactate concentration"),
        ("Boy of 2. APTT 92 s, PT normal.", "Prolonged partial thromboplastin time"),
        ("30-year-old woman. APTT 78, INR 1.0.", "Prolonged partial thromboplastin time"),
    ],
)
def test_values_beyond_the_limit_of_the_age_are_findings(note: str, name: str) -> None:
    assert name in _found(note)


@pytest.mark.parametrize(
    ("note", "years", "sex"),
    [
        ("Baby 6/52, F. Referred with a murmur.", 6 * 7 / 365.25, "female"),
        ("7/12 M with cough.", 7 / 12, "male"),
        ("SCBU. Preterm male, day 9 of life, on CPAP.", 9 / 365.25, "male"),
        ("Newborn d3, cleft palate.", 3 / 365.25, None),
        ("Metabolic clinic 9F. Ectopia lentis.", 9.0, "female"),
    ],
)
def test_ages_in_shorthand(note: str, years: float, sex: str | None) -> None:
    about = analyse(note).about
    assert about.age_years is not None
    assert about.age_years.value == pytest.approx(years, abs=1e-3)
    assert (about.sex.value if about.sex else None) == sex


@pytest.mark.parametrize("note", ["Seizures on day 3 of life.", "Foley 14F placed.", "Baby day 5 of antibiotics."])
def test_what_is_no_age(note: str) -> None:
    assert analyse(note).about.age_years is None


@pytest.mark.parametrize(
    ("note", "found"),
    [
        ("Man of 34. Pale, spleen 14 cm below the costal margin, liver 6 cm.", {"Splenomegaly", "Hepatomegaly"}),
        ("Man of 34. Liver palpable 1 cm below the costal margin.", set()),
        ("Man of 34. Liver with a 3 cm cyst, spleen palpable.", set()),
        ("Infant of 4 months. Liver 3 cm below the costal margin.", set()),
        ("Girl of 6. Walked at 26 months, first words at 2 1/2 years.",
         {"Delayed ability to walk", "Delayed speech and language development"}),
        ("Girl of 6. Walked at 13 months. Her brother walked at 26 months.", set()),
        ("Man of 34. Creatinine             95 umol/L   62-90", {"Elevated circulating creatinine concentration"}),
        ("Man of 34. Platelets 92 G/L", {"Thrombocytopenia"}),
        ("Girl of 14. Visual acuity 6/36 right, 6/24 left.", {"Reduced visual acuity"}),
        ("Girl of 14. VA 6/6 both eyes, vision 20/30.", set()),
    ],
)  # fmt: skip
def test_what_is_felt_reached_late_or_beyond_a_columns_range_is_a_finding(note: str, found: set[str]) -> None:
    assert _found(note) == found


def test_the_arms_of_an_ordinary_body_are_no_finding() -> None:
    assert _found("Arm span 178 cm, height 176 cm.") == set()


def test_a_boy_of_fifteen_is_himself_no_child_of_the_patient() -> None:
    record = read_patient("A 15-year-old boy, height 174 cm.", format="note").record
    assert [one.quantity.value for one in record.observations if one.quantity] == [174.0]
