"""Each side has its own operation, an hour may lack its colon, and a case that is supposed of kin is asked of anybody."""

from __future__ import annotations

import pytest

from osler.consult.extraction import extract_context, extract_measurements
from osler.consult.triage import triage
from osler.consult.wording.supposed import of_anybody
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT


@pytest.mark.parametrize(
    ("message", "operations"),
    [
        (
            "Left hip replaced Feb 2020, right one is booked for 14 December",
            [("left hip replacement", "2020-02", None), ("right hip replacement", "2021-12-14", "planned")],
        ),
        (
            "left knee replaced in 2019, right one in 2020",
            [("left knee replacement", "2019", None), ("right knee replacement", "2020", None)],
        ),
        (
            "had the left shoulder repaired in 2017; the right one is due next month",
            [("left shoulder repair", "2017", None), ("right shoulder repair", "2021-07", "planned")],
        ),
        (
            "my left eye was operated on in 2018, the other is booked for 2 January",
            [("left eye surgery", "2018", None), ("right eye surgery", "2022-01-02", "planned")],
        ),
        ("left hip replaced 2020. The right one hurts.", [("left hip replacement", "2020", None)]),
    ],
)
def test_each_side_has_its_own_day(message: str, operations: list[tuple[str, str, str | None]]) -> None:
    found = extract_context(message, MOMENT, bundled_vocabularies()).operations
    assert [(one.name, one.date, one.status) for one in found] == operations


@pytest.mark.parametrize(
    ("message", "time"),
    [
        ("Obs 0800: HR 88", "2021-06-02T08:00"),
        ("temp 38.2 at 0230 today", "2021-06-02T02:30"),
        ("yesterday 2200 hrs temp 38", "2021-06-01T22:00"),
        ("temp 37.1 @0915", "2021-06-02T09:15"),
        ("walked 0800 steps, pulse 90", None),
        ("weight 80 kg in 2019", "2019"),
    ],
)
def test_an_hour_may_be_four_digits(message: str, time: str | None) -> None:
    assert [one.time for one in extract_measurements(message, MOMENT).measurements] == [time]


@pytest.mark.parametrize(
    "message",
    [
        "If my toddler ever swallowed a button battery, what would happen?",
        "suppose my son drank bleach one day - what would I do?",
        "What should I do if my husband ever collapses?",
    ],
)
def test_a_supposed_emergency_of_kin_is_answered_in_general(message: str) -> None:
    assert triage(message, bundled_vocabularies()).route == "lite"


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("My toddler swallowed a button battery", "urgent"),
        ("my son drank bleach, what do I do?", "urgent"),
        ("If my daughter ever wants to learn the piano, what should we buy?", "refuse_non_health"),
        ("suppose my wife wins the lottery, what then?", "refuse_non_health"),
    ],
)
def test_what_is_so_and_what_is_no_emergency_stay_what_they_are(message: str, route: str) -> None:
    assert triage(message, bundled_vocabularies()).route == route


def test_a_case_that_may_be_so_now_is_not_put_as_one_of_anybody() -> None:
    message = "If my baby has a fever of 40 now, what should I do?"
    assert of_anybody(message) == message
