"""A target that is told and asked about in the same breath: "my target is below 135/85, do I meet it?"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.consult.extraction import MeasurementEntry, as_measured
from osler.consult.extraction.clauses import clauses
from osler.consult.graph_tools import drive
from osler.consult.record import RecordAnswer, answer_question, is_pressure, measure_named
from osler.consult.record.reading.bounds import measure_of_unit, read_threshold
from osler.consult.types import ReplySentence, SourceLine
from osler.consult.wording.folded import folded
from osler.consult.wording.people import somebody
from osler.core.graph import PatientGraphs
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.going_on", "targets.yml", flags=re.IGNORECASE)
PRESSURE = "blood pressure"
_UNIT = r"(?:\s*(?P<unit>%|[a-zµ°]+(?:/[a-z0-9.]+)?))?"
_PAIR = re.compile(r"(?<![\d/.])(?P<high>\d{2,3})\s*(?:/|over)\s*(?P<low>\d{2,3})(?![\d/])")
_RANGE = re.compile(rf"(?<![\w/.])(?P<low>\d+(?:\.\d+)?)\s*(?:-|–|to|and)\s*(?P<high>\d+(?:\.\d+)?)(?![\d/]){_UNIT}")
_NUMBER = re.compile(rf"(?<![\w/.])(?P<value>\d+(?:\.\d+)?)(?![\d/]){_UNIT}")
_OF_ANOTHER = re.compile(rf"(?:{somebody('(?:my|our|his|her|their)').pattern})['’]s\b", re.IGNORECASE)
"""Whose target is told, where it is another's."""
_LONGEST = 12
"""Words of a question that only asks whether a target is met."""
MET = "Yes: {told} is {bound}, the target that you told."
NOT_MET = "No: {told} is not {bound}, the target that you told."
BESIDE = "Your last value is {told}; the target that you told is {bound}."
NONE = "The record has no {name}, and you told me none, that could be held against the target that you told ({bound})."


class Target(NamedTuple):
    """What a value is to be: of which measure, and its bounds; a blood pressure has two upper ones."""

    name: str
    below: tuple[float, ...] = ()
    above: float | None = None
    inclusive: bool = False
    exactly: float | None = None
    """A number without a word of which side of it is aimed at."""
    unit: str = ""

    @property
    def bound(self) -> str:
        """The target in words."""
        unit = f" {self.unit}" if self.unit else ""
        if self.above is not None and self.below:
            return f"between {self.above:g} and {self.below[0]:g}{unit}"
        if self.below:
            return f"{'at most' if self.inclusive else 'below'} {'/'.join(f'{one:g}' for one in self.below)}{unit}"
        if self.above is not None:
            return f"{'at least' if self.inclusive else 'above'} {self.above:g}{unit}"
        return f"{self.exactly:g}{unit}"

    def is_met(self, values: Sequence[float]) -> bool | None:
        """Whether values keep to the bounds; None where none are told."""
        if self.exactly is not None:
            return None
        under = all(
            one < most or (self.inclusive and one == most) for one, most in zip(values, self.below, strict=False)
        )
        over = self.above is None or values[0] > self.above or (self.inclusive and values[0] == self.above)
        return under and over


@lru_cache(maxsize=64)
def target_asked(message: str) -> Target | None:
    """The target that a message tells and asks whether it is met; None for any other message."""
    parts = [part for part in clauses(message) if part.text.strip()]
    aims = [part for part in parts if re.search(r"\d", part.text) and (part.target or _TABLE.says(part.lower, "aimed"))]
    asked = [part for part in parts if part.question or _TABLE.says(folded(part.text), "met")]
    if len(aims) != 1 or _OF_ANOTHER.search(message) or not asked or not message.rstrip().endswith("?"):
        return None
    aim = aims[0].text
    question = folded(asked[-1].text)
    if not _TABLE.says(question, "met") or len(question.split()) > _LONGEST + len(aim.split()) * (asked[-1] is aims[0]):
        return None
    whole = as_measured(message)
    return _read(folded(as_measured(aim)), whole)


