"""A diary of several days in one message: each day by itself, and what is told of it dated by it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from pydantic import BaseModel

from osler.consult.extraction.everyday_measures import as_measured
from osler.consult.extraction.times import when
from osler.consult.record.called import measure_named
from osler.consult.record.days import day_in_figures

_Kind = TypeVar("_Kind", bound=BaseModel)
_WEEKDAY = (
    r"(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
)
_HEADING = re.compile(
    rf"(?:^|(?<=[\s,;.:–-]))(?P<day>{_WEEKDAY}(?: \d{{1,2}}(?:st|nd|rd|th))?|\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?|yesterday|today)"
    r"(?:\s*[:–]\s*|\s+-\s+|(?<=/\d)\s+(?=[A-Za-z]+ \d)|(?<=/\d\d)\s+(?=[A-Za-z]+ \d)|\s+(?=\d{1,3}(?:\.\d+)?(?:\s*$|[\s,;]+[a-z]{2,9}\s+\d|/\d))|\s+(?=(?:am|pm|morning|evening)\s+\d)|\s+(?=(?:[a-z]+ ){1,3}\d{1,3}(?:\.\d+)?\b))",
    re.IGNORECASE,
)
"""A day with which what is told of it begins: "Mon: sugar 9.1", "14/9 BP 142/90", "tue 81.0"."""
_OF_THE_DAY = re.compile(r"\b(?:am|pm|morning|evening|night|a\.m\.|p\.m\.)\s+(?=\d)", re.IGNORECASE)
_DATED = {
    "measurements": "time",
    "symptoms": "onset",
    "encounters": "date",
    "operations": "date",
    "conditions": "onset",
}
_BEGUN = frozenset({"started", "stopped", "changed"})


class Day(NamedTuple):
    """What is told of one day: as it is read, as it was written, and the day."""

    text: str
    written: str
    day: str


def days_of(message: str, now: dt.datetime) -> list[Day]:
    """The days of a diary, in order; none where a message is no diary of at least two."""
    headings = [match for match in _HEADING.finditer(message) if _begins_a_day(message, match)]
    found: list[Day] = []
    if len(headings) < 2:
        return []
    title = message[: headings[0].start()]
    named = _measured(title)
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        written = message[heading.end() : following.start() if following else len(message)].strip(" ,;\n")
        day = _day(heading["day"], now)
        if day is None:
            return []
        text = _OF_THE_DAY.sub(", ", written).strip(" ,")
        own = _measured(text)
        if named and not own and re.match(r"\W*\d", text):
            text = f"{named} {text}"  # the measure is named once and goes for every day
        named = own or named
        if written:
            found.append(Day(text, written, day))
    return found


_WORDS_FIRST = re.compile(r"(?!am\b|pm\b|morning\b|evening\b)(?P<words>(?:[a-z]+ ){1,3})\d", re.IGNORECASE)


def _begins_a_day(message: str, heading: re.Match[str]) -> bool:
    """Whether what follows the name of a day is told of it: a value, or a measure and its value and nothing else."""
    told = _WORDS_FIRST.match(message, heading.end()) if heading.group()[-1].isspace() else None
    return told is None or bool(_measured(told["words"]))


def by_days(message: str, now: dt.datetime, read: Callable[[str], _Kind]) -> _Kind:
    """What a reader finds in a message; in a diary day by day, each entry with its day."""
    days = days_of(message, now)
    if not days:
        return read(message)
    total = read(days[0].text)
    total = total.model_copy(update=_of_its_day(total, days[0]))
    for one in days[1:]:
        found = read(one.text)
        dated = _of_its_day(found, one)
        total = total.model_copy(update={kind: [*getattr(total, kind), *dated[kind]] for kind in dated})
    return total


def _of_its_day(found: BaseModel, told: Day) -> dict[str, list[BaseModel]]:
    """The entries of a day, dated by it where they are not dated themselves."""
    made: dict[str, list[BaseModel]] = {}
    for kind in type(found).model_fields:
        entries = []
        for entry in getattr(found, kind):
            update: dict[str, str] = {"quote": told.written}
            field = _DATED.get(kind) or ("date" if getattr(entry, "status", None) in _BEGUN else None)
            if field and not getattr(entry, field):
                update[field] = told.day
            entries.append(entry.model_copy(update=update))
        made[kind] = entries
    return made


def _measured(text: str) -> str:
    """The name of the measure that a text names, as the measures call it."""
    row = measure_named(as_measured(f"{text.rstrip(' :–-')} 1"))
    return row.name if row is not None else ""


def _day(said: str, now: dt.datetime) -> str | None:
    """The day of a heading: the last one of its name, or of its date."""
    numbers = re.fullmatch(r"(\d{1,2})/(\d{1,2})(?:/(\d{2,4}))?", said)
    if numbers is None:
        name = said.lower().split()[0]
        if now.strftime("%A").lower().startswith(name[:3]):
            return now.date().isoformat()  # in a diary the day that it is, is today
        return when(name if name in {"today", "yesterday"} else f"on {name}", now)
    year = int(numbers[3]) + (2000 if len(numbers[3]) == 2 else 0) if numbers[3] else None
    made = day_in_figures(int(numbers[1]), int(numbers[2]), year, now.date(), past=True)
    return made.isoformat() if made is not None else None
