"""Values, comparators, units, measures and their conversion."""

from __future__ import annotations

import pytest

from osler.core.language import flag_after, quantities


@pytest.mark.parametrize(
    ("text", "measure", "comparator", "value", "high", "unit"),
    [
        ("HbA1c 6.5%", "LAB:hba1c", "=", 6.5, None, "%"),
        ("BP 120/80", "LAB:bp", "=", 120, 80, ""),
        ("bp 224/128", "LAB:bp", "=", 224, 128, ""),
        ("hr 110", "LAB:heart_rate", "=", 110, None, ""),
        ("wbc 18.2", "LAB:wbc", "=", 18.2, None, ""),
        ("inr 6.2", "LAB:inr", "=", 6.2, None, ""),
        ("BP was 120/80 mmHg", "LAB:bp", "=", 120, 80, "mmHg"),
        ("180 lbs", None, "=", 180, None, "lbs"),
        ("He weighs 180 lbs", "LAB:weight", "=", 180, None, "lbs"),
        ("creatinine 1.2 mg/dL", "LAB:creatinine", "=", 1.2, None, "mg/dL"),
        ("platelets < 50 x10^9/L", "LAB:platelets", "<", 50, None, "x10^9/L"),
        ("AST 1.5 to 2.0 U/L", "LAB:ast", "=", 1.5, 2.0, "U/L"),
        ("HbA1c between 7.0% and 10.5%", "LAB:hba1c", "=", 7.0, 10.5, "%"),
        ("age ≥ 18 years", "LAB:age", ">=", 18, None, "years"),
        ("18 years or older", None, ">=", 18, None, "years"),
        ("SpO2 92% on RA", "LAB:spo2", "=", 92, None, "%"),
        ("temp 38.5 C", "LAB:temperature", "=", 38.5, None, "C"),
        ("WBC 7,500/mm3", "LAB:wbc", "=", 7500, None, "/mm3"),
        ("eGFR greater than or equal to 60 mL/min/1.73 m2", "LAB:egfr", ">=", 60, None, "mL/min/1.73 m2"),
        ("glucose level was 126 mg/dL", "LAB:glucose", "=", 126, None, "mg/dL"),
        ("K 4.5 mmol/L", "LAB:potassium", "=", 4.5, None, "mmol/L"),
        ("LVEF 35-40%", "LAB:lvef", "=", 35, 40, "%"),
        ("0.5 mg/kg/day", None, "=", 0.5, None, "mg/kg/day"),
    ],
)
def test_quantities(
    text: str, measure: str | None, comparator: str, value: float, high: float | None, unit: str
) -> None:
    (found,) = quantities(text)
    assert (found.measure_id, found.comparator, found.value, found.high, found.unit) == (
        measure,
        comparator,
        value,
        high,
        unit,
    )


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("creatinine of 106 µmol/L", 1.199, "mg/dL"),
        ("LDL cholesterol 3.4 mmol/L", 131.46, "mg/dL"),
        ("glucose 7 mmol/L", 126.1, "mg/dL"),
        ("weight 180 lbs", 81.65, "kg"),
        ("temperature of 101.3 F", 38.5, "Cel"),
        ("WBC 7,500/mm3", 7.5, "10*9/L"),
        ("BP 120/80", 120, "mm[Hg]"),
    ],
)
def test_conversion_depends_on_what_was_measured(text: str, value: float, unit: str) -> None:
    (found,) = quantities(text)
    assert found.canonical_value == pytest.approx(value, rel=1e-3)
    assert found.canonical_unit == unit


@pytest.mark.parametrize("text", ["glucose 20", "creatinine 1.2 kg", "5 mmol/L"])
def test_a_missing_or_foreign_unit_is_not_guessed(text: str) -> None:
    (found,) = quantities(text)
    assert found.canonical_value is None
    assert found.canonical_unit == ""


@pytest.mark.parametrize("text", ["", "on 2021-03-04", "3/14/2020", "room 12", "pt 12 was seen", "version 1.2.3"])
def test_what_is_no_quantity(text: str) -> None:
    assert quantities(text) == []


