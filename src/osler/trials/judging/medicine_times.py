"""When a medicine was last given, by the words of its own sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from osler.core.evidence import Span
from osler.core.language import AnalysedText
from osler.core.patient import PatientRecord, Presence
from osler.core.patient.types import ClinicalTime, Medication, latest_day
from osler.core.terminology import Vocabularies
from osler.trials.judging.told_at import told_at
from osler.trials.judging.windows import DAYS

_LAST = re.compile(
    r"\b(?:last|latest|most recent)\s(?:(?:dose|injection|infusion|cycle|course|treatment|one|given|taken|received|had)\b)?"
    r"[\s:,(]*(?:(?:was|given|on|in|at)\s)*$"
)
"""What stands right before the time at which a medicine was given for the last time."""


def with_medicine_times(record: PatientRecord, vocabularies: Vocabularies) -> PatientRecord:
    """A record whose medicines are dated by the last of their doses."""
    told = [_as_told(one, record, vocabularies) for one in record.medications]
    if all(one is before for one, before in zip(told, record.medications, strict=True)):
        return record
    return record.model_copy(update={"medications": told})


def _as_told(medicine: Medication, record: PatientRecord, vocabularies: Vocabularies) -> Medication:
    if medicine.presence is not Presence.PRESENT or medicine.time is not None:
        return medicine
    for place in _places(medicine, record, vocabularies):
        if (day := _last_given(place, record)) is not None:
            return medicine.model_copy(update={"time": ClinicalTime.on(day, text=place.behind.strip())})
    return medicine


class _Place(NamedTuple):
    """Where a medicine stands in its sentence."""

    behind: str
    end: int
    read: AnalysedText
    stop: int


def _places(medicine: Medication, record: PatientRecord, vocabularies: Vocabularies) -> Iterator[_Place]:
    others = [
        item.start
        for one in record.medications
        if one is not medicine
        for item in one.evidence
        if isinstance(item, Span)
    ]
    for item, read, sentence in told_at(medicine, record, vocabularies):
        stop = min([sentence.end, *(other for other in others if other > item.end)])
        yield _Place(read.text[item.end : stop], item.end, read, stop)


def _last_given(place: _Place, record: PatientRecord) -> str | None:
    """The day of the last dose, where the words right before a day say that it was the last."""
    for time in place.read.times_between(place.end, place.stop):
        if not _LAST.search(place.read.text[place.end : time.start].casefold()):
            continue
        if time.date is not None:
            size = {"day": 10, "month": 7, "year": 4}[time.date_precision or "day"]
            return time.date.isoformat()[:size]
        if time.kind == "ago" and time.years is not None and time.years < 1 and record.as_of:
            return _days_before(record.as_of, time.years)
    return None


def _days_before(day: str, years: float) -> str:
    return (latest_day(day) - timedelta(days=round(years * DAYS["years"]))).isoformat()
