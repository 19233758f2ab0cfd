"""Questions that are not asked of one kind of thing: the person, a whole period, what is to come, what followed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Generator
from typing import Any

from osler.consult.record import computing
from osler.consult.record.answers import RecordAnswer, unanswerable
from osler.consult.record.asking import Answering, Rows, entries_in, types_in
from osler.consult.record.computing.rows import called, dated
from osler.consult.record.concepts import TypeEntry, covering, matching
from osler.consult.record.counting import counts
from osler.consult.record.derived import ratio_of
from osler.consult.record.kin import cause_of_death, smoking
from osler.consult.record.parts import names_a_part
from osler.consult.record.question import Kind, RecordQuestion
from osler.consult.record.reading.framing import unframed
from osler.consult.record.reading.kinds import is_ordinary
from osler.consult.record.reading.table import says
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies

_NONE_PLANNED = "Nothing of this kind is recorded as planned."
_EVENTS: tuple[Kind, ...] = ("visit", "condition", "procedure", "medication", "vaccine", "allergy")


def aside_of(
    read: RecordQuestion, person: dict[str, Any], today: dt.date, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """What is not asked of one kind of thing: the person, a whole period, what is to come, what followed."""
    if read.intent == "demographic":
        said = (yield from cause_of_death(read, vocabularies)) or (yield from smoking(read, today))
        return said or computing.of_person(read, person, today)
    if says("may_have", unframed(read.text.lower())) and read.phrase:
        return (yield from allergy_first(read.phrase, vocabularies))
    if read.intent == "events":
        return (yield from _happened(read, today))
    if read.intent == "ratio":
        return (yield from ratio_of(read, today, vocabularies))
    if read.planned and not read.selectors and read.kind != "medication" and read.per is None:
        return (yield from _planned(read, today, vocabularies))
    return (yield from _after(read, today, vocabularies)) if read.intent == "after" else None


def allergy_first(phrase: str, vocabularies: Vocabularies) -> Answering:
    """Whether a drug may be given is no question of a record, but an allergy to it or to its class is."""
    held = yield from types_in("allergy")
    types = [*covering(phrase, held, vocabularies), *matching(phrase, held, vocabularies)] if phrase else []
    rows = [row for row in (yield from entries_in("allergy", types)) if computing.is_present(row)]
    return computing.beware(phrase, rows) if rows else unanswerable("out_of_scope")


def _happened(read: RecordQuestion, today: dt.date) -> Answering:
    """Everything that is dated in a period; measurements only of a single day, of which they are the story."""
    groups: dict[str, Rows] = {}
    one_day = read.period.start is not None and read.period.start == read.period.end
    for kind in (*_EVENTS, "observation") if one_day else _EVENTS:
        rows = yield from entries_in(kind, None)
        past = [row for row in rows if not computing.is_to_come(row, today)]
        groups[kind] = [row for row in past if counts(row, read._replace(kind=kind), today)]
    return computing.happened(groups)


def _planned(read: RecordQuestion, today: dt.date, vocabularies: Vocabularies) -> Answering:
    """What is still to come, where the record holds any such thing."""
    kinds: tuple[Kind, ...] = (read.kind,) if read.kind in {"procedure", "vaccine"} else ("visit", "procedure")
    coming: Rows = []
    past: Rows = []
    for kind in kinds:
        rows = yield from entries_in(kind, None)
        past += [row for row in rows if row["date"] and not computing.is_to_come(row, today)]
        coming += [row for row in rows if computing.is_planned(row, today)]
    if read.phrase and (names_a_part(read.phrase) or not is_ordinary(read.phrase, vocabularies)):
        names = [TypeEntry(row["uuid"], f"{row['name']} {row.get('reason') or ''}") for row in coming]
        meant = {entry.uuid for entry in matching(read.phrase, names, vocabularies)}
        coming = [row for row in coming if row["uuid"] in meant]
    if not coming:
        return _none_planned(read, past, vocabularies)
    if read.intent == "count":
        counted = computing.planned(coming, intent="list")
        return counted.model_copy(
            update={"type": "number", "value": float(len(coming)), "text": f"{len(coming)}. {counted.text}"}
        )
    if read.intent == "ever" and read.phrase:
        told = computing.planned(coming, intent="list")
        return told.model_copy(update={"type": "bool", "value": True, "text": f"Yes. {told.text}"})
    return computing.listed(coming, lambda row: f"{row['date'] or 'without a date'} {row['name']}")


def _none_planned(read: RecordQuestion, past: Rows, vocabularies: Vocabularies) -> RecordAnswer:
    """That nothing is planned; of a vaccine that is named when the last was given."""
    none = unanswerable("not_in_record")
    names = [TypeEntry(row["uuid"], row["name"]) for row in past] if read.kind == "vaccine" and read.phrase else []
    given = {entry.uuid for entry in matching(read.phrase, names, vocabularies)} if names else set()
    last = max((row for row in past if row["uuid"] in given), key=lambda row: row["date"], default=None)
    if last is None:
        return none.model_copy(update={"text": _NONE_PLANNED})
    said = f"{_NONE_PLANNED} The last: {called(last['name'])} {dated(last)}."
    return none.model_copy(update={"text": said, "entries": [last["uuid"]]})


def _after(read: RecordQuestion, today: dt.date, vocabularies: Vocabularies) -> Answering:
    """The medicines or procedures of the days on which something was diagnosed or done."""
    conditions = yield from types_in("condition")
    found = matching(read.phrase, conditions, vocabularies)
    first: Kind = "condition"
    if not found:
        procedures = yield from types_in("procedure")
        found, first = matching(read.phrase, procedures, vocabularies), "procedure"
    days = {row["date"] for row in (yield from entries_in(first, found)) if read.period.holds(row["date"])}
    rows = yield from entries_in(read.kind, None)
    held = [row for row in rows if row["date"] in days]
    return computing.listed(held)
