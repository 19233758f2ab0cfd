"""What stands around an entry of the record: the event that bounds a period, the visit that a medicine was given at."""

from __future__ import annotations

import datetime as dt
from collections.abc import Generator

from osler.consult.record.answers import RecordAnswer, nothing
from osler.consult.record.asking import Asking, Rows, entries_in, types_in, visits_for
from osler.consult.record.concepts import TypeEntry, matching, measure_named
from osler.consult.record.periods import Period
from osler.consult.record.reading.bounds import pharmacological_class
from osler.consult.record.reading.types import Anchor, Kind, RecordQuestion
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies

_EVENTS: tuple[Kind, ...] = ("condition", "procedure", "medication", "vaccine", "symptom")


def bounded_by_event(
    read: RecordQuestion, today: dt.date, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordQuestion | RecordAnswer]:
    """The question with the period that an event of the record begins or ends; that the event is not dated, where it is not."""
    if read.anchor is None:
        return read
    day = yield from _day_of(read.anchor, today, vocabularies)
    if day is None:
        return nothing(f"The record does not say when this was: {read.anchor.phrase or 'the visit'}.")
    if read.anchor.after:
        return read._replace(period=Period(day, read.period.end))
    return read._replace(period=Period(read.period.start, day - dt.timedelta(days=1)))


def _day_of(anchor: Anchor, today: dt.date, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, dt.date | None]:
    """The day of an event: a disease began with its first entry, of anything else the last is meant."""
    if not anchor.phrase:
        return _last((yield from entries_in("visit", None)), today)
    for kind in _EVENTS:
        types = matching(anchor.phrase, (yield from types_in(kind)), vocabularies)
        rows = yield from entries_in(kind, types)
        days: list[dt.date] = sorted(row["date"] for row in rows if row["date"] and row["date"] <= today)
        if days:
            return days[0] if kind in {"condition", "symptom"} else days[-1]
    return None


def _last(rows: Rows, today: dt.date) -> dt.date | None:
    days = [row["date"] for row in rows if row["date"] and row["date"] <= today and row["status"] != "planned"]
    return max(days, default=None)


def medicines_for(complaint: str, medicines: Rows, vocabularies: Vocabularies) -> Asking:
    """The medicines that were given for a complaint: by their reason, by the visit, or because their class is taken for it."""
    named = [complaint, f"high {complaint}"] if measure_named(complaint) else [complaint]
    visits: set[str] = set()
    for name in named:
        visits |= {row["uuid"] for row in (yield from visits_for(name, vocabularies))}
    kind = pharmacological_class(complaint)
    types = matching(kind, (yield from types_in("medication")), vocabularies) if kind else []
    of_class = {entry.uuid for entry in types}
    return [
        row
        for row in medicines
        if row["type"] in of_class
        or row["encounter"] in visits
        or (row["reason"] and matching(complaint, [TypeEntry("", row["reason"])], vocabularies))
    ]


def with_reasons(medicines: Rows) -> Asking:
    """Medicines with the reason of the visit they were given at, where they have none of their own."""
    if all(row["reason"] for row in medicines):
        return medicines
    visits = {row["uuid"]: row for row in (yield from entries_in("visit", None))}
    return [
        row if row["reason"] or not (visit := visits.get(row["encounter"])) or not visit["reason"]
        else row | {"reason": visit["reason"], "visit": visit["uuid"]}
        for row in medicines
    ]  # fmt: skip
