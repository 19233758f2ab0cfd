"""Questions about how long: how long ago, since when, and from beginning to end."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.record.answers import RecordAnswer, nothing
from osler.consult.record.computing.events import when
from osler.consult.record.computing.rows import Row, Rows, called, is_active, string
from osler.consult.record.days import first_day
from osler.consult.record.reading.types import RecordQuestion

_DAYS = {"h": 1 / 24, "d": 1.0, "wk": 7.0, "mo": 30.4375, "a": 365.25}
_LONGEST = re.compile(r"\b(longest|shortest)\b")
_YEARS = 2
"""Years from which a length is told in years."""


def time_since(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """How long ago the last, or the first, was."""
    found = when(read, rows, today)
    if found.type != "date":
        return found
    days = (today - first_day(str(found.value))).days
    return _length(read, days, found.entries, f"{in_words(days)} since {found.value}.")


def duration(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """How long something lasted, from its beginning to its end; of stays in hospital all of them together."""
    begun = [row for row in rows if row["date"]]
    known = [row for row in begun if row.get("end_date") and row["end_date"] <= today]
    if not known:
        return _unended(read, begun, today)
    if _LONGEST.search(read.asked):
        pick = max if "longest" in read.asked else min
        row = pick(known, key=lambda row: row["end_date"] - row["date"])
        days = (row["end_date"] - row["date"]).days
        return string(row["name"], row).model_copy(
            update={"text": f"{called(row['name'])}: {in_words(days)}, from {row['date']} to {row['end_date']}."}
        )
    all_together = read.kind == "visit" and not read.selectors and read.nth is None
    chosen = known if all_together else _bout(read, known)
    if not chosen:
        return nothing()
    days = sum((row["end_date"] - row["date"]).days for row in chosen)
    told = "; ".join(f"{called(row['name'])} from {row['date']} to {row['end_date']}" for row in chosen)
    return _length(read, days, [row["uuid"] for row in chosen], f"{in_words(days)}: {told}.")


def _bout(read: RecordQuestion, known: Rows) -> Rows:
    """The one that is meant of several times that something was there."""
    if read.nth is not None:
        index = read.nth - 1 if read.nth > 0 else read.nth
        return [known[index]] if -len(known) <= index < len(known) else []
    return [known[0] if "first" in read.selectors else known[-1]]


def _unended(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Nothing with an end: what still goes on is counted to the day of asking, of the rest no length is known."""
    if not rows:
        return nothing()
    row: Row = rows[-1]
    if read.kind in {"condition", "symptom", "medication"} and is_active(row, read.kind, today):
        days = (today - row["date"]).days
        return _length(read, days, [row["uuid"]], f"{in_words(days)} since {row['date']}; no end is recorded.")
    return nothing(f"The record does not say when this ended: {called(row['name'])}, {row['date']}.")


def _length(read: RecordQuestion, days: int, entries: list[str], text: str) -> RecordAnswer:
    length = float(days) if read.unit == "d" else round(days / _DAYS[read.unit], 2)
    return RecordAnswer(type="number", value=length, unit=read.unit, entries=entries, text=text)


def in_words(days: int) -> str:
    """A number of days as people say it."""
    if days < 1:
        return "Less than a day"
    years = int(days / _DAYS["a"])
    if years >= _YEARS:
        return f"{years} years ({days} days)"
    return f"{days} day{'s' if days > 1 else ''}"
