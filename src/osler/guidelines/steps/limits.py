"""Conditions that a value decides: "when eGFR is below 30", "eGFR 30-60", "a score of 2 or more", "normal renal function"."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from osler.core.language import Quantity, quantities
from osler.core.terminology import measures
from osler.guidelines.checking.lexicon import any_of
from osler.guidelines.steps.naming import says
from osler.guidelines.steps.scores import score_limits
from osler.guidelines.types import LabValue, PatientFacts
from osler.yaml_reader import packaged_yaml

_TARGET = re.compile(
    r"\b(?:target|goal|aim|achieve|maintain|reach|titrat\w+|until|to (?:below|under|less))\b", re.IGNORECASE
)
_OPENS = re.compile(
    r"(?:^|[;,(:—]|\b(?:when|if|where|with|whose|who|unless|in|for|at|once|and|or|provided|providing|provided that|as long as|only|avoid|contra-?indicated))"
    r"(?:\s+(?:an?|the|their|her|his|patient'?s?|serum|plasma|have|has|is|weigh|weighs|weighing))*\s*$",
    re.IGNORECASE,
)
_UNLESS = re.compile(r"\bunless\b[^,;.]*$", re.IGNORECASE)
_UP = re.compile(r"^\s*(?:or|and)\s+(?:more|above|over|higher|greater)\b", re.IGNORECASE)
_DOWN = re.compile(r"^\s*(?:or|and)\s+(?:less|below|under|lower)\b", re.IGNORECASE)
_BRACKET = re.compile(r"^\s*(?:per|/)\s*1\.73\s*m(?:2|²|\^2)|^\s*(?:[^\s()]+\s*)?\([^()]*\)")
"""The rest of a unit, or the same limit in another unit, between a number and its "or more"."""
_COURSE = re.compile(
    r"\b(?:rises?|falls?|drops?|goes|climbs?|declines?|increases?|decreases?|remains?|stays?|becomes?|has (?:risen|fallen|dropped))"
    r"(?:\s+to)?(?=\s+(?:above|below|over|under|less than|more than|greater than|lower than|higher than|at least|[<>≤≥])\b)",
    re.IGNORECASE,
)
"""How a value comes to be beyond a limit."""
_ADVERB = re.compile(
    r"\b(?P<verb>is|are|was|were)(?P<how>\s+(?:persistently|consistently|repeatedly|still|already|chronically))(?=\s+(?:above|below|over|under|less than|more than|greater than|lower than|higher than|at least|between|[<>≤≥]))",
    re.IGNORECASE,
)
_BODY_WEIGHT = "LAB:weight"
_WEIGHED = re.compile(
    r"(?:^|[;,(]\s*|\bweigh\w*\s+)(?:between|under|over|below|above|less than|more than|at least|up to|[<>≤≥]=?)?\s*$",
    re.I,
)
"""Where a number of kilograms is the weight of a person: a band of a table, or behind "weighing"."""
_OR = re.compile(r"^[\s,]*or\s*$", re.IGNORECASE)
_AGE = "LAB:age"
_LEAST = 1e-6
_PRESSURE, _SYSTOLIC, _DIASTOLIC = "LAB:bp", "LAB:sbp", "LAB:dbp"


class Limit(NamedTuple):
    """A condition on a measure, where it stands in its text, and whether "unless" turns it round."""

    measure_id: str
    name: str
    comparator: str
    """One of < <= > >= and `between`."""
    value: float
    high: float | None
    start: int
    end: int
    turned: bool = False


class Held(NamedTuple):
    """The limits of a text held against the values of a patient."""

    met: tuple[str, ...]
    unmet: tuple[str, ...]
    """The patient's values, in words, that meet a limit and that do not."""
    missed: tuple[str, ...] = ()
    """The limits, in the words of the text, that are not met."""


@lru_cache(maxsize=4096)  # a passage is asked about by many steps, and by every question
def limits_in(text: str) -> tuple[Limit, ...]:
    """The conditions on a measure that a text states; what it aims at is no condition."""
    text = _as_state(text)
    found = []
    for one in _measured(text):
        comparator = _comparator(one, _BRACKET.sub("", text[one.end :]))
        if not one.measure_id or not comparator or one.canonical_value is None:
            continue
        before = text[: one.start]
        if _OPENS.search(before) and not _TARGET.search(before.rpartition(";")[2]):
            turned = bool(_UNLESS.search(before))
            name = one.analyte or one.measure_id
            found.append(
                Limit(
                    one.measure_id,
                    name,
                    comparator,
                    one.canonical_value,
                    one.canonical_high,
                    one.start,
                    one.end,
                    turned,
                )
            )
    found += [Limit(*one) for one in score_limits(text)]
    for pattern, row in _states():
        if state := pattern.search(text):
            found.append(
                Limit(row["measure"], state.group(), row["comparator"], row["limit"], row.get("high"), *state.span())
            )
    return tuple(found)


