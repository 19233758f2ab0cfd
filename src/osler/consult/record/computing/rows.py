"""Rows of the graph and answers from them: what still holds, what lies beyond a bound, how a row is worded."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from osler.consult.record.answers import RecordAnswer, nothing, shown
from osler.consult.record.days import PartialDay
from osler.consult.record.reading.types import Kind
from osler.core.language import unit_words

Row = dict[str, Any]
Rows = list[Row]

_ACTIVE = {"active", "recurrence", "relapse", "in-progress"}
_ENDED = {"resolved", "inactive", "remission", "stopped", "completed", "cancelled"}
_TAG = re.compile(r" \((?:disorder|finding|procedure|situation|regime/therapy|person|event|substance|product)\)$")


def is_present(entry: Row) -> bool:
    """Whether an entry says that it is there, or says nothing against it: not refuted, suspected or denied."""
    return entry.get("presence") in {None, "present"}


def is_active(entry: Row, kind: Kind, today: dt.date) -> bool:
    """Whether an entry still holds on a day."""
    if entry["date"] and entry["date"] > today:
        return False
    ended = entry.get("end_date")
    if kind == "medication":
        return entry["status"] == "active" or (entry["status"] is None and not (ended and ended <= today))
    if ended:
        return bool(ended > today)
    return entry["status"] in _ACTIVE or entry["status"] not in _ENDED


def as_of(entry: Row, today: dt.date) -> Row:
    """An entry as it stood on a day: what ended later had not ended."""
    if entry.get("end_date") and entry["end_date"] > today and entry.get("status") in _ENDED:
        return entry | {"status": "active", "end_date": None}
    return entry


def is_to_come(entry: Row, today: dt.date) -> bool:
    """Whether an entry has not happened yet on a day."""
    return entry.get("status") == "planned" or bool(entry["date"] and entry["date"] > today)


def is_planned(entry: Row, today: dt.date) -> bool:
    """Whether an entry is recorded as still to come; what was done or found later than the day of asking is not."""
    return is_to_come(entry, today) and entry.get("status") in {None, "planned"}


def called(name: str) -> str:
    """A name as a reader wants it, without the tag of its terminology."""
    return _TAG.sub("", name)


def with_unit(found: float, unit: str | None) -> str:
    """A value with its unit as people write it."""
    return f"{shown(found)} {unit_words(unit)}".strip()


def dated(row: Row, today: dt.date | None = None) -> str:
    """The day of a row, and how long ago it was where that is more than a year."""
    if not row["date"]:
        return "without a date"
    years = (today - row["date"]).days // 365 if today else 0
    at = "in" if isinstance(row["date"], PartialDay) else "on"
    return f"{at} {row['date']}" + (f" ({years} year{'s' if years > 1 else ''} ago)" if years else "")


def number(found: float, unit: str | None, rows: Rows, text: str) -> RecordAnswer:
    """A number with the rows it rests on."""
    return RecordAnswer(type="number", value=found, unit=unit, entries=[row["uuid"] for row in rows], text=text)


def string(found: str, row: Row) -> RecordAnswer:
    """A word or a name with its row."""
    day = f" ({row['date']})" if row.get("date") else ""
    return RecordAnswer(type="string", value=found, entries=[row["uuid"]], text=f"{called(found)}{day}.")


def truth(held: bool, rows: Rows, text: str) -> RecordAnswer:
    """Yes or no, and what it rests on: a no that is told with values or days cites them as a yes does."""
    return RecordAnswer(
        type="bool",
        value=held,
        entries=[row["uuid"] for row in rows],
        text=f"{'Yes' if held else 'No'}. {text}",
    )


_MOST_DAYS = 12
_NEWEST_DAYS = 3


def days_of(written: Iterable[dt.date | None]) -> str:
    """The days of something; of many the last, and how many there are."""
    days = [str(day) for day in dict.fromkeys(written) if day]
    if len(days) > _MOST_DAYS:
        return f"{len(days)} times, of which the last {_NEWEST_DAYS} on {', '.join(days[-_NEWEST_DAYS:])}"
    return ", ".join(days)


_OVER = {"resolved", "remission", "inactive", "stopped", "on-hold"}
_STATES = {"remission": "in remission", "on-hold": "on hold"}


def state(row: Row) -> str:
    """The state of an entry in words."""
    return _STATES.get(row["status"], row["status"] or "ended")


def ending(row: Row) -> str:
    """How an entry that no longer holds is recorded; nothing of what was done once."""
    if row.get("status") not in _OVER:
        return ""
    until = f", until {row['end_date']}" if row.get("end_date") and row["end_date"] != row["date"] else ""
    return f"{state(row)}{until}"


def _on_days(group: Rows) -> str:
    """The days of the entries of one name and how the last one ended, in brackets."""
    said = ", ".join(filter(None, [days_of(row.get("date") for row in group), ending(group[-1])]))
    return f" ({said})" if said else ""


def listed(
    rows: Iterable[Row],
    show: Callable[[Row], str] | None = None,
    *,
    unit: str | None = None,
    tell: Callable[[Row], str] | None = None,
) -> RecordAnswer:
    """The rows as a list without repetitions, or nothing; `tell` words each for the reader."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(show(row) if show else row["name"], []).append(row)
    if not found:
        return nothing()
    entries = [part["uuid"] for group in found.values() for row in group for part in (row, row.get("lower")) if part]
    told = [
        tell(group[-1]) if tell else f"{called(name)}{'' if show else _on_days(group)}" for name, group in found.items()
    ]
    return RecordAnswer(type="list", value=list(found), unit=unit, entries=entries, text="; ".join(told) + ".")


def _verdict(answer: RecordAnswer) -> str:
    """The yes or no of an answer, which goes with its entries where others stand beside it."""
    said = next((word for word in ("Yes. ", "No. ") if answer.text.startswith(word)), "")
    return said if answer.type == "bool" else ""


def together(answers: Sequence[RecordAnswer]) -> RecordAnswer:
    """Several answers as one: each is said, and all that they rest on is cited."""
    entries = dict.fromkeys(entry for answer in answers for entry in answer.entries)
    support = dict.fromkeys(f"{_verdict(answer)}{line}" for answer in answers for line in answer.support)
    readings = [answer.understood for answer in answers]
    return RecordAnswer(
        type="list" if entries else "none",  # several answers that rest on nothing state nothing
        value=[answer.text for answer in answers],
        entries=list(entries),
        support=list(support),
        text=" ".join(f"({number}) {answer.text}" for number, answer in enumerate(answers, 1)),
        understood="; ".join(f"({number}) {one}" for number, one in enumerate(readings, 1)) if any(readings) else "",
    )
