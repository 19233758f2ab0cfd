"""Treatments that notes tell of by both ends of their time: "from March until the end of September 2025", "3 March to 28 April"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from osler.core.evidence import Span
from osler.core.language import MONTH_NAME, AnalysedText, TimeExpression, month_number
from osler.core.patient import PatientRecord, Presence, Status
from osler.core.patient.types import ClinicalTime, Medication, Procedure, TimePoint, latest_day
from osler.core.terminology import Vocabularies
from osler.trials.judging.told_at import told_at

_EDGE = r"(?:(?:the\s)?(?:very\s)?(?:end|beginning|start|middle)\sof\s|(?:mid|late|early)[\s-])?"
_JOINT = re.compile(rf"\s?(?P<joint>-|–|to|until|till|through|and)\s?{_EDGE}$", re.IGNORECASE)
"""What stands between the two ends of a time, right before the second."""
_BARE = re.compile(
    rf"(?P<words>{_EDGE}(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s)?(?P<month>{MONTH_NAME})\.?|\d{{1,2}}(?:st|nd|rd|th)?)$",
    re.IGNORECASE,
)
"""A first end that leaves its year, or its month too, to the second."""
_LEAD = re.compile(
    rf"[\s,(:]*(?:\d+(?:\.\d+)?\s?(?:[^\W\d]+\b|#)[\s,(:/]*(?:in\s|x\s?|over\s)?)*(?:(?:i\.?v\.?|p\.?o\.?|od|bd|tds|qds|daily|weekly|on)\b[\s,]*)*"
    rf"|(?:(?!\b(?:since|then|when)\b)[^;:]){{0,60}}?\b(?:from|between)\s{_EDGE}",
    re.IGNORECASE,
)
"""What may stand between a treatment and the first end of its time."""
_ALONE = re.compile(r"(?:(?!\b(?:not|no|from|since|then|when|but)\b)[^;:]){0,40}", re.IGNORECASE)
"""What may stand between a treatment and the only end that is told."""
_LISTED = re.compile(r"\s?(?:,|and|plus|with|/|\+|&|,\s?and)\s?")
"""What joins the treatments of one course, of which all that follows is said."""
_SIZE = {"day": 10, "month": 7, "year": 4}


class _Ends(NamedTuple):
    """Both ends of a time as notes write them, and how it is written."""

    start: str | None
    end: str
    text: str


def with_told_spans(record: PatientRecord, vocabularies: Vocabularies) -> PatientRecord:
    """A record whose treatments have the end that stands beside their beginning; what is over is counted from there."""
    changed: dict[str, list[Medication] | list[Procedure]] = {}
    medicines = [_medicine(one, record, vocabularies) for one in record.medications]
    if any(one is not before for one, before in zip(medicines, record.medications, strict=True)):
        changed["medications"] = medicines
    procedures = [_procedure(one, record, vocabularies) for one in record.procedures]
    if any(one is not before for one, before in zip(procedures, record.procedures, strict=True)):
        changed["procedures"] = procedures
    return record.model_copy(update=changed) if changed else record


def _medicine(medicine: Medication, record: PatientRecord, vocabularies: Vocabularies) -> Medication:
    if medicine.status is Status.PLANNED or (time := _time(medicine, record, vocabularies)) is None:
        return medicine
    over = Status.STOPPED if medicine.status is Status.STOPPED else Status.COMPLETED
    return medicine.model_copy(update={"time": time, "status": over})


def _procedure(procedure: Procedure, record: PatientRecord, vocabularies: Vocabularies) -> Procedure:
    if procedure.status is Status.PLANNED or (time := _time(procedure, record, vocabularies)) is None:
        return procedure
    return procedure.model_copy(update={"time": time})


def _time(fact: Medication | Procedure, record: PatientRecord, vocabularies: Vocabularies) -> ClinicalTime | None:
    """The time of a treatment by both its ends, where it has no end yet and the end is not to come."""
    if fact.presence is not Presence.PRESENT or (fact.time is not None and fact.time.end is not None):
        return None
    told = next(_ends(fact, record, vocabularies), None)
    if told is None:
        return None
    end = TimePoint(date=told.end)
    first, today = end.earliest(None), latest_day(record.as_of) if record.as_of else None
    if first is not None and today is not None and first > today:
        return None
    began = fact.time and (fact.time.start or fact.time.at)
    return ClinicalTime(start=TimePoint(date=told.start) if told.start else began, end=end, text=told.text)


def _ends(fact: Medication | Procedure, record: PatientRecord, vocabularies: Vocabularies) -> Iterator[_Ends]:
    others = sorted(
        (item.start, item.end)
        for one in (*record.medications, *record.procedures)
        if one is not fact
        for item in one.evidence
        if isinstance(item, Span)
    )
    for item, read, sentence in told_at(fact, record, vocabularies):
        end = item.end
        for first, last in others:
            if first >= end and _LISTED.fullmatch(read.text, end, first):
                end = last
        stop = min([sentence.end, *(first for first, _ in others if first > end)])
        for last_time in read.times_between(end, stop):
            if last_time.date is not None and (told := _before(end, last_time, last_time.date, read)) is not None:
                yield told


def _before(at: int, last: TimeExpression, day: date, read: AnalysedText) -> _Ends | None:
    """Both ends of a time that stands behind a place, by the second one."""
    between = read.text[at : last.start]
    joint = _JOINT.search(between)
    if joint is None:
        return None
    word, head, end = joint["joint"].casefold(), between[: joint.start()], _written(day, last)
    if (first := _first(at, head, day, read)) is not None:
        lead, start = first
        if _LEAD.fullmatch(lead) and (word != "and" or re.search(r"\bbetween\s", lead, re.IGNORECASE)):
            return _Ends(start, end, read.text[at + len(lead) : last.end].strip()) if start <= end else None
    if word in ("until", "till") and _ALONE.fullmatch(head):
        return _Ends(None, end, read.text[at + joint.start() : last.end].strip())
    return None


def _first(at: int, head: str, last: date, read: AnalysedText) -> tuple[str, str] | None:
    """What stands before the first end of a time, and that end; a year that it leaves out is the second one's or the one before."""
    for time in read.times_between(at, at + len(head)):
        if time.date is not None and time.end == at + len(head):
            return head[: time.start - at], _written(time.date, time)
    bare = _BARE.search(head)
    if bare is None:
        return None
    lead, month = head[: bare.start()], month_number(bare["month"]) if bare["month"] else last.month
    year = last.year - (month > last.month)
    return lead, f"{year}-{month:02d}"


def _written(day: date, time: TimeExpression) -> str:
    return day.isoformat()[: _SIZE[time.date_precision or "day"]]
