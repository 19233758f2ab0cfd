"""A value that is told and asked about in the same breath, held against what the record has: "88 kg today, is that less than before?"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from osler.consult.extraction import MeasurementEntry, as_measured, extract_measurements, is_plausible
from osler.consult.extraction.clauses import clauses
from osler.consult.graph_tools import drive
from osler.consult.record import (
    RecordAnswer,
    RecordQuestion,
    answer_question,
    is_pressure,
    measure_named,
    read_question,
)
from osler.consult.record.asking import TOLD_NOW
from osler.consult.record.periods import Period
from osler.consult.record.queries import entries_of
from osler.consult.types import GivenValue, ReplySentence, SourceLine
from osler.consult.wording.folded import folded, uncapitalised
from osler.core.graph import PatientGraphs
from osler.core.terminology import Measure, Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.going_on", "told_compared.yml", flags=re.IGNORECASE)
_VALUES = entries_of("observation", of_types=True)
_A_DAY = len("2020-01-01")
_HELD_AGAINST = frozenset({"compare", "change", "trend"})
NONE_BEFORE = "The record has no earlier {name} to hold it against."
_CHANGED = "How much did my {name} change since the last one?"


class ToldValue(NamedTuple):
    """A value that a message tells, and what it asks of it."""

    name: str
    entries: tuple[MeasurementEntry, ...]
    """One, or the two of a blood pressure."""
    question: str
    """With the measure named."""
    rest: str
    """What else the message says."""

    def given(self, today: dt.date) -> GivenValue:
        """The value as one that was just spoken of."""
        return GivenValue(name=self.name, day=(self.entries[0].time or today.isoformat())[:10])


def held_against_before(message: str, found: Sequence[MeasurementEntry]) -> ToldValue | None:
    """The value that a message tells and holds against an earlier one; None for any other message."""
    asked = next(((before, asked) for before, asked in _splits(message) if _compares(asked)), None)
    named = measure_named(as_measured(asked[1])) if asked is not None else None
    entries = _meant(found, named)
    if asked is None or not entries or not all(map(is_plausible, entries)):
        return None
    name = "blood pressure" if is_pressure(*(one.name for one in entries)) else entries[0].name.lower()
    return ToldValue(name, entries, _standing_alone(asked[1], name, named), asked[0])


def tells_and_compares(message: str, now: dt.datetime) -> bool:
    """Whether a message tells a value and asks how it stands to an earlier one: what "that" is, it says itself."""
    if not any(_compares(asked) for _, asked in _splits(message)):
        return False
    return held_against_before(message, extract_measurements(message, now).measurements) is not None


def with_its_name(message: str, name: str, now: dt.datetime) -> str:
    """The message; where it tells a bare value, alone or beside a question of how it stands to an earlier one, with the name of what was spoken of."""
    measure = measure_named(name)
    if measure is None:
        return message
    bare = re.sub(r"[?!. ]+$", "", message)
    told = [(before, asked) for before, asked in _splits(message) if _compares(asked)] or [(bare, "")]
    for before, asked in told:
        value = _TABLE.pattern("bare_value").fullmatch(folded(before).strip(" ,.;"))
        if value is None or measure_named(as_measured(asked)) is not None or (not asked and not value["when"]):
            continue
        named = f"my {uncapitalised(measure.name)} was {value['value']}{value['when'] or ''}"
        read = extract_measurements(named, now).measurements
        if read and all(one.time is not None or not value["when"] for one in read) and all(map(is_plausible, read)):
            return f"{named}, {asked}" if asked else named
    return message


def against_before(
    told: ToldValue, today: dt.date, graphs: PatientGraphs, patient_id: str, vocabularies: Vocabularies
) -> list[ReplySentence]:
    """The answer from the record, with the value that was told as its newest."""
    beside = _Beside(told, today, only_last=not _names_a_time(told.question, today, vocabularies))
    answer: RecordAnswer | None = None
    for question in (told.question, _CHANGED.format(name=told.name)):
        read = read_question(question, today, vocabularies)
        if not isinstance(read, RecordQuestion) or read.intent not in _HELD_AGAINST:
            continue
        work = answer_question(question, today, vocabularies)
        answer = drive(work, graphs, patient_id, beside=beside.rows)
        if answer.type not in {"unanswerable", "none"}:
            break
    if answer is None or answer.type in {"unanswerable", "none"} or not beside.earlier:
        return [ReplySentence(text=NONE_BEFORE.format(name=told.name))]
    sources = [SourceLine(kind="record", id=entry) for entry in answer.entries if not entry.startswith(TOLD_NOW)]
    said = answer.text
    if told.entries[0].time is None:  # of which day it is was not told
        before, day, after = said.rpartition(f" on {today.isoformat()}")
        said = f"{before} as you told it{after}" if day else said
    return [ReplySentence(text=said, sources=sources)]


class _Beside:
    """The rows of a measure, with those that were told."""

    def __init__(self, told: ToldValue, today: dt.date, *, only_last: bool) -> None:
        self._told, self._today, self._only_last = told, today, only_last
        self.earlier = False
        """Whether the record holds any value that is not newer."""

    def rows(self, cypher: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The rows of a query: where it asks for values, the last one of each measure that was told, or all, and the told."""
        if cypher != _VALUES:
            return rows
        made = rows
        for number, entry in enumerate(self._told.entries):
            measure = measure_named(entry.name)
            day = (entry.time or self._today.isoformat())[:10]
            own = [
                row
                for row in rows
                if _is_of(row, measure) and row["value"] is not None and str(row["date"])[:10] <= day
            ]
            if not own:
                continue
            self.earlier = True
            left_out = [
                row for row in made if _is_of(row, measure) and (self._only_last or str(row["date"])[:10] > day)
            ]
            made = [row for row in made if row not in left_out] + (own[-1:] if self._only_last else [])
            value = {"value": entry.value, "unit": entry.unit or own[-1]["unit"], "comparator": None, "status": "final"}
            whole = f"{day}-01-01"[:_A_DAY] if len(day) < _A_DAY else day
            written = day if len(day) < _A_DAY else None  # as precise as it was told
            when = {"date": whole, "date_written": written, "time": f"{whole}T23:59:59", "panel": TOLD_NOW}
            made.append(own[-1] | value | when | {"uuid": f"{TOLD_NOW} {number}", "low": None, "high": None})
        return made


