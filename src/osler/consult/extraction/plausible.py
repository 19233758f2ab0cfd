"""Values that no living body has: they are asked about again, and not offered for saving."""

from __future__ import annotations

import re

from osler.consult.extraction.types import Extraction, MeasurementEntry
from osler.consult.record.called import measure_named
from osler.core.language import plausible_ranges

_LIGHTEST = 25.0
"""Kilograms below which only a child weighs."""
_WEIGHED = re.compile(
    r"\b(?:kgs?|kilos?|kilograms?|lbs?|pounds?|stones?|baby|child|toddler|newborn|infant|weigh\w*)\b", re.IGNORECASE
)
_PRESSURE = {"LAB:sbp": (60.0, 280.0), "LAB:dbp": (30.0, 180.0)}
"""The bounds within which two numbers alone are read as a blood pressure."""


def without_implausible(found: Extraction) -> tuple[Extraction, list[MeasurementEntry]]:
    """What was found without the values that cannot be right, and these."""
    doubtful = [entry for entry in found.measurements if not is_plausible(entry)]
    strange = {entry.time for entry in doubtful if _id(entry) in _PRESSURE}
    # Of a blood pressure both numbers or none: half a reading is no reading.
    doubtful += [
        entry
        for entry in found.measurements
        if entry not in doubtful and _id(entry) in _PRESSURE and entry.time in strange
    ]
    kept = [entry for entry in found.measurements if entry not in doubtful]
    return found.model_copy(update={"measurements": kept}), doubtful


def is_plausible(entry: MeasurementEntry) -> bool:
    """Whether a value can be one of a living body: no greater than the greatest that is known for its unit."""
    measured = _id(entry)
    if measured in _PRESSURE:
        low, high = _PRESSURE[measured]
        return low <= entry.value <= high
    row = measure_named(entry.name)
    value = row.to_canonical(entry.value, entry.unit) if row and entry.unit else None
    if row is None or value is None:
        return entry.value >= 0
    if row.id == "LAB:weight" and value < _LIGHTEST and not _WEIGHED.search(entry.quote):
        return False  # no unit and no small child was named
    bounds = [row.to_canonical(high, unit) for _, high, unit in plausible_ranges(row.id)]
    return value <= max((bound for bound in bounds if bound is not None), default=float("inf"))


def _id(entry: MeasurementEntry) -> str | None:
    found = measure_named(entry.name)
    return found.id if found else None
