"""The values of a measure in one unit, so that they can be compared; a blood pressure by its upper number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from osler.consult.record.answers import shown
from osler.consult.record.called import measure_named
from osler.consult.record.computing.rows import Row, Rows, called, dated, with_unit
from osler.consult.record.reading.types import RecordQuestion
from osler.core.terminology import Measure, fold_unit, measures_by_loinc

PRESSURE = "Blood pressure"
_FAR, _NEAR = 4.0, 3.0
"""A bound this many times apart from every value is in another unit, if in that one it is near."""


class Series(NamedTuple):
    """Rows whose `measured` is their number in one unit, and those that could not be brought to it."""

    rows: Rows
    unit: str | None
    left_out: Rows

    def apart(self) -> str:
        """The values that could not be compared, said."""
        if not self.left_out:
            return ""
        told = [f"{valued(row)} {dated(row)}" for row in self.left_out]
        return f" Not compared: {', '.join(told)}."


def series(rows: Iterable[Row], *, exact: bool = False) -> Series:
    """The rows that have a number, in the unit that most of them have; with `exact` those that are only a bound are left out."""
    numbers = [row for row in rows if row["value"] is not None]
    often = Counter(_folded(row["unit"]) for row in numbers)
    if not often:
        return Series([], None, [])
    usual = often.most_common(1)[0][0]
    unit = next(row["unit"] for row in numbers if _folded(row["unit"]) == usual)
    return brought_to(unit, numbers, exact=exact)


def brought_to(unit: str | None, numbers: Iterable[Row], *, exact: bool = False) -> Series:
    """Rows that have a number, in a given unit."""
    made: Rows = []
    left: Rows = []
    for row in numbers:
        measured = in_unit(row["value"], row["unit"], unit, _measure_of(row))
        if measured is None or (exact and row.get("comparator")):
            left.append(row)
        else:
            made.append(row | {"measured": measured})
    return Series(made, unit, left)


def in_unit(value: float, unit: str | None, target: str | None, known: Measure | None) -> float | None:
    """A value in another unit of its measure; None where the two cannot be compared."""
    if _folded(unit) == _folded(target):
        return value
    if known is None or not unit or not target:
        return None
    canonical = known.to_canonical(value, unit)
    return None if canonical is None else known.from_canonical(canonical, target)


def in_difference(value: float, unit: str | None, target: str | None, row: Row) -> float | None:
    """How much a difference is in another unit of the measure; scales that begin elsewhere differ all the same."""
    there = in_unit(value, unit or target, target, _measure_of(row))
    zero = in_unit(0.0, unit or target, target, _measure_of(row))
    return None if there is None or zero is None else there - zero


def in_asked_unit(unit: str, rows: Iterable[Row]) -> Rows:
    """Rows with their values in the unit that is asked for; as they are where they cannot be brought to it."""
    made = []
    for row in rows:
        known = _measure_of(row) if row.get("value") is not None else None
        value = in_unit(row["value"], row["unit"], unit, known) if known else None
        if value is None:
            made.append(row)
            continue
        ends = {end: row[end] for end in ("low", "high") if row.get(end) is not None}
        brought = {end: in_unit(bound, row["unit"], unit, known) for end, bound in ends.items()}
        made.append(row | {"value": value, "unit": unit} | brought)  # a range is of the unit that it was given in
    return made


def _folded(unit: str | None) -> str:
    """A unit in one spelling; what UCUM writes in braces alone measures nothing."""
    return "" if not unit or (unit.startswith("{") and unit.endswith("}")) else fold_unit(unit)


def _measure_of(row: Row) -> Measure | None:
    return measures_by_loinc().get(row.get("type") or "") or measure_named(row["name"])


def pressures(rows: Rows) -> list[tuple[Row, Row]] | None:
    """Systolic and diastolic of each panel, where that is what the rows are."""
    kinds = {_pressure_part(row) for row in rows}
    if kinds != {"systolic", "diastolic"}:
        return None
    # Where several were told of one time, they stand in the order in which they were told.
    by_panel: dict[Any, dict[str, Rows]] = {}
    for row in rows:
        parts = by_panel.setdefault(row["panel"] or row["time"], {"systolic": [], "diastolic": []})
        parts[_pressure_part(row)].append(row)
    return [pair for parts in by_panel.values() for pair in zip(parts["systolic"], parts["diastolic"], strict=False)]


def _pressure_part(row: Row) -> str:
    lower = row["name"].lower()
    return next((part for part in ("systolic", "diastolic") if part in lower), "")


def joined(rows: Rows) -> Rows:
    """The rows of a measure, each blood pressure as one row of its upper number that carries the lower one."""
    panels = pressures(rows)
    return rows if panels is None else [upper | {"lower": lower, "name": PRESSURE} for upper, lower in panels]


def newest(read: RecordQuestion, rows: Rows) -> Rows:
    """So many of the newest rows, or of the oldest, as a question asks for; all where it names no number."""
    if read.newest is None:
        return rows
    return rows[-read.newest :] if read.newest > 0 else rows[: -read.newest]


def beyond(read: RecordQuestion, rows: Rows) -> Rows:
    """The rows whose value lies beyond the bound that is asked about; all where there is none."""
    if read.threshold is None:
        return rows
    above, bound, unit, inclusive, _ = read.threshold
    found = series(joined([row for row in rows if "value" in row]))
    limit = in_unit(bound, unit, found.unit, _measure_of(found.rows[-1])) if unit and found.rows else bound
    if limit is None:
        return []
    unknown = {"<", "<="} if above else {">", ">="}
    return [
        row
        for row in found.rows
        if (row["measured"] > limit if above else row["measured"] < limit) or (inclusive and row["measured"] == limit)
        if row.get("comparator") not in unknown
    ]


def with_unit_of_bound(read: RecordQuestion, rows: Rows) -> RecordQuestion:
    """The question with the unit that its bound must be in: 7 is no sugar in mg/dL, where 7 mmol/L is one."""
    bound = read.threshold
    found = series(joined([row for row in rows if "value" in row])) if bound and not bound.unit else None
    if bound is None or found is None or not found.rows or bound.of_change or bound.value <= 0:
        return read
    known = _measure_of(found.rows[-1])
    values = [row["measured"] for row in found.rows if row["measured"] > 0]
    if known is None or not values or _apart(bound.value, values) <= _FAR:
        return read
    for unit in (known.unit, *known.conversions):
        there = in_unit(bound.value, unit, found.unit, known)
        if there is not None and there > 0 and _apart(there, values) <= _NEAR:
            return read._replace(threshold=bound._replace(unit=unit))
    return read


def _apart(bound: float, values: Iterable[float]) -> float:
    """How many times a bound is more, or less, than the value that is nearest to it."""
    return min(max(bound / value, value / bound) for value in values)


APPROXIMATE = "Approximate: told as “{said}”."
"""The note of a value that was told as about right, by which it is said so again."""


def valued(row: Row) -> str:
    """The value of a row as it was recorded: with its comparator, its unit, that it is about so, or preliminary."""
    lower = row.get("lower")
    if lower:
        said = f"{row['value']:.0f}/{lower['value']:.0f} {with_unit(0, row['unit']).removeprefix('0').strip()}".strip()
    elif row.get("value") is None:
        said = shown(row.get("text") or "without a value")
    else:
        about = "about " if (row.get("note") or "").startswith(APPROXIMATE.partition(":")[0]) else ""
        said = f"{about}{row.get('comparator') or ''}{with_unit(row['value'], row['unit'])}"
    return f"{said} (preliminary)" if row.get("status") == "preliminary" else said


def ids(rows: Iterable[Row]) -> list[str]:
    """The entries that rows stand for; of a blood pressure both."""
    return [part["uuid"] for row in rows for part in (row, row.get("lower")) if part]


def named_value(row: Row) -> str:
    """A value with the name of what was measured."""
    return f"{called(row['name'])} {valued(row)}"
