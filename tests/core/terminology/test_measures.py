"""The table of laboratory and vital measures: sound codes, sound conversions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.terminology import Measure, measure, measures
from osler.core.terminology.measures import fold_unit


def test_the_table_covers_what_criteria_ask_for() -> None:
    assert len(measures()) >= 100
    assert len({item.id for item in measures()}) == len(measures())


@pytest.mark.parametrize("item", measures(), ids=lambda item: item.id)
def test_loinc_check_digits_are_right(item: Measure) -> None:
    for code in item.loinc:
        digits, _, check = code.partition("-")
        doubled = [int(d) * (2 if place % 2 == 0 else 1) for place, d in enumerate(reversed(digits))]
        total = sum(d - 9 if d > 9 else d for d in doubled)
        assert (10 - total % 10) % 10 == int(check), code


@pytest.mark.parametrize("item", measures(), ids=lambda item: item.id)
def test_a_conversion_says_where_it_comes_from(item: Measure) -> None:
    assert not item.conversions or item.source


@pytest.mark.parametrize(
    ("measure_id", "value", "unit", "canonical"),
    [
        ("LAB:hba1c", 53, "mmol/mol", 7.0),
        ("LAB:glucose", 7.0, "mmol/L", 126.1),
        ("LAB:creatinine", 88.4, "µmol/L", 1.0),
        ("LAB:bilirubin_total", 17.1, "umol/l", 1.0),
        ("LAB:ldl", 2.6, "mmol/L", 100.5),
        ("LAB:hemoglobin", 120, "g/L", 12.0),
        ("LAB:platelets", 100_000, "/mm3", 100.0),
        ("LAB:platelets", 150, "x10^9/L", 150.0),
        ("LAB:anc", 1500, "cells/mm³", 1.5),
        ("LAB:wbc", 4.0, "K/uL", 4.0),
        ("LAB:weight", 180, "lbs", 81.65),
        ("LAB:temperature", 98.6, "°F", 37.0),
        ("LAB:egfr", 60, "mL/min/1.73 m²", 60.0),
        ("LAB:tsh", 4.2, "uIU/mL", 4.2),
    ],
)
def test_values_become_canonical(measure_id: str, value: float, unit: str, canonical: float) -> None:
    item = measure(measure_id)
    assert item is not None
    assert item.to_canonical(value, unit) == pytest.approx(canonical, rel=0.005)


def test_a_unit_of_another_measure_is_no_answer() -> None:
    item = measure("LAB:creatinine")
    assert item is not None
    assert item.to_canonical(1.0, "mmHg") is None


def test_an_unknown_measure_is_no_answer() -> None:
    assert measure("LAB:midichlorians") is None


@given(st.sampled_from(measures()), st.floats(min_value=0.001, max_value=10_000))
def test_conversion_and_back_is_the_same_value(item: Measure, value: float) -> None:
    for unit in (item.unit, *item.conversions):
        there = item.to_canonical(value, unit)
        assert there is not None
        assert item.from_canonical(there, unit) == pytest.approx(value, rel=1e-6, abs=1e-6)


@given(st.text())
def test_any_text_can_be_asked_for_as_a_unit(text: str) -> None:
    assert isinstance(fold_unit(text), str)
