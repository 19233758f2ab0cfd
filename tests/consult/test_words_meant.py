"""A yes, a no, thanks and news in words that no rule has are told from examples, and nothing else is taken for them."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult import ConsultRequest, ConsultState
from osler.consult.extraction import Extraction, MeasurementEntry
from osler.consult.meant import as_a_word, surely_tells
from osler.core.terminology import bundled_vocabularies
from tests.core.graph.people import anna


def _given(message: str, *, waits: bool = False) -> ConsultRequest:
    pending = Extraction(measurements=[MeasurementEntry(name="Body Weight", value=70, unit="kg")]) if waits else None
    return ConsultRequest(
        record=anna(),
        state=ConsultState(patient_id="anna", pending=pending),
        message=message,
        moment=dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC),
    )


@pytest.mark.parametrize(
    ("message", "waits", "word"),
    [
        ("Thank you, you have been most helpful. Goodbye.", False, "thank you"),
        ("much obliged to you, that was a great help", False, "thank you"),
        ("aye that's spot on, pop it in", True, "yes"),
        ("nah scrap that", True, "no"),
    ],
)
def test_a_word_is_taken_as_such(message: str, waits: bool, word: str) -> None:
    assert as_a_word(_given(message, waits=waits), bundled_vocabularies()).message == word


@pytest.mark.parametrize(
    ("message", "waits"),
    [
        ("Thank you for everything, I don't want to live any more", False),
        ("thanks, and what was my weight in May?", False),
        ("was it not 80 kg", True),
        ("no, that was my sister's", True),
        ("yes but make it 72", True),
        ("stop the metformin please", True),
        ("aye that's spot on, pop it in", False),
    ],
)
def test_what_says_more_stays_as_it_is(message: str, waits: bool) -> None:
    assert as_a_word(_given(message, waits=waits), bundled_vocabularies()).message == message


def test_news_are_no_question() -> None:
    def tells(message: str) -> bool:
        return surely_tells(message, _given(message), bundled_vocabularies())

    assert tells("burnt my arm again sunday, put cream on it")
    assert not tells("burnt my arm when exactly")
    assert not tells("last weight")
    assert not tells("what did they do about my arm")