def _read(aim: str, whole: str) -> Target | None:
    row = measure_named(aim) or measure_named(whole)
    pair = _PAIR.search(aim)
    if pair is not None and float(pair["high"]) > float(pair["low"]):
        named = row is None or is_pressure(row.name) or row.id == "LAB:bp"
        return Target(PRESSURE, (float(pair["high"]), float(pair["low"])), unit="mmHg") if named else None
    bound, _ = read_threshold(aim)
    numbers = _NUMBER.search(aim)
    unit = bound.unit if bound is not None and bound.unit else (numbers["unit"] or "") if numbers else ""
    name = (
        row.name.lower()
        if row is not None
        else measure_of_unit(unit) or measure_of_unit({"mmhg": "mm[Hg]"}.get(unit, unit))
    )
    if not name or name == PRESSURE:
        return None
    own = measure_named(name)
    unit = unit if own is not None and own.to_canonical(1.0, unit) is not None else ""
    within = _RANGE.search(aim)
    if within is not None and float(within["low"]) < float(within["high"]):
        return Target(name, (float(within["high"]),), float(within["low"]), inclusive=True, unit=unit)
    if bound is not None:
        below, above = ((), bound.value) if bound.above else ((bound.value,), None)
        return Target(name, below, above, inclusive=bound.inclusive, unit=unit)
    return Target(name, exactly=float(numbers["value"]), unit=unit) if numbers is not None else None


def held_against_target(
    target: Target,
    told: Sequence[MeasurementEntry],
    today: dt.date,
    graphs: PatientGraphs,
    patient_id: str,
    vocabularies: Vocabularies,
) -> ReplySentence:
    """The last value, told or recorded, held against a target."""
    work = answer_question(f"What was my last {target.name}?", today, vocabularies)
    answer = drive(work, graphs, patient_id)
    own = _told_last(target, told)
    if own is not None:
        return _said(target, *own, sources=[])
    values = _values_of(answer, target)
    if not values:
        return ReplySentence(text=NONE.format(name=target.name, bound=target.bound))
    sources = [SourceLine(kind="record", id=entry) for entry in answer.entries]
    return _said(target, answer.text.rstrip("."), values, sources=sources)


def _said(target: Target, told: str, values: Sequence[float], *, sources: list[SourceLine]) -> ReplySentence:
    met = target.is_met(values)
    form = BESIDE if met is None else MET if met else NOT_MET
    return ReplySentence(text=form.format(told=told, bound=target.bound), sources=sources)


def _told_last(target: Target, told: Sequence[MeasurementEntry]) -> tuple[str, list[float]] | None:
    """The last value that was told of a measure, in words and in the target's unit."""
    if target.name == PRESSURE:
        parts = [[one for one in told if part in one.name.lower()] for part in ("systolic", "diastolic")]
        if not all(parts):
            return None
        last = [max(of, key=_when) for of in parts]
        day = f" ({last[0].time.replace('T', ' ')})" if last[0].time else ""
        return f"{PRESSURE} {last[0].value:g}/{last[1].value:g} mmHg, as you told it{day},", [one.value for one in last]
    measure = measure_named(target.name)
    own = [one for one in told if measure is not None and measure_named(one.name) == measure]
    if not own:
        return None
    one = max(own, key=_when)
    value = _in_unit(one.value, one.unit, target)
    day = f" ({one.time.replace('T', ' ')})" if one.time else ""
    return None if value is None else (f"{target.name} {one.value:g} {one.unit}, as you told it{day},", [value])


def _when(entry: MeasurementEntry) -> str:
    return entry.time or "9999"  # what has no time was told of now


def _values_of(answer: RecordAnswer, target: Target) -> list[float]:
    if answer.components is not None and target.name == PRESSURE:
        return [answer.components["systolic"], answer.components["diastolic"]]
    if answer.type != "number" or answer.comparator is not None:
        return []
    value = _in_unit(float(answer.value), answer.unit or "", target)
    return [] if value is None else [value]


def _in_unit(value: float, unit: str, target: Target) -> float | None:
    """A value in the unit of the target; as it is where the target has none."""
    measure = measure_named(target.name)
    if not target.unit or measure is None:
        return value
    canonical = measure.to_canonical(value, unit)
    return None if canonical is None else measure.from_canonical(canonical, target.unit)
