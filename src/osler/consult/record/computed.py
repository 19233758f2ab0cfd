"""The arithmetic of answers: what is latest, highest, changed, counted; every answer with the entries it rests on."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from osler.consult.record.answers import RecordAnswer, nothing, shown
from osler.consult.record.question import Kind, RecordQuestion

Row = dict[str, Any]
Rows = list[Row]

_ACTIVE = {"active", "recurrence", "relapse", "in-progress"}
_ENDED = {"resolved", "inactive", "remission", "stopped", "completed", "cancelled"}
_TREND_VALUES = 5
_RISE = 0.06
_KENDALL = 0.6
_STABLE_RANGE = 0.03
"""A trend: the last five values, at least 6 % of change and a Kendall score of 0.6; stable within 3 % of the mean."""
_DAYS = {"h": 1 / 24, "d": 1.0, "wk": 7.0, "mo": 30.4375, "a": 365.25}
_MARITAL = {"M": "Married", "S": "Never Married", "D": "Divorced", "W": "Widowed", "L": "Legally Separated"}
"""HL7 v3 MaritalStatus; Synthea writes S where nobody has been married."""


NO_ALLERGY = "No such allergy is recorded; that does not mean that there is none."
NOT_RECORDED = "This is not recorded; that does not mean that it is not so."


def is_active(entry: Row, kind: Kind, today: dt.date) -> bool:
    """Whether an entry still holds on a day."""
    if entry["date"] and entry["date"] > today:
        return False
    ended = entry.get("end_date")
    if kind == "medication":
        return entry["status"] == "active" or (entry["status"] is None and not (ended and ended <= today))
    if ended and ended <= today:
        return False
    return entry["status"] in _ACTIVE or entry["status"] not in _ENDED


def of_person(read: RecordQuestion, person: Row, today: dt.date) -> RecordAnswer:
    """A field of the person."""
    entries = [person["uuid"]]
    if read.field == "age":
        birth = person["birth_date"]
        if birth is None:
            return nothing()
        at = min(filter(None, [today, person["death_date"]]))
        age = at.year - birth.year - ((at.month, at.day) < (birth.month, birth.day))
        return RecordAnswer(type="number", value=float(age), unit="a", entries=entries, text=f"{age} years old.")
    found = person.get(read.field)
    if found is None:
        return nothing()
    if read.field == "birth_date":
        return RecordAnswer(type="date", value=found.isoformat(), entries=entries, text=f"Born on {found}.")
    if read.field == "marital_status":
        found = _MARITAL.get(found, found)
    return RecordAnswer(type="string", value=str(found), entries=entries, text=str(found))


def value(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """A value: the last, the first, the nth, the highest, the lowest, the mean."""
    panels = _pressures(rows)
    if panels is not None:
        return _pressure(read, panels)
    numbers = [row for row in rows if row["value"] is not None]
    if not numbers:
        texts = [row for row in rows if row.get("text")]
        if not texts:
            return nothing()
        chosen = _chosen(read, texts)
        return nothing() if chosen is None else _string(chosen["text"], chosen)
    if "average" in read.selectors:
        mean = sum(row["value"] for row in numbers) / len(numbers)
        return _number(mean, numbers[-1]["unit"], numbers, f"The mean of {len(numbers)} values is")
    chosen = _chosen(read, numbers)
    return nothing() if chosen is None else _number(chosen["value"], chosen["unit"], [chosen], _on(chosen))


def _chosen(read: RecordQuestion, rows: Rows) -> Row | None:
    if read.nth is not None:
        index = read.nth - 1 if read.nth > 0 else read.nth
        return rows[index] if -len(rows) <= index < len(rows) else None
    if "maximum" in read.selectors or "minimum" in read.selectors:
        pick = max if "maximum" in read.selectors else min
        return pick(rows, key=lambda row: row["value"])
    return rows[0] if "first" in read.selectors and "last" not in read.selectors else rows[-1]


def _pressures(rows: Rows) -> list[tuple[Row, Row]] | None:
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


def _pressure(read: RecordQuestion, panels: Sequence[tuple[Row, Row]]) -> RecordAnswer:
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
        day = f" on {chosen['date']}" if chosen["date"] else ""
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
        return _number(high["value"] - low["value"], high["unit"], [low, high], "Between lowest and highest:")
    last = numbers[-1]
    before = numbers[-2] if "before_last" in read.selectors else numbers[0]
    return _number(
        last["value"] - before["value"], last["unit"], [before, last], f"From {before['date']} to {last['date']}:"
    )


def compare(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether the last value is greater, or less, than the one it is compared with."""
    numbers = [row for row in rows if row["value"] is not None]
    if len(numbers) < 2:
        return nothing("There are not two values to compare.")
    last = numbers[-1]
    lower = read.text.lower()
    recent = "before_last" in read.selectors or "than last time" in lower or "than before" in lower
    other = numbers[-2] if recent else numbers[0]
    less = any(
        word in lower
        for word in ("less", "lower", "smaller", "below", "under", "decreas", " down", "drop", "fall", "fell")
    )
    held = last["value"] < other["value"] if less else last["value"] > other["value"]
    return _truth(
        held, [other, last], f"{shown(last['value'])} on {last['date']}, {shown(other['value'])} on {other['date']}."
    )