def _is_of(row: dict[str, Any], measure: Measure | None) -> bool:
    named = measure_named(row["name"])
    return named is not None and measure is not None and named.id == measure.id


def _splits(message: str) -> list[tuple[str, str]]:
    """What a message tells and what it asks, at each place where its question may begin."""
    said = message.strip()
    parts = clauses(said)
    found = []
    for part in parts:
        start = said.replace("’", "'").find(part.text)
        if part.question and start > 0:
            end = start + len(part.text)
            found.append((f"{said[:start]} {said[end:]}".strip(" ,;–-"), part.text))
    match = _TABLE.pattern("begins").search(said)
    return found + ([(said[: match.start()], said[match.end() :])] if match is not None else [])


def _compares(asked: str) -> bool:
    lower = folded(asked)
    return (
        _TABLE.says(lower, "asks")
        and _TABLE.says(lower, "compares")
        and not _TABLE.says(lower, "of_another_matter")
        and re.search(r"\d{1,3}(?:\.\d|/\d| ?%| ?kg)", lower) is None
    )


def _meant(found: Sequence[MeasurementEntry], named: Measure | None) -> tuple[MeasurementEntry, ...]:
    """The told value that is asked about: of the measure that is named, or the only one that is told."""
    kinds: dict[str, list[MeasurementEntry]] = {}
    for entry in found:
        measure = measure_named(entry.name)
        key = "pressure" if is_pressure(entry.name) else measure.id if measure is not None else entry.name
        kinds.setdefault(key, []).append(entry)
    if named is not None:
        key = "pressure" if is_pressure(named.name) or named.id == "LAB:bp" else named.id
        kinds = {key: kinds[key]} if key in kinds else {}
    if len(kinds) != 1:
        return ()
    entries = next(iter(kinds.values()))
    most = 2 if is_pressure(*(one.name for one in entries)) else 1
    return tuple(entries) if len(entries) <= most else ()


def _standing_alone(asked: str, name: str, named: Measure | None) -> str:
    """The question with the measure named."""
    said = asked.strip().rstrip("?!. ")
    if named is None and _TABLE.says(said, "points"):
        said = _TABLE.pattern("points").sub(f"my {name}", said, count=1)
    elif named is None:
        said = f"is my {name} {said}"
    return f"{said}?"


def _names_a_time(question: str, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether a question says which earlier value is meant; by itself that is the last."""
    read = read_question(question, today, vocabularies)
    if not isinstance(read, RecordQuestion):
        return False
    chosen = set(read.selectors) - {"last", "before_last"}
    return bool(read.period != Period() or read.against or read.anchor or read.other_period or chosen)
