"""What is told as done is an operation only where something of the body was operated on."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import extract_context
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2026, 11, 18, 9, 30, tzinfo=dt.UTC)


def _operations(message: str) -> list[str]:
    return [one.name for one in extract_context(message, NOW, bundled_vocabularies()).operations]


@pytest.mark.parametrize(
    "message",
    [
        "had an MRI done last week",
        "had a stress test done in 2020",
        "I had an ECG and an echo done in 2019",
        "had my ears done at the practice nurse last week",
        "had my eyes done at the optician",
        "I had my car repaired last week",
        "We had the windows replaced in 2019",
        "my passport was replaced in 2020",
        "the bathroom was removed and replaced",
        "car repair in May 2020",
    ],
)
def test_tests_grooming_and_things_are_no_operations(message: str) -> None:
    assert _operations(message) == []


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("I had a hip replacement done in 2020", "hip replacement"),
        ("had my heart valve replaced in 2018", "heart valve replacement"),
        ("had a lipoma cut out in 2018", "lipoma removal"),
        ("had my knee done in 2015", "knee surgery"),
        ("had surgery in 2015", "surgery"),
        ("I had bypass surgery in 2017", "bypass surgery"),
        ("had keyhole surgery last year", "keyhole surgery"),
        ("Had keyhole surgery on my shoulder last summer", "keyhole surgery on shoulder"),
        ("Surgery on my right shoulder (rotator cuff) three months ago", "right shoulder surgery"),
        ("I'm having surgery on my spine next month", "spine surgery"),
        ("My left knee was scoped in 2019", "left knee arthroscopy"),
        ("They removed part of my thyroid in 2015", "partial thyroidectomy"),
        ("I had half my colon removed in 2018", "partial colectomy"),
        ("I had my left kidney removed in 2020", "left nephrectomy"),
        ("wisdom teeth out at 19", "wisdom tooth extraction"),
        ("They put a pin in my ankle when I was 22", "pin fixation of ankle"),
    ],
)
def test_what_was_done_to_the_body_is_one(message: str, name: str) -> None:
    assert _operations(message) == [name]
