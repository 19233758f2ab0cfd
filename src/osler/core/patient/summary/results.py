"""The results of a page: the latest of each measure, those outside their range first, each with what says that it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from osler.core.evidence import Span
from osler.core.language import is_adult, pressure_class, usual_limit, value_class, value_range
from osler.core.patient.summary.words import NO_VALUE, negative_time, rounded, short, time_words, value_words
from osler.core.patient.types import Observation, PatientRecord
from osler.core.terminology import Measure, measures_of

MARK = " *"
"""Stands behind a result that is outside its range, before what says so."""
_ABNORMAL = frozenset({"H", "HH", "HU", "L", "LL", "LU", "A", "AA"})
"""FHIR's interpretations of a value that is not normal."""
_METHOD = re.compile(
    r"\s*\[[^\]]*\]|\s+(?:in|of) (?:(?:Serum|Plasma|Blood|Urine|Capillary blood|Body)\b[\w ,/]*)|\s+by [A-Z][\w ./-]*$"
)
"""What a long name of LOINC adds to the measure: the property, the specimen and the method."""
_SYSTOLIC, _DIASTOLIC = "LAB:sbp", "LAB:dbp"


def result_lines(record: PatientRecord) -> list[str]:
    """One line for the latest result of each measure; those outside their range stand first and are marked."""
    latest: dict[str, Observation] = {}
    results = [
        one for one in record.observations if not one.is_withdrawn and (one.text or one.codings or _has_value(one))
    ]
    for observation in sorted(results, key=negative_time):
        # Of two of one day the first stands: notes give the value of the day before the one it was.
        latest.setdefault(_identity(observation), observation)
    findings = [
        (span, fact.label)
        for fact in record.phenotypes
        if fact.note
        for span in fact.evidence
        if isinstance(span, Span)
    ]
    marked = [(_name(one), one, _mark(one, findings, record)) for one in latest.values()]
    marked.sort(key=lambda line: (not line[2], line[0].casefold()))
    return [_line(name, observation, mark) for name, observation, mark in marked]


def _has_value(observation: Observation) -> bool:
    """Whether a result without a name tells anything."""
    return value_words(observation) != NO_VALUE or bool(observation.components)


def _line(name: str, observation: Observation, mark: str) -> str:
    when = time_words(observation.time)
    value = _pressure_words(observation) or value_words(observation)
    return f"{name}: {value}{mark}{f' ({when})' if when else ''}"


def _identity(observation: Observation) -> str:
    return observation.codings[0].id if observation.codings else observation.label.casefold()


def _measure(observation: Observation) -> Measure | None:
    return next(iter(measures_of(coding.id for coding in observation.codings)), None)


def _name(observation: Observation) -> str:
    return short(_METHOD.sub("", observation.label).strip() or observation.label)


def _mark(observation: Observation, findings: Sequence[tuple[Span, str]], record: PatientRecord) -> str:
    """A star where a value is outside its range: by the source's, by the finding that it is, else by what is usual."""
    quantity = observation.quantity
    if quantity is not None and quantity.value is not None:
        for limits in observation.reference_ranges:
            low = limits.low.value if limits.low else None
            high = limits.high.value if limits.high else None
            if low is not None and quantity.value < low:
                return f"{MARK} low, from {rounded(low)}"
            if high is not None and quantity.value > high:
                return f"{MARK} high, to {rounded(high)}"
    flags = {coding.code for coding in observation.interpretations}
    if flags & _ABNORMAL:
        return MARK
    places = [span for span in observation.evidence if isinstance(span, Span)]
    named = next((name for span, name in findings for place in places if span.overlaps(place)), None)
    if named:
        return f"{MARK} {named}"
    return "" if flags or observation.reference_ranges else _usual_mark(observation, record)


def _usual_mark(observation: Observation, record: PatientRecord) -> str:
    """The mark of a value whose source gives no range, by the tables of what is usual; nothing where they cannot say."""
    day = observation.time.latest() if observation.time else None
    age = record.age_at(day)
    pressure = _pressure(observation)
    if pressure is not None:
        known = pressure_class(*pressure) if is_adult(age) else None
        return f"{MARK} {known.called}" if known is not None and known.beyond else ""
    measure, quantity = _measure(observation), observation.quantity
    unit = (quantity.ucum or quantity.unit) if quantity is not None else None
    if measure is None or quantity is None or quantity.value is None or quantity.comparator or not unit:
        return ""
    value = measure.to_canonical(quantity.value, unit)
    if value is None:
        return ""
    if value_range(measure.id) is not None:
        known = value_class(measure.id, value) if is_adult(age) else None
        return f"{MARK} {known.called}" if known is not None and known.beyond else ""
    return _limit_mark(measure, value, unit, age, record)


def _limit_mark(measure: Measure, value: float, unit: str, age: float | None, record: PatientRecord) -> str:
    sex = record.demographics.sex
    sides: tuple[tuple[Literal["low", "high"], str], ...] = (("low", "from"), ("high", "to"))
    for side, word in sides:
        found = usual_limit(measure.id, side, age, sex.value if sex else None)
        limit = found[0] if found else None
        if limit is not None and (value < limit if side == "low" else value > limit):
            shown = measure.from_canonical(limit, unit)
            return f"{MARK} {side}, usual {word} {rounded(limit if shown is None else shown)}"
    return ""


def _pressure(observation: Observation) -> tuple[float, float] | None:
    """The two numbers of a blood pressure, in mmHg; None for any other observation."""
    parts = {found.id: part.quantity for part in observation.parts()[1:] if (found := _measure(part)) is not None}
    upper, lower = parts.get(_SYSTOLIC), parts.get(_DIASTOLIC)
    if upper is None or lower is None or upper.value is None or lower.value is None:
        return None
    return upper.value, lower.value


def _pressure_words(observation: Observation) -> str | None:
    pressure = _pressure(observation)
    return f"{pressure[0]:.0f}/{pressure[1]:.0f} mmHg" if pressure is not None else None