def test_quantities_stand_where_they_say() -> None:
    text = "Labs: hemoglobin 12.5 g/dL, WBC 7.5 K/uL; creatinine of 1.2 mg/dL."
    found = quantities(text)
    assert [text[quantity.start : quantity.end] for quantity in found] == [quantity.text for quantity in found]
    assert [quantity.analyte for quantity in found] == ["hemoglobin", "WBC", "creatinine"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Labs: Hb 6.2 L, Plts 9 LL, K 7.1 HH, Na 119 L.", [6.2, 9, 7.1, 119]),
        ("Creatinine 4.1 H WBC 0.4 L Hct 18 L", [4.1, 0.4, 18]),
        ("Ca 6.1 L (8.5-10.2)", [6.1]),
    ],
)
def test_a_bare_flag_after_a_value_is_no_unit(text: str, expected: list[float]) -> None:
    found = [one for one in quantities(text) if one.measure_id]
    assert [one.value for one in found] == expected
    assert not any(one.unit for one in found)
    assert all(one.canonical_value is not None for one in found)
    assert all(flag_after(text, one.end) is not None for one in found)


def test_litres_stay_litres_and_a_side_is_no_flag() -> None:
    (volume,) = quantities("FEV1 1.2 L.")
    assert (volume.measure_id, volume.unit) == ("LAB:fev1", "L")
    text = "BP 90/60 L arm, sats 93% on 2 L"
    assert not any(one.value == 2 and one.measure_id for one in quantities(text))
    assert flag_after(text, text.index(" L arm")) is None


@pytest.mark.parametrize(
    "text", ["Glucose 2 h after a 75 g load 8.9 mmol/L", "cortisol 30 min post synacthen 612 nmol/L"]
)
def test_the_time_of_a_sample_is_no_value(text: str) -> None:
    assert not any(one.value in (2, 30) and one.measure_id for one in quantities(text))


@pytest.mark.parametrize(
    ("text", "measure", "value"),
    [
        ("ALT mildly raised at 96", "LAB:alt", 96),
        ("potassium low (2.9)", "LAB:potassium", 2.9),
        ("bile acids 41", "LAB:bile_acids", 41),
        ("CRP on admission 188 mg/L", "LAB:crp", 188),
        ("GDS 11/15 today", "LAB:gds", 11),
        ("The haemoglobin had fallen from 12.1 to 8.4", "LAB:hemoglobin", 8.4),
        ("creatinine has risen from 0.9 to 2.1 mg/dL", "LAB:creatinine", 2.1),
    ],
)
def test_a_value_stands_after_what_is_said_of_it(text: str, measure: str, value: float) -> None:
    assert [(one.measure_id, one.value, one.high) for one in quantities(text)] == [(measure, value, None)]


@pytest.mark.parametrize("text", ["GDS 5", "Cholesterol high and 2 stents", "sodium normal, 3 stents"])
def test_a_number_of_something_else_is_no_value(text: str) -> None:
    assert not any(one.measure_id for one in quantities(text))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Sodium and potassium were 128 and 3.1 mmol/L, respectively.", {"LAB:sodium": 128, "LAB:potassium": 3.1}),
        ("ALT, AST and GGT were 90, 60 and 210 U/L.", {"LAB:alt": 90, "LAB:ast": 60, "LAB:ggt": 210}),
        ("ALT and AST were raised (120 and 95 U/L, respectively).", {"LAB:alt": 120, "LAB:ast": 95}),
        ("Height and weight were 110 cm and 18 kg.", {"LAB:height": 110, "LAB:weight": 18}),
        ("Total and LDL cholesterol were 4.8 mmol/L and 3.0 mmol/L, respectively.", {"LAB:ldl": 3.0}),
    ],
)
def test_values_listed_behind_their_names_belong_each_to_its_own(text: str, values: dict[str, float]) -> None:
    assert {one.measure_id: one.value for one in quantities(text) if one.measure_id} == values


def test_how_long_a_fever_lasts_is_no_temperature() -> None:
    assert "LAB:temperature" not in {found.measure_id for found in quantities("Cough and fever 3 days.")}


@pytest.mark.parametrize("text", ["every 6 hr 20 mg", "a fragment of 300 bp 20 times", "alt 3 days ago"])
def test_a_small_word_that_is_a_unit_names_no_measure(text: str) -> None:
    assert not {found.measure_id for found in quantities(text)} & {"LAB:heart_rate", "LAB:bp", "LAB:alt"}
