"""Emergencies that a value and a sign make together, by age."""

from __future__ import annotations

import pytest

from osler.core.safety import PatientContext, Severity, red_flags


def _urgent(note: str, age_years: float | None) -> set[str]:
    flags = red_flags(note=note, context=PatientContext(age_years=age_years))
    return {flag.rule_id for flag in flags if flag.severity is Severity.URGENT}


@pytest.mark.parametrize(
    ("note", "age_years", "rule_id"),
    [
        ("Becker dystrophy, sleepy since morning. Capillary gas: pCO2 9.1 kPa, pH 7.27.", 13, "hypercapnic-failure"),
        ("Boy with DMD, drowsy. ABG pCO2 68 pH 7.25.", 14, "hypercapnic-failure"),
        ("Jaundiced to the soles, SBR 400 umol/L, shrill cry.", 6 / 365.25, "bilirubin-encephalopathy"),
        ("Serum bilirubin 385 umol/L and opisthotonus.", 5 / 365.25, "bilirubin-encephalopathy"),
        ("Known VLCAD deficiency. Off food and vomiting since breakfast.", 3, "metabolic-decompensation"),
        ("Propionic acidaemia. Refusing bottles, lethargic.", 0.9, "metabolic-decompensation"),
        ("Stopped walking yesterday, soiled himself, legs floppy, lost knee reflexes.", 4, "progressive-weakness"),
        ("Jittery. Blood glucose 1.7 mmol/L.", 1 / 365.25, "low-glucose"),
        ("Blood glucose 3.0 mmol/L, drowsy.", 6 / 365.25, "low-glucose"),
        ("Blood glucose 3.5 mmol/L, drowsy.", 40, "low-glucose"),
        ("CBG 2 and sweating, type 1 diabetes.", 40, "low-glucose"),
        ("SpO2 84%, chronic bronchitis, breathless.", 60, "hypoxia"),
        ("SpO2 84%, COPD for 10 years, breathless.", 60, "hypoxia"),
        ("Target sats 88-92%, currently 80%.", 60, "hypoxia"),
    ],
)
def test_is_urgent(note: str, age_years: float, rule_id: str) -> None:
    assert rule_id in _urgent(note, age_years)


@pytest.mark.parametrize(
    ("note", "age_years"),
    [
        ("Discharge check. Glucose 3.8 mmol/L, sleepy after her bottle. Slightly jaundiced.", 2.5 / 365.25),
        ("Routine. Glucose 2.6 mmol/L, feeding well.", 0.5 / 365.25),
        ("COPD, usual pCO2 7.0 kPa, pH 7.38, well.", 70),
        ("Propionic acidaemia, annual review, thriving.", 5),
        ("Bilirubin 180 umol/L, feeding well.", 4 / 365.25),
        ("Saturation stable at 91 % on air for years.", 60),
        ("Sats 88-92% (target) on home oxygen, COPD, well.", 60),
    ],
)
def test_is_not_urgent(note: str, age_years: float) -> None:
    assert _urgent(note, age_years) == set()
