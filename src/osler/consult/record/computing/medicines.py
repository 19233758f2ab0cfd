"""Questions about medicines: how much, how often, since when, and why."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.record.answers import RecordAnswer, nothing
from osler.consult.record.computing.rows import Row, Rows, called, string
from osler.consult.record.reading.types import RecordQuestion

_OFTEN = re.compile(r"(\d+) per (?:(\d+(?:\.\d+)?) )?(h|d|wk|mo|a)")
_TIMES = {1: "once", 2: "twice"}
_EACH = {"h": "hour", "d": "day", "wk": "week", "mo": "month", "a": "year"}


def regimen(row: Row) -> str:
    """How a medicine is taken, in words: dose and schedule; empty where the record gives neither."""
    dose = f"{row['dose']:g} {row['dose_unit'] or 'at a time'}" if row["dose"] is not None else ""
    said = ", ".join(filter(None, [dose, _often(row["frequency"] or "")]))
    return said or row["instruction"] or ""


def _often(frequency: str) -> str:
    """A schedule in words: "2 per d" is twice a day."""
    match = _OFTEN.fullmatch(frequency)
    if match is None:
        return frequency
    times, every, unit = int(match[1]), match[2], _EACH[match[3]]
    if every and times == 1:
        return f"every {every} {unit}s"
    return f"{_TIMES.get(times, f'{times} times')} {f'every {every} {unit}s' if every else f'a {unit}'}"


def taken(row: Row) -> str:
    """A medicine with its dose, its schedule and its beginning."""
    how = regimen(row)
    since = f"since {row['date']}" if row["date"] else ""
    rest = ", ".join(filter(None, [how or "no dose recorded", since]))
    return f"{called(row['name'])} ({rest})"


def dose(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """How much of a medicine, and how often."""
    if not rows:
        return nothing()
    row = rows[-1]
    how = regimen(row)
    said = string(how or row["name"], row)
    text = taken(row) if how else f"The record gives no dose of {called(row['name'])}"
    return said.model_copy(update={"text": text + "."})


def reason(read: RecordQuestion, rows: Rows, today: dt.date) -> RecordAnswer:
    """Why the last visit was made or the medicine was given, where the record says it."""
    given = [row for row in rows if row["reason"]]
    if given:
        return string(given[-1]["reason"], given[-1])
    return nothing(
        f"The record does not say why: {called(rows[-1]['name'])}." if rows else "There is no such entry in the record."
    )
