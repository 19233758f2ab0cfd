"""Times that are not a fact's own: a span of time that is no moment, and the time of what a sentence denies beside it."""

from __future__ import annotations

import re
from datetime import timedelta

from osler.core.evidence import Span
from osler.core.language import Polarity, time_expressions
from osler.core.patient import PatientRecord, Presence
from osler.core.patient.types import Fact, latest_day
from osler.core.terminology import Vocabularies
from osler.trials.judging.told_at import told_at
from osler.trials.judging.windows import DAYS

_KINDS = ("conditions", "phenotypes", "medications", "procedures")
_UNTIL = re.compile(r"\s*(?:[\w.]+\s+){0,3}(?:until|till)\s", re.IGNORECASE)
_REACH = 60
"""Characters behind a fact in which its own end stands."""
_SPAN_OF_TIME = re.compile(r"(?:in|within|over|during|throughout) the (?:past|last)\b", re.IGNORECASE)


def with_own_times(record: PatientRecord, vocabularies: Vocabularies) -> PatientRecord:
    """A record whose facts are dated by their own times alone.

    "In the past year" is any day of it, and no day a year ago; "new eczema (no childhood eczema)" did not begin in childhood.
    """
    changed: dict[str, list[Fact]] = {}
    for kind in _KINDS:
        facts: list[Fact] = getattr(record, kind)
        own = [
            _undated(fact) if _is_foreign(fact, record, vocabularies) else _counted_back(fact, record) for fact in facts
        ]
        if any(one is not fact for one, fact in zip(own, facts, strict=True)):
            changed[kind] = own
    return record.model_copy(update=changed) if changed else record


def _is_foreign(fact: Fact, record: PatientRecord, vocabularies: Vocabularies) -> bool:
    time = fact.time
    if fact.presence is not Presence.PRESENT or time is None or not time.text:
        return False
    if _has_another_end(fact, time.text, record):
        return True
    point = time.at or time.start
    if point is None or point.date is not None:
        return False
    return bool(_SPAN_OF_TIME.match(time.text)) or _is_of_a_denial(fact, time.text, record, vocabularies)


def _has_another_end(fact: Fact, words: str, record: PatientRecord) -> bool:
    """Whether an end of its own stands right behind a fact that is dated by other words: "A from 2022, and B until May"."""
    texts = {document.id: document.text for document in record.documents}
    behind = [
        texts[item.source_id][item.end : item.end + _REACH]
        for item in fact.evidence
        if isinstance(item, Span) and item.source_id in texts
    ]
    return bool(behind) and all(_UNTIL.match(text) and words.casefold() not in text.casefold() for text in behind)


def _is_of_a_denial(fact: Fact, words: str, record: PatientRecord, vocabularies: Vocabularies) -> bool:
    """Whether words of time stand in a fact's sentence only where something is denied."""
    told = next(told_at(fact, record, vocabularies), None)
    if told is None:
        return False
    places = [
        found.span()
        for found in re.finditer(rf"\b{re.escape(words)}\b", told.read.text, re.IGNORECASE)
        if told.sentence.start <= found.start() < told.sentence.end
    ]
    return bool(places) and all(told.read.assertion_at(*place).polarity is Polarity.NEGATED for place in places)


def _undated(fact: Fact) -> Fact:
    time = fact.time
    bare = time.model_copy(update={"at": None, "start": None, "end": None}) if time is not None else None
    return fact.model_copy(update={"time": bare})


def _counted_back(fact: Fact, record: PatientRecord) -> Fact:
    """A fact that is told as some days or weeks ago, dated from the day of the note and not by an age, which nobody knows so well."""
    time, day = fact.time, latest_day(record.as_of) if record.as_of else None
    if time is None or day is None or not time.text:
        return fact
    ago = [one.years for one in time_expressions(time.text) if one.kind == "ago" and one.years is not None]
    points = {name: point for name in ("at", "start", "end") if (point := getattr(time, name)) is not None}
    if len(ago) != 1 or ago[0] >= 1 or not points or any(point.date or not point.age for point in points.values()):
        return fact
    told = (day - timedelta(days=round(ago[0] * DAYS["years"]))).isoformat()
    dated = {name: point.model_copy(update={"age": None, "date": told}) for name, point in points.items()}
    return fact.model_copy(update={"time": time.model_copy(update=dated)})
