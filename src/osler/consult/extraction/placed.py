"""Which of several entries an amount belongs to that is put right without a name: the one that can have such an amount."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from osler.consult.extraction.clauses import pattern
from osler.consult.extraction.intakes import dose_in
from osler.consult.extraction.plausible import is_plausible
from osler.consult.extraction.types import Extraction, MeasurementEntry, MedicationEntry
from osler.consult.record.called import measure_named

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_NEAR = 2.5
"""So many times a value a number without a unit may be that puts it right, where it could be of others too."""
_MASS, _VOLUME, _UNITS, _PIECES = "mass", "volume", "units", "pieces"


def with_amounts(entries: Extraction) -> list[Any]:
    """The entries that have an amount."""
    return [*entries.measurements, *entries.medications, *entries.supplements]


def fitting(entries: Sequence[Any], text: str, wrong: Sequence[float]) -> list[Any]:
    """The entries that can have the one amount of a text: those of the amount that was wrong, else those of such a unit."""
    named = [entry for entry in entries if _has(entry, wrong)]
    if named:
        return named
    dose = dose_in(text)
    if dose is not None and not text[dose.end() :].startswith("/"):
        return _taken_so(entries, _kind(dose[2]))
    bare = pattern("measurements", "bare").search(text)
    if bare is None:
        return list(entries)
    measured = [entry for entry in entries if isinstance(entry, MeasurementEntry)]
    if bare[2]:
        return [entry for entry in measured if _is_measured_in(entry, bare[2])]
    value = float(bare[1])
    possible: list[Any] = [one for one in measured if is_plausible(one.model_copy(update={"value": value}))]
    possible += [one for one in entries if isinstance(one, MedicationEntry) and dose_in(one.dose or "")]
    near = [one for one in possible if value and 1 / _NEAR < (amount_of(one) or 0) / value < _NEAR]
    return near or possible


def _taken_so(entries: Sequence[Any], kind: str) -> list[Any]:
    """The medicines whose dose is of a kind, or of which none is told; what was stopped only where nothing else is."""
    medicines = [entry for entry in entries if isinstance(entry, MedicationEntry)]
    dosed = [one for one in medicines if (own := dose_in(one.dose or "")) is not None and _kind(own[2]) == kind]
    so = dosed or [one for one in medicines if not one.dose] or medicines
    return [one for one in so if one.status != "stopped"] or so


def _kind(unit: str) -> str:
    """What an amount is counted in: a mass, a volume, units, or tablets, puffs and drops."""
    one = unit.lower().removesuffix("s")
    if one.endswith(("g", "gram")):
        return _MASS
    return _VOLUME if one == "ml" else _UNITS if one in {"iu", "unit"} else _PIECES


def _is_measured_in(entry: MeasurementEntry, unit: str) -> bool:
    row = measure_named(entry.name)
    return row is None or row.to_canonical(1.0, unit) is not None


def _has(entry: Any, amounts: Sequence[float]) -> bool:
    """Whether an entry has one of some amounts."""
    return amount_of(entry) in amounts


def amount_of(entry: Any) -> float | None:
    """The number of a value or a dose."""
    if isinstance(entry, MeasurementEntry):
        return entry.value
    match = _NUMBER.search(entry.dose or "")
    return float(match.group().replace(",", ".")) if match is not None else None
