"""Of several things in one message each has its own day, and its hour where one is told."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import (
    ConditionEntry,
    Extraction,
    MedicationEntry,
    amended,
    extract_context,
    extract_measurements,
)
from osler.consult.extraction.after_that import in_days_of_their_own
from osler.consult.extraction.hours import hour_of
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2026, 5, 14, 10, 0, tzinfo=dt.UTC)
"""A Thursday."""
WORDS = bundled_vocabularies()


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("weighed 71.2 on waking, 72 after dinner last night", [(71.2, "2026-05-14"), (72, "2026-05-13")]),
        ("temp 38.4 on Tuesday evening, 37.2 when I got up", [(38.4, "2026-05-12"), (37.2, "2026-05-14")]),
        ("temp 39 at 3 this morning, 37.8 at 8 am", [(39, "2026-05-14T03:00"), (37.8, "2026-05-14T08:00")]),
        # A day in figures is the one that has come, whichever way round it is written.
        ("ferritin 14 on 05/06/2026", [(14, "2026-05-06")]),
        ("ferritin 14 on 04/05/2026", [(14, "2026-04-05")]),
        ("ferritin 14 on 10/05/2026", [(14, "2026-05-10")]),
        ("oxygen 93 at half nine last night", [(93, "2026-05-13T21:30")]),
        (
            "Peak flow 410 at 8 this morning, dropped to 290 by teatime",
            [(410, "2026-05-14T08:00"), (290, "2026-05-14")],
        ),
        ("weight 80.1 on Monday, 79.6 today, no hang on 79.2", [(80.1, "2026-05-11"), (79.2, "2026-05-14")]),
        (
            "Glucose 7.2 before breakfast, 11.4 at 9 this morning. sorry, 10.4",
            [(7.2, "2026-05-14"), (10.4, "2026-05-14T09:00")],
        ),
        (
            "BP 141/88 when I woke up and 133/80 last night",
            [(141, "2026-05-14"), (88, "2026-05-14"), (133, "2026-05-13"), (80, "2026-05-13")],
        ),
    ],
)
def test_each_value_has_its_own_time(said: str, values: list[tuple[float, str]]) -> None:
    assert [(one.value, one.time) for one in extract_measurements(said, NOW).measurements] == values


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "GP stopped my amlodipine on Monday and put me on lisinopril 10 mg from Wednesday",
            [("amlodipine", "stopped", "2026-05-11"), ("lisinopril", "started", "2026-05-13")],
        ),
        (
            "Stopped naproxen and started codeine yesterday",
            [("naproxen", "stopped", "2026-05-13"), ("codeine", "started", "2026-05-13")],
        ),
        (
            "Stopped naproxen yesterday, codeine begins on Saturday",
            [("naproxen", "stopped", "2026-05-13"), ("codeine", "planned", "2026-05-16")],
        ),
        (
            "stopped aspirin and on Wednesday started clopidogrel 75 mg",
            [("aspirin", "stopped", None), ("clopidogrel", "started", "2026-05-13")],
        ),
        (
            "moved from citalopram in January to sertraline in March",
            [("citalopram", "stopped", "2026-01"), ("sertraline", "started", "2026-03")],
        ),
        (
            "Took paracetamol at 6 this morning and ibuprofen at noon yesterday",
            [("paracetamol", "taking", "2026-05-14"), ("ibuprofen", "taking", "2026-05-13")],
        ),
        (
            "my statin was changed from simvastatin to atorvastatin yesterday",
            [("simvastatin", "stopped", "2026-05-13"), ("atorvastatin", "started", "2026-05-13")],
        ),
        (
            "Saw Dr Nair on Monday, she stopped my ramipril because of the cough and put me on losartan from Tuesday",
            [("ramipril", "stopped", "2026-05-11"), ("losartan", "started", "2026-05-12")],
        ),
    ],
)
def test_each_medicine_has_the_day_of_its_own_verb(said: str, told: list[tuple[str, str, str]]) -> None:
    found = extract_context(said, NOW, WORDS).medications
    assert [(one.name, one.status, one.date) for one in found] == told


def test_a_visit_to_come_has_its_hour() -> None:
    found = extract_context("Saw Dr Brown on Monday. Next one is 3 June at quarter to three.", NOW, WORDS).encounters
    assert [(one.date, one.status) for one in found] == [("2026-05-11", "past"), ("2026-06-03T14:45", "planned")]


@pytest.mark.parametrize(
    ("said", "hour"),
    [
        ("bp 130/80 at ten to six in the evening", (17, 50)),
        ("at 7:45 yesterday evening", (19, 45)),
        ("pulse 80 at noon", (12, 0)),
        ("pulse was at 9 this morning", None),
        ("sugar went from ten to six this morning", None),
        ("bp 130/80 at 2 last night", None),
        ("half a tablet this morning", None),
    ],
)
def test_an_hour_is_told_by_the_clock_or_in_words(said: str, hour: tuple[int, int] | None) -> None:
    assert hour_of(said) == hour


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("Diagnosed on 3 May, began it the Monday after", "Diagnosed on 3 May, began it on 4 May 2026"),
        (
            "The op was on 12 April, stitches out ten days later",
            "The op was on 12 April, stitches out on 22 April 2026",
        ),
        ("the day after my operation on 3 May", "the day after my operation on 3 May"),
        ("a week later I felt fine", "a week later I felt fine"),
    ],
)
def test_a_day_that_is_told_from_another_is_a_date(said: str, plain: str) -> None:
    assert in_days_of_their_own(said, NOW) == plain


def test_a_height_in_feet_is_no_weight() -> None:
    found = extract_measurements("I weigh 61 kilos, 5 foot 3", NOW).measurements
    assert [(one.name.lower(), one.value) for one in found] == [("body height", 63), ("body weight", 61)]


def test_a_day_takes_the_place_of_a_day_and_not_of_a_month() -> None:
    told = Extraction(
        conditions=[ConditionEntry(name="bruised hip", onset="2026-05-12", quote="bruised hip")],
        medications=[MedicationEntry(name="B12", status="stopped", date="2026-04", quote="stopped the B12")],
    )
    right = amended([told], Extraction(), "actually it was Monday", NOW, just_told=True)
    assert right is not None
    assert [one.onset for one in right.entries.conditions] == ["2026-05-11"]
    assert right.entries.medications == []
