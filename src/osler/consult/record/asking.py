"""What the offline mind asks of the graph: its rows, the kinds of thing that a record holds, and their entries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Generator, Sequence
from typing import Any

from osler.consult.home import SAID_HERE
from osler.consult.record import queries
from osler.consult.record.answers import RecordAnswer
from osler.consult.record.concepts import TypeEntry, matching, said_in_parts
from osler.consult.record.days import PartialDay
from osler.consult.record.reading.types import Kind
from osler.core.agents import Call, ToolOutcome
from osler.core.terminology import Vocabularies
from osler.errors import StorageError

Rows = list[dict[str, Any]]
Asking = Generator[Call, ToolOutcome, Rows]
Answering = Generator[Call, ToolOutcome, RecordAnswer]

QUERY_TOOL = "query_graph"
_DAYS = frozenset({"date", "end_date", "birth_date", "death_date"})
_NUMBERS = frozenset({"value", "low", "high", "age_years", "dose_number"})
_WRITTEN = {"date": "date_written", "end_date": "end_written"}


def ask_rows(cypher: str, parameters: dict[str, Any] | None = None) -> Asking:
    """The rows of one query."""
    arguments: dict[str, Any] = {"cypher": cypher}
    if parameters:
        arguments["parameters"] = parameters
    outcome = yield Call(QUERY_TOOL, arguments)
    if not outcome.ok:  # what could not be asked is not nothing
        raise StorageError(f"the record could not be searched: {outcome.error}", mend="ask again")
    return [_with_days(_with_numbers(row)) for row in outcome.result or ()]


def _with_numbers(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its numbers as numbers; a graph from elsewhere may hold a value as text, and then it is text."""
    made = {key: _number(value) if key in _NUMBERS and isinstance(value, str) else value for key, value in row.items()}
    if isinstance(row.get("value"), str) and made["value"] is None and not row.get("text"):
        made["text"] = row["value"]
    return made


def _number(value: str) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None


def _with_days(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its days as days, as precise as they are known; a graph from elsewhere may hold them as text."""
    made = {key: _day(value) if key in _DAYS and isinstance(value, str) else value for key, value in row.items()}
    for key, written in _WRITTEN.items():
        known, day = made.pop(written, None), made.get(key)
        if isinstance(known, str) and known and isinstance(day, dt.date):
            made[key] = PartialDay.of(day, known)
    return made


def _day(value: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(value[:10])
    except ValueError:
        return None


def types_in(kind: Kind) -> Generator[Call, ToolOutcome, list[TypeEntry]]:
    """The kinds of thing that the record holds of a kind."""
    rows = yield from ask_rows(queries.types_of(kind))
    return [TypeEntry(row["uuid"], row["name"], tuple((row["codes"] or "").split("|"))) for row in rows]


def entries_in(kind: Kind, types: Sequence[TypeEntry] | None) -> Asking:
    """The entries of a kind in the order of time; of these types only, where they are given."""
    if types is None:
        found = yield from ask_rows(queries.entries_of(kind, of_types=False))
    elif not types:
        return []
    else:
        chosen = {"types": [entry.uuid for entry in types]}
        found = yield from ask_rows(queries.entries_of(kind, of_types=True), chosen)
    return sorted(found, key=_told_later)  # the order of the query stays within a day


def _told_later(row: dict[str, Any]) -> tuple[bool, dt.date, bool, bool]:
    """The order of entries: what the user told of a day, without an hour, comes after what was on file for that day, and what is told now last."""
    now = str(row.get("uuid")).startswith(TOLD_NOW)
    told = is_told(row) and not now and "T" not in str(row.get("time") or "")
    day = row.get("date")
    return (day is not None, day or dt.date.min, now, told)


def is_told(row: dict[str, Any]) -> bool:
    """Whether an entry is what the user told in a conversation, and nobody else put into the record."""
    return str(row.get("uuid")).startswith((SAID_HERE, TOLD_NOW))


TOLD_NOW = "told now"
"""How the identifier of a value begins that a message tells and no record holds yet."""


_AT_A_VISIT: tuple[Kind, ...] = ("condition", "procedure")
"""What a visit can be known by."""


def visits_for(phrase: str, vocabularies: Vocabularies) -> Asking:
    """The visits that a thing was the reason of: by their own words, or because it was diagnosed or done there."""
    visits = yield from entries_in("visit", None)
    there: set[str] = set()
    for kind in _AT_A_VISIT:
        held = yield from types_in(kind)
        found = matching(phrase, held, vocabularies) or said_in_parts(phrase, held, told=True)
        there |= {row["encounter"] for row in (yield from entries_in(kind, found)) if row["encounter"]}
    return [row for row in visits if row["uuid"] in there or _speaks_of(phrase, row, vocabularies)]


def _speaks_of(phrase: str, visit: dict[str, Any], vocabularies: Vocabularies) -> bool:
    said = [TypeEntry(visit["uuid"], text) for text in (visit["name"], visit["reason"]) if text]
    return bool(matching(phrase, said, vocabularies) or said_in_parts(phrase, said, told=True))
