"""Since which age or time of life something is told to be, and what becomes of it in the record."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import Extraction, extract_context, extract_findings, unsupported
from osler.consult.writing import write
from osler.core.terminology import bundled_vocabularies
from tests.consult.clara import clara

NOW = dt.datetime(2026, 5, 20, 18, 0, tzinfo=dt.UTC)


def _all(message: str) -> Extraction:
    told = [read(message, NOW, bundled_vocabularies()) for read in (extract_context, extract_findings)]
    return Extraction.model_validate({**told[0].model_dump(), **told[1].model_dump()})


@pytest.mark.parametrize(
    ("message", "name", "onset"),
    [
        ("I'm type one since 9", "type 1 diabetes", "age 9"),
        ("I have had asthma since I was a child", "asthma", "childhood"),
        ("Epilepsy was diagnosed when I was 14", "Epilepsy", "age 14"),
        ("Diagnosed with ulcerative colitis at the age of twenty", "ulcerative colitis", "age 20"),
        ("Depression on and off since my teens", "Depression", "adolescence"),
        ("gout since 45", "gout", "age 45"),
        ("lupus for 15 years", "lupus", "2011"),
    ],
)
def test_an_onset_by_age_or_by_length_is_kept(message: str, name: str, onset: str) -> None:
    found = _all(message).conditions
    assert [(one.name, one.onset) for one in found] == [(name, onset)]


def test_an_age_that_a_model_gives_is_held_against_the_message() -> None:
    message = "Epilepsy was diagnosed when I was 14"
    told = _all(message).conditions[0]
    assert unsupported(told, message, bundled_vocabularies(), now=NOW) is None
    other = told.model_copy(update={"onset": "age 15"})
    assert unsupported(other, message, bundled_vocabularies(), now=NOW) is not None


@pytest.mark.parametrize("message", ["headache since 9", "migraine since 9", "my knee hurts since 8"])
def test_a_complaint_since_an_hour_is_no_age(message: str) -> None:
    found = _all(message)
    assert [one.onset for one in found.symptoms] + [one.onset for one in found.conditions] == [None]


def test_an_age_is_written_as_one_and_a_time_of_life_in_its_words() -> None:
    message = "I'm type one since 9 and I have had eczema since I was a child. I had my appendix out at 12."
    record = write(clara(), _all(message), message, NOW, bundled_vocabularies())
    times = {fact.label: fact.time for fact in (*record.conditions, *record.procedures) if fact.time}
    diabetes, eczema, appendix = times["type 1 diabetes"], times["eczema"], times["appendectomy"]
    assert diabetes.at is not None
    assert diabetes.at.age == "P9Y"
    assert (eczema.at, eczema.text) == (None, "childhood")
    assert appendix.at is not None
    assert appendix.at.age == "P12Y"
    done = next(one for one in record.procedures if one.label == "appendectomy")
    assert done.status is not None
    assert done.status.value == "completed"
