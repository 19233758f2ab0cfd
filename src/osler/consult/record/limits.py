"""What cannot be computed of a record, or is not told by it: which limit it is, instead of an answer that leaves out what was asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from osler.consult.record.answers import RecordAnswer, nothing
from osler.consult.record.called import words
from osler.consult.record.computing.rows import called, dated
from osler.consult.record.computing.series import ids, named_value
from osler.consult.record.parts import of_a_part
from osler.consult.record.reading.types import RecordQuestion
from osler.core.terminology import plain_meanings
from osler.yaml_reader import RuleTable

Rows = list[dict[str, Any]]
_TABLE = RuleTable("osler.consult.record", "limits.yml", flags=re.IGNORECASE)
_QUALIFIED = {"condition", "procedure", "symptom", "observation", "allergy"}
_MOST = 4
_NOT_SAID = "The record does not say {what}. It holds: {held}."
_NOT_SAID_WHO = "The record does not say who measured a value, or where. {latest}"
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


def as_qualified(read: RecordQuestion, rows: Rows) -> Rows | RecordAnswer:
    """The entries of the side, degree or origin that a question names; where none tells it, that the record does not say it."""
    if read.kind not in _QUALIFIED or not rows:
        return rows
    kept = [row for row in rows if not _is_the_contrary(read.text, row["name"])]
    if not kept:
        return _not_so(rows)
    rows = kept
    side = _TABLE.pattern("sides").search(read.text)
    if side is not None and _is_of_the_body(side["part"]):
        there = of_a_part(side["part"], rows) or rows
        return _only(read, side["said"].lower(), ("left", "right", "both", "bilateral"), there, "on which side")
    spoken = {*words(read.text)}
    for what, group in _TABLE.rules["kinds_of"].items():
        said = spoken.intersection(group)
        if len(said) == 1:
            return _only(read, said.pop(), group, rows, what)
    return rows


def only_qualifies(phrase: str) -> bool:
    """Whether a phrase says only of what degree or origin a thing is, and names none."""
    known = {word for group in _TABLE.rules["kinds_of"].values() for word in group}
    return bool(phrase) and {*words(phrase)} <= known


def _only(read: RecordQuestion, said: str, group: Sequence[str], rows: Rows, what: str) -> Rows | RecordAnswer:
    """The entries that have a word; where all have another of its group it is not so, and where some have none it is not said."""
    own = [row for row in rows if said in _said_of(row)]
    silent = [row for row in rows if not _said_of(row).intersection(group)]
    told = silent[-_MOST:] or rows[-_MOST:]
    held = "; ".join(dict.fromkeys(f"{_told(row)} {dated(row)}" for row in told))
    if own or (not silent and read.intent != "ever"):
        return own
    if not silent:
        return _not_so(told)
    return nothing(_NOT_SAID.format(what=what, held=held)).model_copy(update={"entries": ids(told)})


_BESIDE = re.compile(r"\b(?P<not>without|no) (?P<less>[a-z]+)|\bwith (?P<more>[a-z]+)", re.IGNORECASE)


def _is_the_contrary(text: str, name: str) -> bool:
    """Whether a name says "without" of what a question says "with", or the other way round."""
    asked, told = _beside(text), _beside(name)
    return bool(asked[0] & told[1] or asked[1] & told[0])


def _beside(text: str) -> tuple[set[str], set[str]]:
    """What a text says that a thing is with, and what it is without."""
    found = list(_BESIDE.finditer(text))
    return {m["more"].lower() for m in found if m["more"]}, {m["less"].lower() for m in found if m["less"]}


def _not_so(rows: Rows) -> RecordAnswer:
    """What is recorded in the place of what was asked about."""
    held = "; ".join(dict.fromkeys(f"{_told(row)} {dated(row)}" for row in rows[-_MOST:]))
    return RecordAnswer(
        type="bool", value=False, entries=ids(rows[-_MOST:]), text=f"Not recorded so. The record holds: {held}."
    )


def _said_of(row: dict[str, Any]) -> set[str]:
    return {*words(row["name"]), *words(str(row.get("severity") or ""))}


def _told(row: dict[str, Any]) -> str:
    return named_value(row) if row.get("value") is not None else called(row["name"])


def _is_of_the_body(part: str) -> bool:
    return any(not meaning.startswith("~") for meaning in plain_meanings(part.lower()))


def in_a_circumstance(read: RecordQuestion, rows: Rows) -> RecordAnswer | None:
    """What is said where values are asked for that were taken in some way, and no name of a value tells it; None where it is not asked."""
    if read.kind != "observation" or not read.phrase or not rows:
        return None
    how = _circumstance(read, rows)
    if how is None and not _TABLE.says(read.text, "measured_by"):
        return None
    valued = [row for row in rows if row.get("value") is not None and read.period.holds(row["date"])]
    latest = f"The latest is {named_value(valued[-1])} {dated(valued[-1])}." if valued else ""
    told = _UNSAID.format(how=how, latest=latest) if how is not None else _NOT_SAID_WHO.format(latest=latest)
    return nothing(told.strip()).model_copy(update={"entries": ids(valued[-1:])})


def _circumstance(read: RecordQuestion, rows: Rows) -> str | None:
    """The words of a question for how, when or where a value was taken, which no name of these values has."""
    pain = _TABLE.pattern("pain_in").search(read.text)
    found = [pain] if pain is not None and _is_of_the_body(pain["part"]) else []
    found += filter(
        None, (_TABLE.pattern("circumstances", how).search(read.text) for how in _TABLE.rules["circumstances"])
    )
    for match in found:
        said = match["part"] if match is pain else match.group().strip()
        if not any({*words(said)} & {*words(row["name"])} for row in rows):
            return f"in the {said}".lower() if match is pain else said.lower()
    return None
