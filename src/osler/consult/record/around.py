"""What stands around an entry of the record: the event that bounds a period, the visit that a medicine was given at."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Generator
from typing import Any

from osler.consult.record.answers import RecordAnswer, nothing
from osler.consult.record.asking import Asking, Rows, entries_in, types_in, visits_for
from osler.consult.record.called import measure_named, telling_little, words
from osler.consult.record.computing import is_present, without_result
from osler.consult.record.computing.rows import called, dated
from osler.consult.record.computing.series import named_value
from osler.consult.record.concepts import TypeEntry, covering, matching, said_in_parts
from osler.consult.record.counting import is_there
from osler.consult.record.periods import Period
from osler.consult.record.reading.bounds import pharmacological_class
from osler.consult.record.reading.table import pattern
from osler.consult.record.reading.types import Anchor, Kind, RecordQuestion
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies

_EVENTS: tuple[Kind, ...] = ("condition", "procedure", "medication", "vaccine", "symptom")
_THAN = re.compile(r"\b(?:than|compared? (?:to|with)|versus|vs)\b")
_BEGINNING = re.compile(r"\b(?:start\w*|began|begun|went on|put on)\b")
"""Which time of a medicine is meant: the first, whatever is prescribed again."""
_BEGUN = frozenset({"condition", "symptom", "medication"})
"""What goes on once it has begun: a medicine that is prescribed again was not started again."""
_PILL = re.compile(r"\bpills?\b", re.IGNORECASE)
_CONTRACEPTIVE = "birth control"
"""What a pill is that is asked about beside another of this class."""
_THIS_TIME = re.compile(
    r"\b(?:this|the (?:last|latest|second|present|current)) time(?: (?:round|around))?\b", re.IGNORECASE
)
"""Means the course that goes on, or was the last, and not the first."""


def bounded_by_event(
    read: RecordQuestion, today: dt.date, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordQuestion | RecordAnswer]:
    """The question with the period that an event of the record begins or ends; that the event is not dated, where it is not."""
    anchor = read.anchor
    if anchor is None:
        return read
    again = _THIS_TIME.search(read.text) is not None
    begun = anchor._replace(edge="after") if _BEGINNING.search(read.text.lower()) else anchor
    event = yield from _event(begun, today, vocabularies, within=read.period, again=again)
    if event is None:
        return nothing(f"The record does not say when this was: {anchor.called}.")
    if read.kind == "medication" and not read.phrase and _PILL.search(read.text):
        of_class = matching(_CONTRACEPTIVE, [TypeEntry(event["uuid"], event["name"])], vocabularies)
        read = read._replace(phrase=_CONTRACEPTIVE) if of_class else read
    first: dt.date = event["date"]
    if _compared(read):
        return _held_against(read, first, today)
    if anchor.edge == "during":
        return read._replace(period=Period(first, event.get("end_date") or first))
    if anchor.edge == "before":
        return read._replace(period=Period(read.period.start, first - dt.timedelta(days=1)))
    # What was given or done on the day of the event came after it; what was found on that day did not.
    later = first if read.kind in {"medication", "procedure", "visit", "any"} else first + dt.timedelta(days=1)
    return read._replace(period=Period(later, read.period.end))


def _compared(read: RecordQuestion) -> bool:
    """Whether a value of the time of an event, or before it, is held against the newest."""
    sides = _THAN.split(read.text.lower())
    edge = read.anchor.edge if read.anchor is not None else "after"
    return read.kind == "observation" and len(sides) == 2 and edge in {"before", "during"}


def _held_against(read: RecordQuestion, event: dt.date, today: dt.date) -> RecordQuestion:
    """The last value before an event, or up to its day, held against the newest: as the side on which the event is named asks."""
    before = read.anchor is not None and read.anchor.edge == "before"
    then = Period(None, event - dt.timedelta(days=1) if before else event)
    asked, against = _THAN.split(read.text.lower())
    if pattern("anchor").search(asked) and not pattern("anchor").search(against):
        return read._replace(period=then, other_period=Period(None, today), intent="compare")
    return read._replace(period=Period(), against=then, intent="compare")


def _event(
    anchor: Anchor, today: dt.date, vocabularies: Vocabularies, *, within: Period, again: bool = False
) -> Generator[Call, ToolOutcome, dict[str, Any] | None]:
    """The event: a disease or a medicine began with its first entry, unless one bout is meant; of anything else the last."""
    if anchor.operated:
        return (yield from _operation(anchor.phrase, today, vocabularies))
    kinds: tuple[Kind, ...] = _EVENTS if anchor.phrase else ("visit",)
    for kind in kinds:
        held = (yield from types_in(kind)) if anchor.phrase else []
        types = matching(anchor.phrase, held, vocabularies) or said_in_parts(anchor.phrase, held, told=True)
        rows = yield from entries_in(kind, types if anchor.phrase else None)
        past = [row for row in rows if row["date"] and row["date"] <= today and row.get("status") != "planned"]
        past = [row for row in past if is_present(row)]
        past = [row for row in past if anchor.setting is None or is_there(row, anchor.setting)]
        past = [row for row in past if within.holds(row["date"])] or past
        if past:
            return past[0] if kind in _BEGUN and anchor.edge != "during" and not again else past[-1]
    return None


def _operation(
    phrase: str, today: dt.date, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, dict[str, Any] | None]:
    """The last operation, of a part of the body where one is named."""
    held = [
        entry
        for entry in (yield from types_in("procedure"))
        if not pattern("operations", "none").search(entry.name.lower())
    ]
    if phrase:
        held = matching(phrase, held, vocabularies) or said_in_parts(phrase, held, told=True)
    rows = yield from entries_in("procedure", held)
    past = [row for row in rows if row["date"] and row["date"] <= today and is_present(row)]
    return past[-1] if past else None


def medicines_for(complaint: str, medicines: Rows, vocabularies: Vocabularies) -> Asking:
    """The medicines that were given for a complaint: by their reason, by the visit, or because their class is taken for it."""
    named = [complaint, f"high {complaint}"] if measure_named(complaint) else [complaint]
    visits: set[str] = set()
    for name in named:
        visits |= {row["uuid"] for row in (yield from visits_for(name, vocabularies))}
    kind = pharmacological_class(complaint)
    types = matching(kind, (yield from types_in("medication")), vocabularies) if kind else []
    of_class = {entry.uuid for entry in types}
    given = [
        row
        for row in medicines
        if (row["encounter"] in visits and not row["reason"] and (not of_class or row["type"] in of_class))
        or (row["reason"] and _is_reason(complaint, TypeEntry("", row["reason"]), vocabularies, by_parts=not kind))
    ]
    named_for = {row["uuid"] for row in given}
    # A medicine of the class that was given for something else is not one for this, where one for this is recorded.
    return [
        row
        for row in medicines
        if row["uuid"] in named_for or (row["type"] in of_class and not (named_for and row["reason"]))
    ]


def _is_reason(complaint: str, reason: TypeEntry, vocabularies: Vocabularies, *, by_parts: bool) -> bool:
    """Whether a medicine is for a complaint: for it, for a kind of it, or for the disease that it is a kind of.

    By the parts of a disease's name only where no class of medicines is known for the complaint: what is taken for the
    bones is no painkiller for osteoarthritis.
    """
    found = matching(complaint, [reason], vocabularies) or covering(complaint, [reason], vocabularies)
    return bool(found or (by_parts and said_in_parts(complaint, [reason], told=True)))


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


def found_at(done: dict[str, Any]) -> Generator[Call, ToolOutcome, RecordAnswer]:
    """What the record holds of the outcome of a test: what was measured by it, or that it does not say it, and what was diagnosed at the same visit."""
    told = without_result(done)
    measured = [row for row in (yield from entries_in("observation", None)) if _measured_by(done, row)]
    if measured:
        values = "; ".join(named_value(row) for row in measured)
        said = f"{called(done['name'])} {dated(done)}: {values}."
        entries = [done["uuid"], *(row["uuid"] for row in measured)]
        told = RecordAnswer(type="string", value=values, entries=entries, text=said)
    diagnosed = [
        row
        for row in (yield from entries_in("condition", None))
        if done["encounter"] and row["encounter"] == done["encounter"] and is_present(row)
    ]
    if not diagnosed:
        return told
    named = "; ".join(called(row["name"]) for row in diagnosed)
    entries = [*told.entries, *(row["uuid"] for row in diagnosed)]
    return told.model_copy(update={"text": f"{told.text} Diagnosed at the same visit: {named}.", "entries": entries})


def _measured_by(done: dict[str, Any], row: dict[str, Any]) -> bool:
    """Whether a value is what a test found: of its day, and called by all that says what was tested."""
    tested = {*words(done["name"])} - telling_little("generic") - _TESTS
    named = {*words(row["name"])}
    return bool(tested) and row["date"] is not None and row["date"] == done["date"] and tested <= named


_TESTS = frozenset({"scan", "test", "measurement", "examination", "assessment", "screening", "procedure", "imaging"})
"""Words that say that something was tested, and not what."""


def visits_with_reasons(visits: Rows) -> Asking:
    """Visits with what was diagnosed at them, where they name no reason."""
    found: dict[str, list[str]] = {}
    for row in (yield from entries_in("condition", None)):
        if row["encounter"] and is_present(row):
            found.setdefault(row["encounter"], []).append(row["name"])
    return [row if row["reason"] else row | {"reason": "; ".join(found.get(row["uuid"], ()))} for row in visits]