def trend(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether the last values rise, fall or stay; as yes or no where the question names one of these."""
    numbers = [row for row in rows if row["value"] is not None][-_TREND_VALUES:]
    if len(numbers) < 2:
        return nothing("There are too few values for a trend.")
    label = trend_of([row["value"] for row in numbers])
    text = f"The last {len(numbers)} values are {label}: {', '.join(shown(row['value']) for row in numbers)}."
    lower = read.text.lower()
    offers_several = sum(any(word in lower for word in group) for group in (_UP, _DOWN, _SAME)) > 1
    asked = next(
        (
            name
            for name, group in (("rising", _UP), ("falling", _DOWN), ("stable", _SAME))
            if any(w in lower for w in group)
        ),
        None,
    )
    if (
        asked
        and not offers_several
        and lower.lstrip().startswith(("is", "are", "has", "have", "does", "do", "did", "was"))
    ):
        return _truth(label == asked, numbers, text).model_copy(update={"trend": label})
    return RecordAnswer(type="string", value=label, trend=label, entries=[row["uuid"] for row in numbers], text=text)


_UP = ("going up", "rising", "increas", "getting higher", " up", "gone up", "went up", "risen")
_DOWN = ("going down", "falling", "decreas", "getting lower", " down", "gone down", "went down", "dropp", "fallen")
_SAME = ("stable", "the same", "steady", "unchanged")


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


def when(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """The day of the first, the last, the extreme one, or of the first or last beyond a threshold."""
    held = _beyond(read, rows)
    if {"maximum", "minimum"} & set(read.selectors) and any(row.get("value") is not None for row in held):
        numbers = [row for row in held if row["value"] is not None]
        pick = max if "maximum" in read.selectors else min
        extreme = pick(row["value"] for row in numbers)
        held = [row for row in numbers if row["value"] == extreme]
    dated = sorted((row for row in held if row["date"]), key=lambda row: (row["date"], str(row["time"])))
    if not dated:
        return nothing()
    if read.nth is not None:
        index = read.nth - 1 if read.nth > 0 else read.nth
        if not -len(dated) <= index < len(dated):
            return nothing()
        row = dated[index]
    else:
        first = "first" in read.selectors or (read.kind == "condition" and "last" not in read.selectors)
        row = dated[0] if first else dated[-1]
    return RecordAnswer(
        type="date", value=row["date"].isoformat(), entries=[row["uuid"]], text=f"{row['date']}: {row['name']}."
    )


def _beyond(read: RecordQuestion, rows: Rows) -> Rows:
    if read.threshold is None:
        return rows
    above, bound = read.threshold
    return [r for r in rows if r.get("value") is not None and (r["value"] > bound if above else r["value"] < bound)]


def ever(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether there is such an entry at all."""
    held = _beyond(read, rows)
    if read.threshold and read.kind == "observation" and {"last", "first"} & set(read.selectors) and rows:
        row = rows[-1] if "last" in read.selectors else rows[0]
        return _truth(row in held, [row], f"{shown(row['value'])} {row['unit'] or ''} on {row['date']}.")
    if not held:
        return _truth(False, [], "").model_copy(update={"text": NOT_RECORDED})
    days = ", ".join(dict.fromkeys(str(row["date"]) for row in held[-3:] if row["date"]))
    return _truth(True, held, f"{held[-1]['name']}{': ' + days if days else ''}.")


def count(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """How many entries, or how many different names where drugs or kinds are counted."""
    held = _beyond(read, rows)
    lower = read.text.lower()
    distinct = any(
        word in lower for word in ("distinct", "unique", "different", "how many drugs", "how many medic", "kinds of")
    )
    if distinct or (
        read.kind == "medication" and not read.phrase and "times" not in lower and "prescriptions" not in lower
    ):
        number = len({row["name"] for row in held})
    elif _pressures(held) is not None:
        number = len(_pressures(held) or ())
    else:
        number = len(held)
    return RecordAnswer(type="number", value=float(number), entries=[row["uuid"] for row in held], text=f"{number}.")


def list_names(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """The names of the entries; their days where days are asked for; their values where values are."""
    if read.kind == "observation" and read.phrase:
        return listed(
            rows,
            lambda row: (
                f"{row['date'] or 'without a date'}: {shown(row['value'] if row['value'] is not None else row['text'])} {row['unit'] or ''}".strip()
            ),
        )
    if read.kind == "visit" or "date" in read.text.lower().split() or "dates" in read.text.lower():
        return listed(rows, lambda row: row["date"].isoformat() if row["date"] else row["name"], unit="date")
    if {"last", "first"} & set(read.selectors) and not read.current and not read.phrase and rows:
        day = (rows[-1] if "last" in read.selectors else rows[0])["date"]
        rows = [row for row in rows if row["date"] == day]
    return listed(rows)


def new_names(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """What is there in one period and not in the one it is compared with."""
    if read.other_period is None:
        return listed(rows)
    earlier = {row["name"] for row in rows if read.other_period.holds(row["date"])}
    return listed(row for row in rows if read.period.holds(row["date"]) and row["name"] not in earlier)


def listed(rows: Iterable[Row], show: Callable[[Row], str] | None = None, *, unit: str | None = None) -> RecordAnswer:
    """The rows as a list without repetitions, or nothing."""
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(show(row) if show else row["name"], []).append(row["uuid"])
    if not found:
        return nothing()
    entries = [entry for group in found.values() for entry in group]
    return RecordAnswer(type="list", value=list(found), unit=unit, entries=entries, text="; ".join(found) + ".")


def time_since(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """How long ago the last, or the first, was."""
    found = when(read, rows, today)
    if found.type != "date":
        return found
    days = (today - dt.date.fromisoformat(str(found.value))).days
    length = days / _DAYS[read.unit]
    rounded = float(days) if read.unit == "d" else round(length, 2)
    return RecordAnswer(
        type="number", value=rounded, unit=read.unit, entries=found.entries, text=f"{days} days since {found.value}."
    )


def repeated(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """What there is at least so many times."""
    often = Counter(row["name"] for row in rows)
    return listed(row for row in rows if often[row["name"]] >= (read.at_least or 2))


def name(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """The name of the first or the last."""
    dated = [row for row in rows if row["date"]]
    if not dated:
        return nothing()
    row = dated[0] if "first" in read.selectors and "last" not in read.selectors else dated[-1]
    if read.kind == "visit":
        return RecordAnswer(
            type="date", value=row["date"].isoformat(), entries=[row["uuid"]], text=f"{row['date']}: {row['name']}."
        )
    return _string(row["name"], row)


def most_common(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """What there is most often."""
    often = Counter(row["name"] for row in rows)
    if not often:
        return nothing()
    top, _ = often.most_common(1)[0]
    return _string(top, next(row for row in reversed(rows) if row["name"] == top))


def normal(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether the last value lies in the range that the record gives with it."""
    known = [row for row in rows if row["value"] is not None and (row["low"] is not None or row["high"] is not None)]
    if not known:
        return nothing("The record gives no reference range for this.")
    row = known[-1]
    low, high = row["low"], row["high"]
    is_low, is_high = low is not None and row["value"] < low, high is not None and row["value"] > high
    lower = read.text.lower()
    if "too low" in lower or "low?" in lower:
        held = is_low
    elif any(word in lower for word in ("too high", "high?", "elevated")):
        held = is_high
    else:
        held = (is_low or is_high) == any(word in lower for word in ("abnormal", "out of"))
    text = f"{shown(row['value'])} {row['unit'] or ''} on {row['date']}; reference {shown(low) if low is not None else ''}–{shown(high) if high is not None else ''}."
    return _truth(held, [row], text)


def dose(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """How much of a medicine, and how often."""
    if not rows:
        return nothing()
    row = rows[-1]
    if row["dose"] is None:
        said = " ".join(filter(None, [row["instruction"] or "", row["frequency"] or ""])) or row["name"]
        return _string(said, row)
    often = f", {row['frequency']}" if row["frequency"] else ""
    return _string(f"{row['dose']:g} {row['dose_unit'] or ''}{often}".strip(), row)


def reason(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Why the last visit was made or the medicine was given, where the record says it."""
    given = [row for row in rows if row["reason"]]
    return _string(given[-1]["reason"], given[-1]) if given else nothing()


def who_or_where(read: RecordQuestion, rows: Rows, named: Rows) -> RecordAnswer:
    """Who was seen, or where, at the last of these visits."""
    places = {row["uuid"]: row["name"] for row in named}
    known = [row for row in rows if row["uuid"] in places]
    if not known:
        return nothing()
    row = known[0] if "first" in read.selectors and "last" not in read.selectors else known[-1]
    return _string(places[row["uuid"]], row)


def _number(found: float, unit: str | None, rows: Rows, lead: str) -> RecordAnswer:
    text = f"{lead} {shown(found)} {unit or ''}".strip() + "."
    return RecordAnswer(type="number", value=found, unit=unit, entries=[row["uuid"] for row in rows], text=text)


def _on(row: Row) -> str:
    return f"On {row['date']}:" if row["date"] else "Without a date:"


def _string(found: str, row: Row) -> RecordAnswer:
    dated = f" ({row['date']})" if row.get("date") else ""
    return RecordAnswer(type="string", value=found, entries=[row["uuid"]], text=f"{found}{dated}.")


def _truth(held: bool, rows: Rows, text: str) -> RecordAnswer:
    return RecordAnswer(
        type="bool",
        value=held,
        entries=[row["uuid"] for row in rows] if held else [],
        text=f"{'Yes' if held else 'No'}. {text}",
    )
