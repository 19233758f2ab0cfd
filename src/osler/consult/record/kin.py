"""What a record says of the person and of relatives: smoking, the cause of death, what runs in the family."""

from __future__ import annotations

import datetime as dt
from collections.abc import Generator

from osler.consult.record import computing, queries
from osler.consult.record.answers import RecordAnswer, nothing
from osler.consult.record.asking import ask_rows, entries_in, types_in
from osler.consult.record.concepts import TypeEntry, matching
from osler.consult.record.question import RecordQuestion, is_condition
from osler.consult.record.reading.kinds import phrase_of
from osler.consult.record.reading.table import pattern
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies

_SMOKING = "LOINC:72166-2"


def of_the_family(question: str, vocabularies: Vocabularies) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """What the record holds of relatives, where it holds any and they are asked about."""
    lower = question.lower()
    asked = pattern("relatives").findall(lower)
    if not asked:
        return None
    rows = [row for row in (yield from ask_rows(queries.family())) if computing.is_present(row)]
    of = [row for row in rows if (row["relation"] or "").lower() in asked] or rows
    named = [
        row
        for row in of
        if matching(phrase_of(lower, vocabularies), [TypeEntry(row["uuid"], row["name"])], vocabularies)
    ]
    if not rows:
        return None
    found = named or ([] if is_condition(phrase_of(lower, vocabularies), vocabularies) else of)
    return computing.listed(found, tell=lambda row: f"{row['relation'] or 'a relative'}: {row['name']}")


def cause_of_death(
    read: RecordQuestion, vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """What a death is recorded to have come from."""
    if read.field != "alive" or not pattern("cause_of_death").search(read.text.lower()):
        return None
    types = matching("cause of death", (yield from types_in("observation")), vocabularies, measured=True)
    rows = [row for row in (yield from entries_in("observation", types)) if row["text"]]
    return computing.value(read, rows, dt.date.max) if rows else nothing("No cause of death is recorded.")


def smoking(read: RecordQuestion, today: dt.date) -> Generator[Call, ToolOutcome, RecordAnswer | None]:
    """What the record last said of smoking before the day of asking."""
    if read.field != "smoking":
        return None
    types = [entry for entry in (yield from types_in("observation")) if _SMOKING in entry.codes]
    rows = [row for row in (yield from entries_in("observation", types)) if not computing.is_to_come(row, today)]
    return computing.value(read, rows, today)
