"""The values of a record as they are now: the last of each measure, by its date or by what its note says of the time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import NamedTuple

from osler.core.language import quantities
from osler.core.patient.types import Observation, PatientRecord
from osler.core.terminology import measure, measures, measures_by_loinc
from osler.guidelines.types import LabValue, PatientFacts

_ABNORMAL = {"H", "HH", "L", "LL", "A", "AA", "HU", "LU", "POS"}
_NOW = re.compile(
    r"^[^.;\d]{0,25}?\b(?:today|now|current(?:ly)?|this (?:morning|week)|on admission|at present)\b(?!\s*[^.,;]{0,16}\d)",
    re.IGNORECASE,
)
_NOW_BEFORE = re.compile(
    r"\b(?:today'?s?|now|current(?:ly)?|latest|most recent|on admission)\b[^.;,()\d]{0,12}$", re.IGNORECASE
)
_PAST = re.compile(
    r"^[^.;\d]{0,6}\b(?:in (?:(?:19|20)\d{2}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|last (?:year|month|week)|(?:\w+ ){0,2}ago|previously|before|at baseline)",
    re.IGNORECASE,
)
_PAST_BEFORE = re.compile(
    r"\b(?:was|were|previous(?:ly)?|baseline|booking|prior|earlier|usual|formerly)\b[^.;]{0,12}$", re.IGNORECASE
)
_LEAST, _MOST = 1e-6, 1e9
_IN_MONTHS = 3
"""Years below which an age is also told in months."""
_BEYOND: dict[str, Callable[[float], tuple[float, float]]] = {
    "<": lambda value: (min(0.0, value), value),
    "<=": lambda value: (min(0.0, value), value + _LEAST),
    ">": lambda value: (value + _LEAST, _MOST),
    ">=": lambda value: (value, _MOST),
}
"""From where to below which a value is that a laboratory gives as beyond another: "<15"."""
_NOT_MEASURED = re.compile(
    r"\b(?:normal|reference|ref|range|usual|target|goal|aim|between|should|if|when)\b", re.IGNORECASE
)
_PRESSURES = {"LAB:bp", "LAB:sbp", "LAB:dbp"}
_WEIGHT = "LAB:weight"
_ALIKE = 0.2
"""How far apart two values may be, as a share of the larger, that are not said to be of different times."""


class Values(NamedTuple):
    """The values that hold, and in words those of which a record does not say which holds."""

    labs: list[LabValue]
    unsettled: list[str]


class _Dated(NamedTuple):
    rank: int
    """3 now, 2 not dated, 1 dated, 0 said to be past."""
    day: date
    lab: LabValue


def values_of(record: PatientRecord) -> Values:
    """The last value of each measure that the vocabulary of measures knows, and every value marked as abnormal."""
    found: dict[str, list[_Dated]] = {}
    for observation in record.observations:
        for part in observation.parts():
            if (lab := _lab(part)) is not None:
                found.setdefault(lab.measure_id or part.label, []).append(_dated(observation, part, lab, record))
    labs, unsettled = [], []
    for several in found.values():
        last = max((one.rank, one.day) for one in several)
        held = [one.lab for one in several if (one.rank, one.day) == last]
        if last[0] > 1 and _differ(held):
            told = " and as ".join(dict.fromkeys(lab.shown for lab in held))
            unsettled.append(f"{held[0].name} is stated as {told}, and not which holds now")
        else:
            labs.append(held[-1])
            unsettled += _other_weight(held[-1], [one.lab for one in several])
    return Values(labs, unsettled)


def values_in_words(patient: PatientFacts) -> list[str]:
    """The age and the values of a patient, each in words with every name of its measure."""
    ages = [] if patient.age_from is None or patient.age_to is None else [patient.age_from, patient.age_to]
    told = [f"{int(age)} years" for age in ages] + [f"{age * 12:.0f} months" for age in ages if age < _IN_MONTHS]
    if patient.gestation_weeks is not None:
        told.append(f"{patient.gestation_weeks:g} weeks of gestation")
    for lab in patient.labs:
        row = measure(lab.measure_id)
        names = " ".join([lab.name, *((row.name, *row.synonyms) if row else ())])
        told += [f"{names} {value}" for value in dict.fromkeys([lab.shown, f"{lab.value:g} {lab.unit}".strip()])]
    return told


def _other_weight(now: LabValue, every: list[LabValue]) -> list[str]:
    """That another weight is stated, of before: doses hang on which is meant."""
    others = [one for one in every if one.measure_id == _WEIGHT and _differ([now, one])]
    return [f"{now.name} is taken as {now.shown}; {one.shown} is stated as well" for one in others[:1]]


def _differ(labs: list[LabValue]) -> bool:
    low, high = min(lab.value for lab in labs), max(lab.value for lab in labs)
    return high - low > _ALIKE * abs(high)


def _dated(observation: Observation, part: Observation, lab: LabValue, record: PatientRecord) -> _Dated:
    time = part.time or observation.time
    day = (
        (time.latest(record.demographics.birth_date) or time.earliest(record.demographics.birth_date)) if time else None
    )
    if day is not None:
        return _Dated(1, day, lab)
    before, after = _around(part, record)
    if _PAST.search(after):
        # "48 kg last year, now 82 kg": what stands next to a value is of it.
        return _Dated(0, date.min, lab)
    if _NOW.search(after) or _NOW_BEFORE.search(before):
        return _Dated(3, date.min, lab)
    return _Dated(0 if _PAST_BEFORE.search(before) else 2, date.min, lab)


def _around(part: Observation, record: PatientRecord) -> tuple[str, str]:
    """What stands before and after a value in its note."""
    for one in part.evidence:
        if one.kind == "span" and (note := record.document(one.source_id)) is not None:
            text = note.text or ""
            return text[: one.start], text[one.end :]
    return "", ""


def _lab(part: Observation) -> LabValue | None:
    if part.quantity is None or part.quantity.value is None or part.is_withdrawn:
        return None
    by_loinc = measures_by_loinc()
    unit = part.quantity.ucum or part.quantity.unit or ""
    marked = {coding.code for coding in part.interpretations}
    outside = bool(marked & _ABNORMAL) or any(
        (one.low and one.low.value is not None and part.quantity.value < one.low.value)
        or (one.high and one.high.value is not None and part.quantity.value > one.high.value)
        for one in part.reference_ranges
    )
    row = next((by_loinc[coding.id] for coding in part.codings if coding.id in by_loinc), None)
    read = next(iter(quantities(f"{part.label} {part.quantity.value} {unit}")), None) if row is None else None
    measure_id = row.id if row else (read.measure_id if read else None) or ""
    value = row.to_canonical(part.quantity.value, unit) if row else read.canonical_value if read else None
    if not measure_id and not outside:
        return None
    lab = LabValue(
        measure_id=measure_id,
        name=part.label,
        value=value if value is not None else part.quantity.value,
        unit=(row.unit if row else unit) or unit,
        out_of_range=outside,
        recorded=recorded(part.quantity.value, part.quantity.unit or unit, value),
    )
    sign = part.quantity.comparator or ""
    if sign not in _BEYOND:
        return lab
    least, below = _BEYOND[sign](lab.value)
    return lab.model_copy(update={"recorded": f"{sign}{lab.shown}", "least": least, "below": below})


def ranges_stated(sentences: Iterable[str], labs: Iterable[LabValue]) -> list[LabValue]:
    """The values that notes give as a range ("LVEF 30-35%") of measures of which they give no other; what is normal or aimed at is none."""
    known = {lab.measure_id for lab in labs}
    found: dict[str, LabValue] = {}
    for text in sentences:
        for one in quantities(text):
            row = next((row for row in measures() if row.id == one.measure_id), None)
            if (
                row is None
                or row.id in known
                or row.id in _PRESSURES
                or one.canonical_value is None
                or one.canonical_high is None
            ):
                continue
            if one.comparator == "=" and not _NOT_MEASURED.search(text):
                low, high = one.canonical_value, one.canonical_high
                name = one.analyte or row.id
                told = f"{one.value:g} to {one.high:g} {one.unit or row.unit or ''}".strip()
                found.setdefault(
                    row.id,
                    LabValue(
                        measure_id=row.id,
                        name=name,
                        value=(low + high) / 2,
                        unit=row.unit or "",
                        recorded=told,
                        least=low,
                        below=high + _LEAST,
                    ),
                )
    return list(found.values())


def recorded(given: float | None, unit: str, value: float | None) -> str:
    """A value as it was given, where it was converted."""
    return f"{given:g} {unit}".strip() if given is not None and value is not None and given != value else ""
