"""Values that no living body has: they are asked about again, and not offered for saving."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from osler.consult.extraction.amounts import excess
from osler.consult.extraction.clauses import clauses
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


def without_implausible(found: Extraction, message: str) -> tuple[Extraction, Extraction]:
    """What was found without the values and amounts that cannot be right, and these."""
    doubtful = [entry for entry in found.measurements if not is_plausible(entry)]
    doubtful += [entry for entry in _upside_down(found.measurements) if entry not in doubtful]
    strange = {entry.time for entry in doubtful if _id(entry) in _PRESSURE}
    # Of a blood pressure both numbers or none: half a reading is no reading.
    doubtful += [
        entry
        for entry in found.measurements
        if entry not in doubtful and _id(entry) in _PRESSURE and entry.time in strange
    ]
    kept = [entry for entry in found.measurements if entry not in doubtful]
    too_much = [entry for entry in found.medications if excess(entry) is not None]
    taken = [entry for entry in found.medications if entry not in too_much]
    left = found.model_copy(update={"measurements": kept, "medications": taken})
    return left, Extraction(measurements=[*doubtful, *_below_nought(message)], medications=too_much)


def _upside_down(entries: Sequence[MeasurementEntry]) -> list[MeasurementEntry]:
    """The two numbers of each blood pressure whose lower one is not the lower."""
    found = []
    for high, low in pairwise(entries):
        if _id(high) == "LAB:sbp" and _id(low) == "LAB:dbp" and high.time == low.time and high.value <= low.value:
            found += [high, low]
    return found


def without_impossible(message: str, found: Extraction) -> str:
    """A message without the numbers that no living body has: they are asked about again, and raise no alarm."""
    _, doubtful = without_implausible(found, message)
    values = "|".join(re.escape(f"{entry.value:g}") for entry in doubtful.measurements if entry.value > 0)
    return re.sub(rf"(?<![\d.])(?:{values})(?![\d.]*\d)", " ", message) if values else message


_BELOW = re.compile(r"(?:^|[\s:=])[-−](?P<value>\d+(?:\.\d+)?)(?![\d./-])\s*(?P<unit>%|[a-zµ°/]+)?", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:lost|gained|down|up|change[ds]?|difference|by|z-?scores?|t-?scores?|excess)\b", re.IGNORECASE
)
"""Beside these a number below nought is no value."""


def _below_nought(message: str) -> list[MeasurementEntry]:
    """The values below nought that a message gives to a measure that has none such."""
    found = []
    for clause in clauses(message):
        match = _BELOW.search(clause.text) if clause.states_own and not clause.target else None
        row = measure_named(clause.text[: match.start()]) if match is not None else None
        if match is not None and row is not None and not _CHANGE.search(clause.lower):
            value, unit = -float(match["value"]), match["unit"] or ""
            known = unit if row.to_canonical(1.0, unit) is not None else ""
            found.append(MeasurementEntry(name=row.name, value=value, unit=known, quote=clause.text))
    return found


def is_plausible(entry: MeasurementEntry) -> bool:
    """Whether a value can be one of a living body: no greater than the greatest that is known for its unit."""
    measured = _id(entry)
    if measured in _PRESSURE:
        low, high = _PRESSURE[measured]
        return low <= entry.value <= high
    row = measure_named(entry.name)
    value = row.to_canonical(entry.value, entry.unit) if row and entry.unit else None
    if row is None or (value is None and entry.unit):
        return entry.value >= 0
    if value is None:  # of no unit: in none of those that there are
        highest = max((high for _, high, _ in plausible_ranges(row.id)), default=float("inf"))
        return 0 <= entry.value <= highest
    if row.id == "LAB:weight" and value < _LIGHTEST and not _WEIGHED.search(entry.quote):
        return False  # no unit and no small child was named
    bounds = [row.to_canonical(high, unit) for _, high, unit in plausible_ranges(row.id)]
    return value <= max((bound for bound in bounds if bound is not None), default=float("inf"))


def _id(entry: MeasurementEntry) -> str | None:
    found = measure_named(entry.name)
    return found.id if found else None
