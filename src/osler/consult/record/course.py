"""How an illness goes: by the values that tell of it, never by its being there."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.record import computing
from osler.consult.record.answers import RecordAnswer
from osler.consult.record.asking import Answering, entries_in, types_in
from osler.consult.record.computing.rows import called, dated
from osler.consult.record.concepts import TypeEntry, matching
from osler.consult.record.question import RecordQuestion
from osler.consult.record.reading.table import rules, says
from osler.core.terminology import Vocabularies

_NOT_SAID = "The record does not say whether it is better or worse."


def asks_course(read: RecordQuestion) -> bool:
    """Whether it is asked how an illness goes: that it is there is no answer to that."""
    return read.kind == "condition" and bool(read.phrase) and says("course", read.asked)


def course_of(read: RecordQuestion, types: list[TypeEntry], today: dt.date, vocabularies: Vocabularies) -> Answering:
    """The last values of what tells of an illness, or that none is recorded; the judgement is not made."""
    rows = [row for row in (yield from entries_in("condition", types)) if computing.is_present(row)] if types else []
    named = " ".join([read.phrase, *(row["name"].lower() for row in rows)])
    told_by = next((names for said, names in rules()["told_by"].items() if re.search(said, named)), ())
    observed = yield from types_in("observation")
    for name in told_by:
        found = matching(name, observed, vocabularies, measured=True)
        values = [row for row in (yield from entries_in("observation", found)) if not computing.is_to_come(row, today)]
        held = [row for row in values if read.period.holds(row["date"])]
        if held:
            asked = read._replace(kind="observation", phrase=name, text="", asked="", selectors=(), newest=None)
            moved = computing.trend(asked, held, today)
            answer = moved if moved.type == "string" else computing.value(asked, held, today)
            said = f"{_NOT_SAID} {answer.text}"
            return RecordAnswer(type="string", value=said, entries=answer.entries, text=said)
    there = "; ".join(f"{called(row['name'])} {dated(row)}" for row in rows[-1:])
    said = f"{_NOT_SAID} Recorded: {there}." if there else f"{_NOT_SAID} Nothing of this name is recorded."
    return RecordAnswer(type="none", entries=[row["uuid"] for row in rows[-1:]], text=said)
