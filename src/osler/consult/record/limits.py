"""What cannot be computed of a record, or is not told by it: which limit it is, instead of an answer that leaves out what was asked."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from osler.consult.record.answers import RecordAnswer, nothing
from osler.consult.record.called import words
from osler.consult.record.computing.rows import called, dated
from osler.consult.record.computing.series import ids, named_value
from osler.consult.record.reading.types import RecordQuestion
from osler.core.terminology import plain_meanings
from osler.yaml_reader import RuleTable

Rows = list[dict[str, Any]]
_TABLE = RuleTable("osler.consult.record", "limits.yml", flags=re.IGNORECASE)
_OTHER_SIDE = {"left": "right", "right": "left"}
_SIDED = {"condition", "procedure", "symptom", "observation"}
_MOST = 4
_SIDE_UNSAID = "The record does not say on which side. It holds: {held}."
_UNSAID = "The record does not say which values were taken “{how}”. {latest}"


def beyond_computing(question: str) -> RecordAnswer | None:
    """What is said where a question asks for something that is not computed here; None where nothing stands in its way."""
    for limit, said in _limits():
        match = limit.search(question)
        if match is not None:
            text = said.format(said=f"a {match.group().lower()}" if not match.group().endswith("s") else match.group())
            return RecordAnswer(type="unanswerable", reason="not_in_record", text=text)
    return None


@cache
def _limits() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(row["asks"], re.IGNORECASE), row["says"]) for row in _TABLE.rules["limits"])


def of_a_side(read: RecordQuestion, rows: Rows) -> Rows | RecordAnswer:
    """The entries of the side that a question names; where none tells a side, that the record does not say it."""
    match = _TABLE.pattern("sides").search(read.text) if read.kind in _SIDED and rows else None
    if match is None or not _is_of_the_body(match["part"]):
        return rows
    side = match["side"].lower()
    own = [row for row in rows if side in words(row["name"])]
    silent = [row for row in rows if not {side, _OTHER_SIDE[side]} & {*words(row["name"])}]
    if own or not silent:
        return own
    held = "; ".join(dict.fromkeys(f"{_told(row)} {dated(row)}" for row in silent[-_MOST:]))
    return nothing(_SIDE_UNSAID.format(held=held)).model_copy(update={"entries": ids(silent[-_MOST:])})


def _told(row: dict[str, Any]) -> str:
    return named_value(row) if row.get("value") is not None else called(row["name"])


def _is_of_the_body(part: str) -> bool:
    return any(not meaning.startswith("~") for meaning in plain_meanings(part.lower()))


def in_a_circumstance(read: RecordQuestion, rows: Rows) -> RecordAnswer | None:
    """What is said where values are asked for that were taken in some way, and no name of a value tells it; None where it is not asked."""
    if read.kind != "observation" or not read.phrase or not rows:
        return None
    for how in _TABLE.rules["circumstances"]:
        match = _TABLE.pattern("circumstances", how).search(read.text)
        if match is None or any({*words(match.group())} & {*words(row["name"])} for row in rows):
            continue
        valued = [row for row in rows if row.get("value") is not None and read.period.holds(row["date"])]
        latest = f"The latest is {named_value(valued[-1])} {dated(valued[-1])}." if valued else ""
        told = nothing(_UNSAID.format(how=match.group().lower(), latest=latest).strip())
        return told.model_copy(update={"entries": ids(valued[-1:])})
    return None
