"""Days that are told from the one before them: "diagnosed on 3 May, and the Monday after that they began"."""

from __future__ import annotations

import calendar
import datetime as dt
import re

from osler.consult.extraction.times import when
from osler.core.language import NUMBER_OF_WORD

_DAYS = [name.lower() for name in calendar.day_name]
_COUNTS = NUMBER_OF_WORD | {"a": 1, "an": 1, "the": 1, "a couple of": 2, "a few": 3}
_COUNT = rf"(?:\d{{1,2}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})"
_ENDS = r"(?=\s*(?:[.,;:!?)]|$|(?:and|but|so|i|i'm|i've|he|she|they|we|it|my|his|her|with|for|to|on|the patient|because|when)\b))"
_WEEKDAY = re.compile(
    rf"\b(?:on )?(?:the )?(?:(?P<day>{'|'.join(_DAYS)}) (?:(?P<before>before)(?: that)?|after(?: that)?|following|afterwards?){_ENDS}|(?<=the )(?:following|next) (?P<next>{'|'.join(_DAYS)})\b)",
    re.IGNORECASE,
)
"""A day of the week that is told from a day before it."""
_SO_LONG = re.compile(
    rf"\b(?:on )?(?P<count>{_COUNT}) (?P<unit>day|week|fortnight)s? (?:(?P<before>before that|earlier|previously)|after that|afterwards?|later|after){_ENDS}"
    r"|\b(?:on )?the (?:following|next) (?P<one>day|morning|week)\b"
    r"|\b(?:on )?the (?P<one_before>day) before\b(?= *(?:[.,;!?)]|$))",
    re.IGNORECASE,
)
"""So many days or weeks after one that was told, or before it."""
_LENGTH = {"day": 1, "morning": 1, "week": 7, "fortnight": 14}
_A_DAY = len("2020-01-01")


def in_days_of_their_own(message: str, now: dt.datetime) -> str:
    """The message with the days that are told from another one by their date; where no day was told before, itself."""
    made, place = "", 0
    for match in sorted([*_WEEKDAY.finditer(message), *_SO_LONG.finditer(message)], key=re.Match.start):
        if match.start() < place:
            continue
        told = _last_day(made + message[place : match.start()], now)
        day = _from(told, match) if told is not None else None
        written = match.group() if day is None else f"on {day.day} {calendar.month_name[day.month]} {day.year}"
        made += message[place : match.start()] + written
        place = match.end()
    return made + message[place:]


def _last_day(before: str, now: dt.datetime) -> dt.date | None:
    """The day that was told last, by the part of the words that tells one."""
    parts = [part for part in re.split(r"[.;,!?]|\band\b|\bbut\b|\bthen\b", before) if part.strip()]
    days = [day for part in reversed(parts) if (day := when(part, now)) is not None]
    return dt.date.fromisoformat(days[0]) if days and len(days[0]) == _A_DAY else None


def _from(told: dt.date, match: re.Match[str]) -> dt.date | None:
    """The day that is meant."""
    said = match.groupdict()
    name = said.get("day") or said.get("next")
    if name:
        ahead, back = (
            (_DAYS.index(name.lower()) - told.weekday()) % 7 or 7,
            (told.weekday() - _DAYS.index(name.lower())) % 7 or 7,
        )
        return told + dt.timedelta(days=-back if said.get("before") else ahead)
    unit = said["unit"] or said["one"] or said["one_before"]
    count = (said["count"] or "one").lower()
    number = int(count) if count.isdigit() else _COUNTS[count]
    back = bool(said["before"] or said["one_before"])
    return told + dt.timedelta(days=(-1 if back else 1) * number * _LENGTH[unit.lower()])
