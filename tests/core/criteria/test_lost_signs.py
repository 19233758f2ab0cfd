"""Limits whose sign a registry lost, and which end of a measure was meant."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("Creatinine = 2 mg/dl", "exclusion", "Creatinine >= 2 mg/dl"),
        ("Creatinine = 2 mg/dl", "inclusion", "Creatinine <= 2 mg/dl"),
        ("Platelets = 100000/µL", "inclusion", "Platelets >= 100000 /µl"),
        ("Haemoglobin = 9 g/dL", "exclusion", "Haemoglobin <= 9 g/dl"),
        ("Creatinine clearance = 60 ml/min", "inclusion", "Creatinine clearance >= 60 ml/min"),
        ("ALT = 3 x ULN", "inclusion", "ALT <= 3 x ULN"),
        ("Adequate renal function (eGFR = 60 ml/min)", "inclusion",
         "Adequate renal function and eGFR >= 60 ml/min"),
        ("Renal impairment (eGFR = 30 ml/min)", "inclusion", "Renal impairment meaning eGFR <= 30 ml/min"),
        ("= 3 seizures within 12 months", "inclusion", "seizures >= 3 within 12 months"),
        ("Time from onset to treatment = 6 hours", "inclusion", "Time from onset to treatment <= 6 hours"),
        ("Age = 50 years", "inclusion", "age >= 50 years"),
        ("ECOG = 2", "inclusion", "ECOG performance status <= 2"),
        ("Asthma for = 4 weeks", "inclusion", "Asthma for 4 weeks"),
        ("Haemoglobin less than or equal to [<=] 9 g/dL", "exclusion", "Haemoglobin <= 9 g/dl"),
        ("ALT 3 times the upper limit of normal", "exclusion", "ALT >= 3 x ULN"),
        ("Osteoarthritis (> Tonnis grade 1)", "exclusion", "Osteoarthritis meaning Tonnis grade > 1"),
        ("Severe anaemia (Hb 7 g/dl)", "exclusion", "Severe anaemia meaning Hb <= 7 g/dl"),
        ("BMI for age > 85th percentile", "inclusion", "BMI for age > 85th percentile"),
        ("No creatinine = 2 mg/dl", "inclusion", "no creatinine >= 2 mg/dl"),
    ],
)  # fmt: skip
def test_an_equality_is_the_limit_that_was_meant(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("CDR = 0", "inclusion", "Clinical Dementia Rating = 0"),
        ("ECOG = 1 or ECOG = 2", "inclusion", "ECOG performance status = 1 or ECOG performance status = 2"),
        ("Fasting LDL-C = 160 mg/dL", "inclusion", "Fasting LDL-C = 160 mg/dl"),
        ("Killip class 4", "exclusion", "Killip class = 4"),
        ("Weekly dose of = 50 mL", "inclusion", "Weekly dose = 50 ml"),
        ("Ejection fraction = 40 %", "inclusion", "Ejection fraction = 40 %"),
    ],
)
def test_an_equality_whose_end_nothing_tells_stays_one(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


def test_a_number_of_deviations_is_no_age_and_no_pressure() -> None:
    text = "Shock, defined as systolic blood pressure more than 2 standard deviations below the mean for age"
    assert render(parse_criterion(text, kind="exclusion")) == text
