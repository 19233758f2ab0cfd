"""Questions about measured values: the last, the highest, the mean, in range or not."""

from __future__ import annotations

import datetime as dt

from osler.consult.record.answers import RecordAnswer, nothing, shown
from osler.consult.record.computing.rows import Row, Rows, called, dated, number, string, truth, with_unit
from osler.consult.record.computing.series import (
    PRESSURE,
    Series,
    ids,
    joined,
    named_value,
    newest,
    pressures,
    series,
    valued,
)
from osler.consult.record.periods import Period
from osler.consult.record.reading.table import pattern, says
from osler.consult.record.reading.types import RecordQuestion

NO_RANGE = "The record gives no reference range for it, so I cannot say whether this is normal; please ask your doctor or pharmacist."

NO_RANGES = "The record gives no reference ranges for them, so I cannot say whether they are normal; please ask your doctor or pharmacist."

_EXTREMES = {"maximum", "minimum"}
NO_JUDGEMENT = "Whether that is good for you I cannot say; please ask your doctor."


def value(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """A value: the last, the first, the nth, the highest, the lowest, the mean."""
    if pressures(rows) is not None:
        return _pressure(read, newest(read, joined(rows)), today)
    numbers = [row for row in rows if row["value"] is not None]
    if not numbers:
        texts = [row for row in rows if row.get("text")]
        if not texts:
            return nothing()
        chosen = _chosen(read, texts)
        return nothing() if chosen is None else string(chosen["text"], chosen)
    if "average" in read.selectors:
        return _mean(series(newest(read, numbers), exact=True))
    picked = series(newest(read, numbers)) if _EXTREMES & set(read.selectors) else Series(numbers, None, [])
    chosen = _chosen(read, picked.rows)
    if chosen is None:
        return nothing()
    answer = _one_value(chosen, numbers, today)
    return answer.model_copy(update={"text": f"{answer.text}{picked.apart()}"})


def unjudged(answer: RecordAnswer, rows: Rows) -> RecordAnswer:
    """The values of which it is asked whether they are normal; that this cannot be said where the record gives no range with any."""
    if any(standing(row) for row in rows):
        return answer
    return answer.model_copy(update={"text": f"{answer.text} {NO_RANGES}"})


def none_in_time(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """No value is of the time that was asked about: the nearest of any other time is told beside it, or is the answer where about then will do."""
    near = _nearest(read.period, joined(rows))
    if near is None:
        last = joined(rows)[-1]
        return nothing(f"There is none in that time. The last is {named_value(last)} {dated(last, today)}.").model_copy(
            update={"entries": ids([last])}
        )
    if read.intent == "value" and says("about_then", read.text.lower()) and _apart(read.period, near) <= _ABOUT:
        return value(read, [row for row in rows if row["date"] == near["date"]], today)
    told = nothing(f"There is none in that time. The nearest is {named_value(near)} {dated(near, today)}.")
    return told.model_copy(update={"entries": ids([near])})


_ABOUT = dt.timedelta(days=183)
"""How far from a day a value may lie that is asked for about that day."""


def _apart(period: Period, row: Row) -> dt.timedelta:
    """How far an entry lies from a time."""
    day = row["date"]
    if period.end is not None and day > period.end:
        return dt.timedelta(days=(day - period.end).days)
    return dt.timedelta(days=(period.start - day).days if period.start is not None and day < period.start else 0)


def _nearest(period: Period, rows: Rows) -> Row | None:
    days = [row for row in rows if row["date"] is not None]
    return min(reversed(days), key=lambda row: _apart(period, row)) if days else None


def found_in_tumour(rows: Rows, today: dt.date) -> RecordAnswer:
    """What was last found of each tumour marker, by its name."""
    last = list({row["type"]: row for row in rows}.values())
    if not last:
        return nothing()
    said = [f"{called(row['name'])}: {_finding(row)} {dated(row, today)}" for row in last]
    if len(last) > 1:
        return RecordAnswer(type="list", value=said, entries=ids(last), text=f"{'; '.join(said)}.")
    row, text = last[0], f"{said[0]}."
    if row["value"] is not None and not row.get("text"):
        return number(row["value"], row["unit"], [row], text)
    return string(_finding(row), row).model_copy(update={"text": text})


def _finding(row: Row) -> str:
    return ", ".join(filter(None, [row.get("text") or "", valued(row) if row["value"] is not None else ""]))


def _mean(found: Series) -> RecordAnswer:
    if not found.rows:
        return nothing(f"There are no values of which a mean can be made.{found.apart()}")
    mean = sum(row["measured"] for row in found.rows) / len(found.rows)
    said = f"{called(found.rows[-1]['name'])}: {with_unit(mean, found.unit)}, the mean of {len(found.rows)} values."
    return number(mean, found.unit, found.rows, f"{said}{found.apart()}")


def _one_value(row: Row, rows: Rows, today: dt.date) -> RecordAnswer:
    """A value, its day, and the other values of the same moment where the record holds several."""
    text = f"{called(row['name'])}: {valued(row)} {dated(row, today)}"
    same = [r for r in rows if r["time"] == row["time"] and r["name"] == row["name"]]
    then = dict.fromkeys(valued(r) for r in sorted(same, key=lambda r: float(r["value"])))
    then.pop(valued(row), None)
    also = f"; also recorded then: {', '.join(then)}" if then else ""
    undated = [valued(r) for r in rows if row["date"] and not r["date"] and r["name"] == row["name"]]
    also += f"; also recorded without a date: {', '.join(undated)}" if undated else ""
    out = standing(row) if standing(row) != WITHIN else ""
    answer = number(row["value"], row["unit"], [row], f"{text}{f', {out} the {_reference(row)}' if out else ''}{also}.")
    return answer.model_copy(update={"comparator": row.get("comparator")})


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
    if not rows:
        return None
    if read.nth is not None:
        index = read.nth - 1 if read.nth > 0 else read.nth
        return rows[index] if -len(rows) <= index < len(rows) else None
    if "measured" in rows[0] and {"maximum", "minimum"} & set(read.selectors):
        pick = max if "maximum" in read.selectors else min
        return pick(rows, key=lambda row: row["measured"])
    return rows[0] if "first" in read.selectors and "last" not in read.selectors else rows[-1]


def _pressure(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """A blood pressure, both numbers of it."""
    found = series(rows)
    if not found.rows:
        return nothing()
    if "average" in read.selectors:
        high = sum(row["value"] for row in rows) / len(rows)
        low = sum(row["lower"]["value"] for row in rows) / len(rows)
        chosen, used, day = rows[-1], rows, f", the mean of {len(rows)} readings"
    else:
        picked = _chosen(read, found.rows)
        if picked is None:
            return nothing()
        chosen, used, day = picked, [picked], f" {dated(picked, today)}"
        high, low = picked["value"], picked["lower"]["value"]
    told = valued(chosen | {"value": high, "lower": chosen["lower"] | {"value": low}})
    return RecordAnswer(
        type="string",
        value=f"{high:g}/{low:g}",
        unit=chosen["unit"],
        components={"systolic": high, "diastolic": low},
        entries=ids(used),
        text=f"{PRESSURE} {told}{day}.",
    )


def _asks(way: str, lower: str) -> bool:
    return pattern("ways", way).search(lower) is not None


def normal(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Whether the last value lies in the range that the record gives with it."""
    known = [row for row in rows if row["value"] is not None and (row["low"] is not None or row["high"] is not None)]
    if not known:
        last = [row for row in rows if row["value"] is not None]
        panels = pressures(rows)
        if not last:
            return nothing()
        said = _pressure(read, joined(rows), today) if panels else _one_value(last[-1], last, today)
        return nothing(f"{said.text} {NO_RANGE}").model_copy(update={"entries": said.entries})
    row = known[-1]
    where = standing(row)
    lower = read.text.lower()
    if not says("normal", read.asked):
        told = f"{called(row['name'])}: {valued(row)} {dated(row, today)}, {where} the {_reference(row)}."
        return RecordAnswer(type="string", value=told, entries=[row["uuid"]], text=f"{told} {NO_JUDGEMENT}")
    if _asks("too_low", lower):
        held = where == "below"
    elif _asks("too_high", lower):
        held = where == "above"
    else:
        held = (where != WITHIN) == _asks("outside", lower)
    shown_value = f"{called(row['name'])}: {valued(row)} {dated(row, today)}"
    return truth(held, [row], f"{shown_value}, {where} the {_reference(row)}.")


def ever_beyond(read: RecordQuestion, rows: Rows, today: dt.date, *, high: bool) -> RecordAnswer:
    """Whether any value lay above, or below, the range that the record gives with it; that it was measured is no yes."""
    numbers = [row for row in rows if row["value"] is not None]
    known = [row for row in numbers if row["high" if high else "low"] is not None]
    if not known:
        end = read._replace(intent="value", selectors=("maximum" if high else "minimum",))
        said = value(end, rows, today)
        return nothing(f"The {'highest' if high else 'lowest'}: {said.text} {NO_RANGE}").model_copy(
            update={"entries": said.entries}
        )
    beyond = [row for row in known if standing(row) == ("above" if high else "below")]
    if not beyond:
        return truth(
            False,
            known,
            f"All {len(known)} lie within the range that the record gives with them, or on its other side.",
        )
    return truth(
        True, beyond, f"{'; '.join(f'{named_value(row)} {dated(row, today)}' for row in beyond[-_MOST_SHOWN:])}."
    )


_MOST_SHOWN = 5
NO_RANGES = "The record gives no reference ranges with these values, so I cannot say which of them are high or low."
ALL_WITHIN = "The last value of each lies within the range that the record gives with it."


def beyond_ranges(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Of all that was measured what lay outside the range that the record gives, each by its last value."""
    newest_of = {row["type"]: row for row in rows if row["value"] is not None}
    judged = [row for row in newest_of.values() if row["low"] is not None or row["high"] is not None]
    if not judged:
        return nothing(NO_RANGES if newest_of else "There is no such entry in the record.")
    lower = read.text.lower()
    wanted = {"below"} if _asks("low_ones", lower) else {"above"} if _asks("high_ones", lower) else {"below", "above"}
    found = [row for row in judged if standing(row) in wanted]
    if not found:
        lead = "None" if wanted != {"below", "above"} or _asks("outside", lower) else "Yes"
        return nothing(f"{lead}. {ALL_WITHIN}").model_copy(update={"entries": [row["uuid"] for row in judged]})
    told = [
        f"{called(row['name'])}: {valued(row)} {dated(row, today)}, {standing(row)} the {_reference(row)}"
        for row in found
    ]
    return RecordAnswer(
        type="list",
        value=[row["name"] for row in found],
        entries=[row["uuid"] for row in found],
        text="; ".join(told) + ".",
    )