def _measured(text: str) -> list[Quantity]:
    """The quantities of a text; one without a measure has that of the one before it ("below 70 g/L, or below 80 g/L in …")."""
    found: list[Quantity] = []
    for one in quantities(text):
        before = found[-1] if found else None
        if not one.measure_id and before and before.measure_id and one.unit and one.unit == before.unit:
            row = next((row for row in measures() if row.id == before.measure_id), None)
            if row is not None and _OR.search(text[before.end : one.start]):
                value = row.to_canonical(one.value, one.unit)
                one = replace(one, measure_id=row.id, analyte=before.analyte, canonical_value=value)
        if not one.measure_id and one.unit == "kg" and _WEIGHED.search(text[: one.start]):
            one = replace(
                one, measure_id=_BODY_WEIGHT, analyte="weight", canonical_value=one.value, canonical_high=one.high
            )
        found.append(one)
    return found


def held(text: str, patient: PatientFacts) -> Held:
    """What the values of a patient say of the limits that a text states."""
    met: list[str] = []
    unmet: list[str] = []
    missed: list[str] = []
    for limit in limits_in(text):
        lab = next((one for one in patient.labs if one.measure_id in _measures(limit)), None)
        inside = _inside(limit, patient)
        if lab is None or inside is None:
            continue
        if inside != limit.turned:
            met.append(_worded(lab))
        else:
            unmet.append(_worded(lab))
            words = " ".join(text[limit.start : limit.end].split())
            missed.append(f"anyone unless {words}" if limit.turned else words)
    return Held(tuple(met), tuple(unmet), tuple(missed))


def undecided(text: str, patient: PatientFacts) -> int:
    """How many conditions of a text hang on a value that nobody gave; "unless" is decided by not being so."""
    known = {one.measure_id for one in patient.labs}
    return sum(not limit.turned and not known & set(_measures(limit)) for limit in limits_in(text))


def undecided_in(text: str, patient: PatientFacts) -> str:
    """The measure on which all that a text asks of values hangs and of which nobody speaks; empty where one is given or none asked for."""
    limits = [limit for limit in limits_in(text) if not limit.turned and limit.measure_id != _AGE]
    known = {one.measure_id for one in patient.labs if one.least is None}
    known |= {one.measure_id for one in limits if _inside(one, patient) is not None}
    told = any(says(said, one.name) for one in limits for said in (*patient.noted, *patient.problems))
    return limits[0].name if limits and not told and not any(known & set(_measures(one)) for one in limits) else ""


@lru_cache(maxsize=4096)
def without_limits(text: str) -> str:
    """A text without its numeric conditions: no label in a record stands for a value."""
    spans = sorted([(one.start, one.end) for one in quantities(_as_state(text)) if one.measure_id], reverse=True)
    for start, end in spans:
        text = f"{text[:start]} {text[end:]}"
    return text


def _as_state(text: str) -> str:
    """A text in which a value that rises above a limit is above it; every letter keeps its place."""
    text = _ADVERB.sub(lambda found: " " * len(found["how"]) + found["verb"], text)
    return _COURSE.sub(lambda found: "is".ljust(len(found.group())), text)


def _comparator(one: Quantity, after: str) -> str:
    if one.comparator in {"<", "<=", ">", ">="}:
        return one.comparator
    if one.high is not None and one.measure_id != _PRESSURE:
        return "between"
    return ">=" if _UP.match(after) else "<=" if _DOWN.match(after) else ""


def _measures(limit: Limit) -> tuple[str, ...]:
    return (_SYSTOLIC, _PRESSURE) if limit.measure_id == _PRESSURE else (limit.measure_id,)


def _inside(limit: Limit, patient: PatientFacts) -> bool | None:
    values = {one.measure_id: one.value for one in patient.labs}
    if limit.measure_id == _PRESSURE:
        pairs = [(values.get(_SYSTOLIC, values.get(_PRESSURE)), limit.value), (values.get(_DIASTOLIC), limit.high)]
        told = [_compare(value, limit.comparator, at) for value, at in pairs if value is not None and at is not None]
        # Either number may make a pressure high; both must be low for it to be low.
        return (any(told) if limit.comparator in {">", ">="} else all(told)) if told else None
    value = values.get(limit.measure_id)
    ranged = next((one for one in patient.labs if one.measure_id == limit.measure_id and one.least is not None), None)
    if ranged is not None and ranged.least is not None and ranged.below is not None:
        ends = {_is_within(limit, ranged.least), _is_within(limit, ranged.below - _LEAST)}
        return ends.pop() if len(ends) == 1 else None
    return None if value is None else _is_within(limit, value)


def _is_within(limit: Limit, value: float) -> bool:
    if limit.comparator == "between":
        return limit.value <= value <= (limit.high if limit.high is not None else value)
    return _compare(value, limit.comparator, limit.value)


def _compare(value: float, comparator: str, limit: float) -> bool:
    return {"<": value < limit, "<=": value <= limit, ">": value > limit, ">=": value >= limit}[comparator]


def _worded(lab: LabValue) -> str:
    return f"the patient's {lab.name} is {lab.shown}"


@cache
def _states() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    rows = packaged_yaml("osler.guidelines", "states.yml")
    return [(any_of([row["says"]]), row) for row in rows]
