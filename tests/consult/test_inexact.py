"""Amounts that are no number are asked back; two values of one measure are both read."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.consult import Deps
from osler.consult.extraction import extract_measurements, inexact
from tests.consult.setting import MOMENT, graphs, turn


def _values(message: str) -> list[tuple[str, float, str | None]]:
    return [(one.name, one.value, one.time) for one in extract_measurements(message, MOMENT).measurements]


@pytest.mark.parametrize(
    "message",
    [
        "sugar was 9 something this morning",
        "temp 38 something",
        "temp 38-ish",
        "sats were 91 to 93",
        "sats between 91 and 93",
        "sugar of 7 or 8",
        "bp was 140 something over 90",
        "bp one forty-ish over ninety",
    ],
)
def test_what_is_no_exact_value_is_asked_back(message: str) -> None:
    assert _values(message) == []
    assert inexact(message)


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("temp was 38 and a half", 38.5),
        ("temp thirty eight and a half", 38.5),
        ("i weigh eighty kilos and a half", 80.5),
        ("potassium 4.5 (3.5-5.1)", 4.5),
        ("sugar 7.8 2 to 3 hours after lunch", 7.8),
        ("sugar went from 8 to 9", 9.0),
        ("sugar 7. they said 10 is too high", 7.0),
    ],
)
def test_what_is_exact_is_read(message: str, value: float) -> None:
    assert [one[1] for one in _values(message)] == [value]
    assert not inexact(message)


def test_both_values_of_one_measure_are_read() -> None:
    assert [one[1] for one in _values("weight 80 in the morning 81 at night")] == [80.0, 81.0]
    name = "Body weight"
    assert _values("scales: 84.1. last week they said 85") == [(name, 84.1, None), (name, 85.0, "2021-05-26")]


@pytest.mark.parametrize("message", ["took it for 10 or so days", "what is a sugar of 9 something", "aim for 7 to 8"])
def test_what_measures_nothing_of_the_patient_is_not_asked_back(message: str) -> None:
    assert not inexact(message)


async def test_an_amount_that_is_no_number_is_asked_for(tmp_path: Path) -> None:
    reply = await turn("temp 38-ish", Deps(graphs=graphs(tmp_path)))
    assert "I did not note “temp 38-ish”" in reply.entry_question
    assert reply.state is not None
    assert reply.state.pending is None
