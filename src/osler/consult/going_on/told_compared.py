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
from osler.consult.record.asking import TOLD_NOW, is_told
from osler.consult.record.periods import Period
from osler.consult.record.queries import entries_of
from osler.consult.record.taken_there import asks_of_theirs, is_own
from osler.consult.types import ConsultState, GivenValue, ReplySentence, SourceLine
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
    others: tuple[MeasurementEntry, ...] = ()
    """What else was told of the measure in the same breath."""

    def given(self, today: dt.date) -> GivenValue:
        """The value as one that was just spoken of."""
        return GivenValue(name=self.name, day=(self.entries[0].time or today.isoformat())[:10])


def held_against_before(message: str, found: Sequence[MeasurementEntry]) -> ToldValue | None:
    """The value that a message tells and holds against an earlier one; None for any other message."""
    asked = next(((before, asked) for before, asked in _splits(message) if _compares(asked)), None)
    said = folded(message)
    own = [entry for entry in found if folded(entry.quote) in said]  # and not what waits since before
    return _held(asked[1], own or found, asked[0]) if asked is not None else None


def told_held_against_before(message: str, state: ConsultState) -> ToldValue | None:
    """The value that was told last and waits or was saved, where a message that tells none holds it against an earlier one."""
    told = told_last(state)
    if not told:
        return None
    figures = "|".join(re.escape(f"{entry.value:g}") for entry in told)
    figure = rf"\b(?P<is>is|was) (?:{figures})(?:/\d{{2,3}})?(?:\s?(?:%|[a-z]+(?:/[a-z]+)?))?(?= (?:{_TABLE.rules['more']})\b)"
    asked = re.sub(figure, r"\g<is> that", message, flags=re.IGNORECASE)  # the figure is that of the value
    return _held(asked, told, "") if _compares(asked) else None


def told_last(state: ConsultState) -> list[MeasurementEntry]:
    """The values of the one measure that was told or saved last; empty where an answer gave another since, or several were told."""
    subject, told = state.subject, state.pending or (state.saved[-1] if state.saved else None)
    if told is None or subject is None or subject.kind != "observation":
        return []
    names = list(dict.fromkeys(entry.name for entry in told.measurements))
    about = ["blood pressure"] if is_pressure(*names) else [name.lower() for name in names]
    given = state.given_value
    if given is not None and (
        about != [given.name] or given.day not in {_when(one)[:_A_DAY] for one in told.measurements}
    ):
        return []  # an answer gave another
    return list(told.measurements) if given is not None or [name.lower() for name in subject.names] == about else []


def _held(asked: str, found: Sequence[MeasurementEntry], rest: str) -> ToldValue | None:
    """The newest of the values that were told, held against what was before them."""
    named = measure_named(as_measured(asked))
    batch = _of_one_measure(found, named)
    entries = _newest(batch)
    if not entries or not all(map(is_plausible, entries)):
        return None
    name = "blood pressure" if is_pressure(*(one.name for one in entries)) else entries[0].name.lower()
    others = tuple(one for one in batch if one not in entries)
    return ToldValue(name, entries, _standing_alone(asked, name, named), rest, others)


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
    among = bool(told.others) and not (asks_of_theirs(told.question) or _TABLE.says(told.question, "of_the_record"))
    dated = among or _names_a_time(told.question, today, vocabularies)
    beside = _Beside(told, today, only_last=not dated, among=among)
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

    def __init__(self, told: ToldValue, today: dt.date, *, only_last: bool, among: bool) -> None:
        self._told, self._today, self._only_last = told, today, only_last
        self._among = among
        """Whether the value may be held against another that was told beside it."""
        self.earlier = False
        """Whether the record holds any value that is not newer."""

    def rows(self, cypher: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The rows of a query: where it asks for values, the last one of each measure that was told, or all, and the told."""
        if cypher != _VALUES:
            return rows
        kept = [row for row in rows if not self._is_not_before(row)]
        made = kept
        told: list[dict[str, Any]] = []
        for number, entry in enumerate([*(self._told.others if self._among else ()), *self._told.entries]):
            measure = measure_named(entry.name)
            day = (entry.time or self._today.isoformat())[:10]
            own = [
                row
                for row in kept
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
            when = {"date": whole, "date_written": written, "time": f"{whole}T23:59:59", "panel": f"{TOLD_NOW} {day}"}
            told.append(own[-1] | value | when | {"uuid": f"{TOLD_NOW} {number}", "low": None, "high": None})
        return [*made, *told]

    def _is_not_before(self, row: dict[str, Any]) -> bool:
        """Whether a row is what was saved of the values themselves, or the user's own where others' are asked for."""
        told = [*self._told.others, *self._told.entries]
        if is_told(row) and any(_is_saved_as(one, row) for one in told):
            return True
        return is_own(row) and asks_of_theirs(self._told.question)


def _is_saved_as(entry: MeasurementEntry, row: dict[str, Any]) -> bool:
    """Whether a row is what was saved of a told value."""
    day = (entry.time or "")[:_A_DAY]
    return bool(entry.value == row["value"]) and (not day or str(row["date"]).startswith(day[: len("2020-01")]))


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


def _of_one_measure(found: Sequence[MeasurementEntry], named: Measure | None) -> tuple[MeasurementEntry, ...]:
    """The told values that are asked about: of the measure that is named, or of the only one that is told."""
    kinds: dict[str, list[MeasurementEntry]] = {}
    for entry in found:
        measure = measure_named(entry.name)
        key = "pressure" if is_pressure(entry.name) else measure.id if measure is not None else entry.name
        kinds.setdefault(key, []).append(entry)
    if named is not None:
        key = "pressure" if is_pressure(named.name) or named.id == "LAB:bp" else named.id
        kinds = {key: kinds[key]} if key in kinds else {}
    return tuple(next(iter(kinds.values()))) if len(kinds) == 1 else ()


def _newest(batch: Sequence[MeasurementEntry]) -> tuple[MeasurementEntry, ...]:
    """Of values of one measure the newest, of blood pressures both of its parts; empty where none is the newest."""
    last = max((_when(one) for one in batch), default="")
    newest = tuple(one for one in batch if _when(one) == last)
    return newest if len({one.name for one in newest}) == len(newest) else ()


def _when(entry: MeasurementEntry) -> str:
    return entry.time or "9999"  # what has no time was told of now


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
