"""Values that nobody can have, values of now behind those of before, and the ranges of the laboratory."""

from __future__ import annotations

import pytest

from osler.core.patient import ReadResult, read_patient
from osler.core.patient.types import Observation

NOTE = "6 May 2024. 58-year-old woman. "


def read(said: str) -> ReadResult:
    return read_patient(NOTE + said, format="note")


def values(said: str, measure: str) -> list[Observation]:
    return [one for one in read(said).record.observations if one.has_code(measure)]


@pytest.mark.parametrize(
    ("said", "measure"),
    [
        ("eGFR -5 mL/min.", "LAB:egfr"),
        ("Creatinine −68 umol/L.", "LAB:creatinine"),
        ("Platelets: -40 x10^9/L.", "LAB:platelets"),
        ("HbA1c 900 %.", "LAB:hba1c"),
        ("SpO2 140 %.", "LAB:spo2"),
        ("Temperature 89 C.", "LAB:temperature"),
        ("Potassium 52 mmol/L.", "LAB:potassium"),
        ("GCS 19.", "LAB:gcs"),
    ],
)
def test_a_value_that_cannot_be_is_told(said: str, measure: str) -> None:
    result = read(said)
    if "-" in said or "−" in said:
        assert not [one for one in result.record.observations if one.has_code(measure)]
    problem = next(one for one in result.problems if one.code == "input.contradictory")
    assert said.split()[0].strip(":") in problem.message


@pytest.mark.parametrize(
    ("said", "measure", "value"),
    [
        ("HR -88, BP -120/80, Temp -37.2.", "LAB:heart_rate", 88),
        ("Hb - 9.8 g/dL.", "LAB:hemoglobin", 9.8),
        ("T-score -2.7.", "LAB:t_score", -2.7),
        ("Base excess -8.", "LAB:base_excess", -8),
        ("Potassium 8.9 mmol/L.", "LAB:potassium", 8.9),
        ("HbA1c 142 mmol/mol.", "LAB:hba1c", 142),
        ("Platelets 1450 x10^9/L.", "LAB:platelets", 1450),
    ],
)
def test_a_dash_a_sign_and_a_grave_value_stay(said: str, measure: str, value: float) -> None:
    result = read(said)
    assert [one.quantity.value for one in values(said, measure) if one.quantity] == [value]
    assert [one for one in result.problems if one.code == "input.contradictory"] == []


@pytest.mark.parametrize(
    ("said", "measure", "value"),
    [
        ("eGFR 90 in January 2020, now 41 ml/min.", "LAB:egfr", 41),
        ("Her eGFR was 90 in January 2020. It is now 41 ml/min.", "LAB:egfr", 41),
        ("Creatinine 78 in March 2021, today 142 umol/L.", "LAB:creatinine", 142),
        ("eGFR 62 on 3 March 2022; currently 38.", "LAB:egfr", 38),
        ("Platelets 45 x10^9/L in June. Now 130 x10^9/L.", "LAB:platelets", 130),
        ("ALT 340 U/L in September 2023, down to 45 U/L now.", "LAB:alt", 45),
    ],
)
def test_the_value_of_now_is_that_of_the_day_of_the_note(said: str, measure: str, value: float) -> None:
    of_today = [one for one in values(said, measure) if one.time and one.time.at and one.time.at.date == "2024-05-06"]
    assert [one.quantity.value for one in of_today if one.quantity] == [value]
    assert len(values(said, measure)) == 2


def test_a_value_in_another_sentence_is_not_that_of_now() -> None:
    assert len(values("eGFR 90 in 2020. She takes 41 tablets now.", "LAB:egfr")) == 1


@pytest.mark.parametrize(
    ("said", "measure", "low", "high"),
    [
        ("creatinine 68 umol/L (45-84).", "LAB:creatinine", 45, 84),
        ("Labs: creatinine 68 umol/L (normal 45-84 umol/L).", "LAB:creatinine", 45, 84),
        ("Hb 131 g/L [115-165].", "LAB:hemoglobin", 115, 165),
        ("Calcium 2.31 mmol/L (NR 2.20 to 2.60).", "LAB:calcium", 2.2, 2.6),
        ("AST 25 U/L, normal range 10-40.", "LAB:ast", 10, 40),
        ("Potassium 4.4 (3.5-5.3) mmol/L.", "LAB:potassium", 3.5, 5.3),
        ("ALT > 1000 U/L (7-56).", "LAB:alt", 7, 56),
    ],
)
def test_a_bracket_after_a_result_is_its_range(said: str, measure: str, low: float, high: float) -> None:
    (result,) = values(said, measure)
    (limits,) = result.reference_ranges
    assert limits.low is not None
    assert limits.high is not None
    assert (limits.low.value, limits.high.value) == (low, high)
    assert limits.high.comparator is None


@pytest.mark.parametrize(
    ("said", "measure"),
    [
        ("Heart rate 80 (70-95).", "LAB:heart_rate"),
        ("LVEF 40 % (35-45).", "LAB:lvef"),
        ("Weight 70 kg (68-72).", "LAB:weight"),
        ("Creatinine 68 umol/L (0.5-1.1 mg/dL).", "LAB:creatinine"),
        ("Creatinine 68 umol/L (2019-2023).", "LAB:creatinine"),
    ],
)
def test_how_a_value_varied_is_no_range_of_normal(said: str, measure: str) -> None:
    assert [one.reference_ranges for one in values(said, measure)] == [[]]
