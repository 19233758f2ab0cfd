"""Questions about measured values: which, how much changed, whether more or less, rising or falling, in range or not."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from osler.consult.record.answers import RecordAnswer, nothing, shown
from osler.consult.record.computing.rows import Row, Rows, called, dated, number, string, truth, with_unit
from osler.consult.record.reading.table import pattern, says
from osler.consult.record.reading.types import RecordQuestion

_TREND_VALUES = 5
_RISE = 0.06
_KENDALL = 0.6
_STABLE_RANGE = 0.03
"""A trend: the last five values, at least 6 % of change and a Kendall score of 0.6; stable within 3 % of the mean."""
NO_RANGE = "The record gives no reference range for it, so I cannot say whether this is normal; please ask your doctor or pharmacist."

NO_JUDGEMENT = "Whether that is good for you I cannot say; please ask your doctor."


def value(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """A value: the last, the first, the nth, the highest, the lowest, the mean."""
    panels = pressures(rows)
    if panels is not None:
        return _pressure(read, panels, today)
    numbers = [row for row in rows if row["value"] is not None]
    if not numbers:
        texts = [row for row in rows if row.get("text")]
        if not texts:
            return nothing()
        chosen = _chosen(read, texts)
        return nothing() if chosen is None else string(chosen["text"], chosen)
    if "average" in read.selectors:
        mean = sum(row["value"] for row in numbers) / len(numbers)
        unit = numbers[-1]["unit"]
        text = f"{called(numbers[-1]['name'])}: {with_unit(mean, unit)}, the mean of {len(numbers)} values."
        return number(mean, unit, numbers, text)
    chosen = _chosen(read, numbers)
    return nothing() if chosen is None else _one_value(chosen, numbers, today)


def _one_value(row: Row, rows: Rows, today: dt.date) -> RecordAnswer:
    """A value, its day, and the other values of the same moment where the record holds several."""
    text = f"{called(row['name'])}: {with_unit(row['value'], row['unit'])} {dated(row, today)}"
    same = {r["value"] for r in rows if r["time"] == row["time"] and r["name"] == row["name"]} - {row["value"]}
    also = f"; also recorded then: {', '.join(with_unit(v, row['unit']) for v in sorted(same))}" if same else ""
    undated = [r["value"] for r in rows if row["date"] and not r["date"] and r["name"] == row["name"]]
    also += (
        f"; also recorded without a date: {', '.join(with_unit(v, row['unit']) for v in undated)}" if undated else ""
    )
    out = standing(row) if standing(row) != WITHIN else ""
    return number(row["value"], row["unit"], [row], f"{text}{f', {out} the {_reference(row)}' if out else ''}{also}.")


WITHIN = "within"


def standing(row: Row) -> str:
    """below, within or above the range that the record gives with a value; empty where it gives none."""
    low, high = row.get("low"), row.get("high")
    if row["value"] is None or (low is None and high is None):
        return ""
    if low is not None and row["value"] < low:
        return "below"
    return "above" if high is not None and row["value"] > high else WITHIN


def _reference(row: Row) -> str:
    low, high = row["low"], row["high"]
    return f"reference range {shown(low) if low is not None else ''}–{shown(high) if high is not None else ''}"


def _chosen(read: RecordQuestion, rows: Rows) -> Row | None:
    if read.nth is not None:
        index = read.nth - 1 if read.nth > 0 else read.nth
        return rows[index] if -len(rows) <= index < len(rows) else None
    if "maximum" in read.selectors or "minimum" in read.selectors:
        pick = max if "maximum" in read.selectors else min
        return pick(rows, key=lambda row: row["value"])
    return rows[0] if "first" in read.selectors and "last" not in read.selectors else rows[-1]


def pressures(rows: Rows) -> list[tuple[Row, Row]] | None:
    """Systolic and diastolic of each panel, where that is what the rows are."""
    kinds = {_pressure_part(row) for row in rows}
    if kinds != {"systolic", "diastolic"}:
        return None
    by_panel: dict[Any, dict[str, Row]] = {}
    for row in rows:
        by_panel.setdefault(row["panel"] or row["time"], {})[_pressure_part(row)] = row
    return [(parts["systolic"], parts["diastolic"]) for parts in by_panel.values() if len(parts) > 1]


def _pressure_part(row: Row) -> str:
    lower = row["name"].lower()
    return next((part for part in ("systolic", "diastolic") if part in lower), "")


def _pressure(read: RecordQuestion, panels: Sequence[tuple[Row, Row]], today: dt.date) -> RecordAnswer:
    if not panels:
        return nothing()
    day = ""
    if "average" in read.selectors:
        high, low = (sum(panel[part]["value"] for panel in panels) / len(panels) for part in (0, 1))
        entries = [row["uuid"] for panel in panels for row in panel]
    else:
        chosen = _chosen(read, [panel[0] for panel in panels])
        if chosen is None:
            return nothing()
        both = next(panel for panel in panels if panel[0] is chosen)
        high, low = both[0]["value"], both[1]["value"]
        entries = [row["uuid"] for row in both]
        day = f" {dated(chosen, today)}"
    text = f"{high:.0f}/{low:.0f} mmHg{day}"
    return RecordAnswer(
        type="string",
        value=f"{high:g}/{low:g}",
        unit=panels[0][0]["unit"],
        components={"systolic": high, "diastolic": low},
        entries=entries,
        text=f"Blood pressure {text}.",
    )


def change(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """The last value minus the one it is compared with."""
    numbers = [row for row in rows if row["value"] is not None]
    if len(numbers) < 2:
        return nothing("There are not two values to compare.")
    if {"maximum", "minimum"} <= set(read.selectors):
        low, high = (pick(numbers, key=lambda row: row["value"]) for pick in (min, max))
        spread = high["value"] - low["value"]
        text = f"{with_unit(spread, high['unit'])} between the lowest and the highest value."
        return number(spread, high["unit"], [low, high], text)
    last = numbers[-1]
    before = numbers[-2] if "before_last" in read.selectors else numbers[0]
    return number(last["value"] - before["value"], last["unit"], [before, last], _from_to(before, last))


def _from_to(before: Row, last: Row) -> str:
    """How a value went from one day to another."""
    moved = last["value"] - before["value"]
    way = f"up by {with_unit(moved, last['unit'])}" if moved > 0 else f"down by {with_unit(-moved, last['unit'])}"
    path = f"{with_unit(before['value'], before['unit'])} {dated(before)}, {with_unit(last['value'], last['unit'])} {dated(last)}"
    return f"{called(last['name'])}: {path}; {way if moved else 'no change'}."


def compare(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether the last value is greater, or less, than the one it is compared with."""
    panels = pressures(rows)
    numbers = [panel[0] for panel in panels] if panels else [row for row in rows if row["value"] is not None]
    lower = read.text.lower()
    if read.against is not None:
        then = [row for row in numbers if read.against.holds(row["date"])]
        after = [row for row in numbers if row["date"] and read.against.end and row["date"] > read.against.end]
        if not then or not after:
            return _one_side(read, [*then, *after] or numbers, today, missing="then" if not then else "since")
        numbers = [then[-1], after[-1]]
    if len(numbers) < 2:
        return nothing("There are not two values to compare.")
    last = numbers[-1]
    if _way("opinion", lower):  # the values are told, the judgement is not made
        said = _from_to(numbers[-2] if read.against else numbers[0], last)
        return RecordAnswer(type="string", value=said, entries=[numbers[0]["uuid"], last["uuid"]], text=said)
    recent = "before_last" in read.selectors or _way("last_step", lower)
    other = numbers[-2] if recent else numbers[0]
    less = _way("less", lower)
    held = last["value"] < other["value"] if less else last["value"] > other["value"]
    return truth(held, [other, last], _from_to(other, last))


