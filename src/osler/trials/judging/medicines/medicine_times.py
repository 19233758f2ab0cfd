"""When a medicine was last given, by the words of its own sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from osler.core.evidence import Span
from osler.core.language import AnalysedText
from osler.core.patient import PatientRecord, Presence, Status
from osler.core.patient.types import ClinicalTime, Medication, TimePoint, latest_day
from osler.core.terminology import Vocabularies
from osler.trials.judging.told_at import Told, told_at
from osler.trials.judging.windows import DAYS

_LAST = re.compile(
    r"\b(?:last|latest|most recent)\s(?:(?:dose|injection|infusion|cycle|course|treatment|one|given|taken|received|had)\b)?"
    r"[\s:,(]*(?:(?:was|given|on|in|at)\s)*$"
)
"""What stands right before the time at which a medicine was given for the last time."""
_RANGE = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?\s?(?:-|–|to|until)\s?$")
"""The first day of a course, which lasted until the day that follows: "co-amoxiclav 14-20 May"."""
_DOSED = re.compile(
    r"[\s,:(]*(?:\d+(?:\.\d+)?\s?m?c?g\b[\s,]*)?(?:(?:i\.?v\.?|p\.?o\.?|od|bd|tds|qds|daily|from|the)\b[\s,]*)*(?:\d{1,2}[-–\s\w]{0,6})?"
)
"""What may stand between a medicine and the days of its course."""
_BACK = 8
"""Characters of the days that are read as those of a dose, at most."""
_ENDED = re.compile(r"\b(?:until|till|stopped|complet\w+|finish\w+|discontinu\w+|progress\w+|ended|withdrawn|ceased)\b")
_LISTED = re.compile(r"\s?(?:,|and|plus|with|/|\+|&|,\s?and)\s?")
"""What joins the medicines of one course, of which all that follows is said."""
_GOES_ON = re.compile(r"\s*(?:the\s)?(?:last|latest|most recent)\s(?:dose|injection|infusion|cycle|course|treatment)\b")
"""How the next sentence goes on with the doses of the medicine before it."""


_HAS_TAKEN = re.compile(
    r"\b(?:has|have|ha['’]s|['’]s|['’]ve)\s(?:now\s|also\s)?(?:taken|had|used|received)\s(?:[\w-]+\s){0,2}$",
    re.IGNORECASE,
)
_EVER_SINCE = re.compile(
    r"\s*(?:\d+(?:\.\d+)?\s?m?c?g\b\s?)?(?:(?:od|bd|tds|daily|nightly|weekly)\s)?(?:since|from)\s"
    r"(?:(?!\b(?:to|until|till|stopp\w+|discontinu\w+)\b|[-–]\s?\d)[^.;])*(?=[.;]|$)",
    re.IGNORECASE,
)
"""Who has taken a medicine from a time on, of which no end is told, takes it."""


def with_medicine_times(record: PatientRecord, vocabularies: Vocabularies) -> PatientRecord:
    """A record whose medicines are dated by the last of their doses."""
    told = [_as_told(one, record, vocabularies) for one in record.medications]
    if all(one is before for one, before in zip(told, record.medications, strict=True)):
        return record
    return record.model_copy(update={"medications": told})


def _as_told(medicine: Medication, record: PatientRecord, vocabularies: Vocabularies) -> Medication:
    time = medicine.time
    if medicine.presence is not Presence.PRESENT or (time is not None and time.end is not None):
        return medicine
    told = [*told_at(medicine, record, vocabularies)] if medicine.status is Status.STOPPED else []
    if told and all(map(_goes_on_since, told)):
        since = ClinicalTime(start=time.start or time.at, text=time.text) if time is not None else None
        return medicine.model_copy(update={"status": Status.ACTIVE, "time": since})
    for place in _places(medicine, record, vocabularies):
        day = _last_given(place, record)
        if day is None:
            continue
        began = (time.start or time.at) if time is not None else None
        if began is None:
            return medicine.model_copy(update={"time": ClinicalTime.on(day, text=place.behind.strip())})
        if _ENDED.search(place.behind.casefold()):
            # What runs from a day on and has a last dose is over; an injection every month has one too, and goes on.
            over = ClinicalTime(start=began, end=TimePoint(date=day), text=place.behind.strip())
            return medicine.model_copy(update={"time": over, "status": Status.COMPLETED})
    return medicine


def _goes_on_since(told: Told) -> bool:
    before = told.read.text[told.sentence.start : told.span.start]
    return bool(_HAS_TAKEN.search(before) and _EVER_SINCE.match(told.read.text, told.span.end, told.sentence.end))


class _Place(NamedTuple):
    """Where a medicine stands in its sentence."""

    behind: str
    end: int
    read: AnalysedText
    stop: int


def _places(medicine: Medication, record: PatientRecord, vocabularies: Vocabularies) -> Iterator[_Place]:
    others = sorted(
        (item.start, item.end)
        for one in record.medications
        if one is not medicine
        for item in one.evidence
        if isinstance(item, Span)
    )
    for item, read, sentence in told_at(medicine, record, vocabularies):
        end, stop = item.end, sentence.end
        if (going_on := read.sentence_holding(stop + 1)) is not None and _GOES_ON.match(read.text[stop:].casefold()):
            stop = going_on.end
        for first, last in others:
            if first >= end and _LISTED.fullmatch(read.text, end, first):
                end = last
        stop = min([stop, *(first for first, _ in others if first > end)])
        yield _Place(read.text[end:stop], end, read, stop)


def _last_given(place: _Place, record: PatientRecord) -> str | None:
    """The day of the last dose, where the words right before a day say that it was the last."""
    for time in place.read.times_between(max(0, place.end - _BACK), place.stop):
        before = place.read.text[place.end : time.start].casefold()
        days = _RANGE.search(place.read.text[max(0, time.start - _BACK) : time.start].casefold())
        if not (days and _DOSED.fullmatch(before)) and not (time.start >= place.end and _LAST.search(before)):
            continue
        if time.date is not None:
            size = {"day": 10, "month": 7, "year": 4}[time.date_precision or "day"]
            return time.date.isoformat()[:size]
        if time.kind == "ago" and time.years is not None and time.years < 1 and record.as_of:
            return _days_before(record.as_of, time.years)
    return None


def _days_before(day: str, years: float) -> str:
    return (latest_day(day) - timedelta(days=round(years * DAYS["years"]))).isoformat()