def _one_side(read: RecordQuestion, rows: Rows, today: dt.date, *, missing: str) -> RecordAnswer:
    """There is nothing to compare with: what is missing, and what there is."""
    if not rows:
        return nothing("There are not two values to compare.")
    row = rows[-1]
    said = f"The last is {called(row['name'])} {with_unit(row['value'], row['unit'])} {dated(row, today)}."
    return nothing(f"There is no value {missing} to compare. {said}").model_copy(update={"entries": [row["uuid"]]})


def trend(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether the last values rise, fall or stay; as yes or no where the question names one of these."""
    numbers = [row for row in rows if row["value"] is not None][-_TREND_VALUES:]
    if len(numbers) < 2:
        return nothing("There are too few values for a trend.")
    label = trend_of([row["value"] for row in numbers])
    path = ", ".join(shown(row["value"]) for row in numbers)
    unit = with_unit(numbers[-1]["value"], numbers[-1]["unit"]).removeprefix(shown(numbers[-1]["value"])).strip()
    period = f"{numbers[0]['date']} to {numbers[-1]['date']}"
    text = f"{called(numbers[-1]['name'])} is {label}: {path} {unit}".rstrip() + f" ({period})."
    lower = read.text.lower()
    asked = [way for way in ("rising", "falling", "stable") if _way(way, lower)]
    if len(asked) == 1 and says("yes_no", read.asked):
        return truth(label == asked[0], numbers, text).model_copy(update={"trend": label})
    return RecordAnswer(type="string", value=label, trend=label, entries=[row["uuid"] for row in numbers], text=text)


def _way(name: str, lower: str) -> bool:
    return pattern("ways", name).search(lower) is not None


def trend_of(values: Sequence[float]) -> str:
    """rising, falling, stable or mixed."""
    pairs = [(a, b) for index, a in enumerate(values) for b in values[index + 1 :]]
    score = sum((b > a) - (b < a) for a, b in pairs) / len(pairs)
    mean = sum(values) / len(values)
    first, last = values[0], values[-1]
    if first and abs(last - first) / abs(first) >= _RISE and abs(score) >= _KENDALL:
        return "rising" if score > 0 else "falling"
    if mean and (max(values) - min(values)) / abs(mean) <= _STABLE_RANGE:
        return "stable"
    if abs(score) >= _KENDALL:
        return "rising" if score > 0 else "falling"
    return "stable" if mean and (max(values) - min(values)) / abs(mean) <= 2 * _STABLE_RANGE else "mixed"


def normal(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether the last value lies in the range that the record gives with it."""
    known = [row for row in rows if row["value"] is not None and (row["low"] is not None or row["high"] is not None)]
    if not known:
        last = [row for row in rows if row["value"] is not None]
        panels = pressures(rows)
        if not last:
            return nothing()
        said = _pressure(read, panels, today) if panels else _one_value(last[-1], last, today)
        return nothing(f"{said.text} {NO_RANGE}").model_copy(update={"entries": said.entries})
    row = known[-1]
    where = standing(row)
    lower = read.text.lower()
    if not says("normal", read.asked):
        told = f"{called(row['name'])}: {with_unit(row['value'], row['unit'])} {dated(row, today)}, {where} the {_reference(row)}."
        return RecordAnswer(type="string", value=told, entries=[row["uuid"]], text=f"{told} {NO_JUDGEMENT}")
    if _way("too_low", lower):
        held = where == "below"
    elif _way("too_high", lower):
        held = where == "above"
    else:
        held = (where != WITHIN) == _way("outside", lower)
    shown_value = f"{called(row['name'])}: {with_unit(row['value'], row['unit'])} {dated(row, today)}"
    return truth(held, [row], f"{shown_value}, {where} the {_reference(row)}.")
