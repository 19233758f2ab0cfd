"""When a statement says that something was or will be, from the moment it is made."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

from osler.consult.extraction.hours import hour_of
from osler.consult.extraction.spans import begun, weeks_after
from osler.consult.record.days import day_in_figures
from osler.consult.record.periods import Period, months_before, read_periods
from osler.consult.record.time_words import NUMBERS
from osler.yaml_reader import packaged_yaml

_TABLE: dict[str, Any] = packaged_yaml("osler.consult.extraction", "times.yml")
_COUNTS = NUMBERS | {f"a {several}": NUMBERS[several] for several in ("couple of", "few")}
_DAYS: dict[str, int] = {name: index for index, name in enumerate(_TABLE["weekdays"])}
_MONTHS = {name.lower(): index for index, name in enumerate(calendar.month_name) if name}
_BACK: dict[str, int] = _TABLE["back"]
_COUNT = rf"(\d{{1,3}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})"
_AGO = re.compile(
    rf"\b{_COUNT} (hour|day|week|fortnight|month|year)s? ago\b|\b(?:for|since|past|last|over the past|in the last) (?:the )?(?:past |last )?{_COUNT} (hour|day|week|fortnight|month|year)s?\b"
)
_AHEAD = re.compile(rf"\bin {_COUNT} (day|week|month|year)s?\b")
_SHORT_DAY = re.compile(
    r"\b(?:(mon|tue|wed|thu|fri|sun)(?:s|r|rs)?|(sat))\b(?=\W{0,3}\d)(?!(?<=sat)\W{0,3}(?:[5-9]\d|100)\b(?![/.]\d))"
)
"""A day of the week as it stands before a reading; elsewhere "sun" and "sat" are other words, and "sat 91" is a saturation."""
_DAY_IN_SHORT = re.compile(
    r"\b(?P<lead>since|on|last|next|this|past|from|until|by) (?P<day>mon|tue|wed|thu|fri|sat|sun)(?:s|r|rs|nes|ur)?\b(?!\.?\d)"
)
"""A day of the week written short, behind a word that only stands before a time."""
_AMOUNT = re.compile(r"\b\d[\d.,]*\s*-?\s*(?:mg|mcg|µg|ug|g|ml|iu|units?|kcal|calories|steps|cells)\b")
"""How much of something: 2000 IU is no year."""
_WEEKDAY = re.compile(rf"\b(?:(last|next|this|on|since|past) )?({'|'.join(_DAYS)})\b")
_MONTH = re.compile(rf"\b(?:in|since|until|last|this|next|during|early|late|of|for) ({'|'.join(_MONTHS)})\b(?! \d)")
_MONTH_DAY = re.compile(
    rf"\b({'|'.join(_MONTHS)}) (\d{{1,2}})(?:st|nd|rd|th)?\b(?!,? \d{{4}})|\b(?:the )?(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?({'|'.join(_MONTHS)})\b(?! \d)"
)
_TODAY = re.compile(rf"\b({'|'.join(_TABLE['today'])})\b")
_RELATIVE = re.compile(rf"\b({'|'.join(_TABLE['days_back'])}|(?:{'|'.join(_BACK)}) (?:month|year))\b")
_DAYS_OF = {"day": 1, "week": 7, "fortnight": 14}


_LASTED = re.compile(
    r"\bfor (?:about |around |some )?(?:\d{1,2}|an?|one|two|three|four|five|six|seven|ten|a couple of|a few) (?:days?|nights?|weeks?|months?|hours?)\b"
)


_SHORT_MONTH = re.compile(r"\b(?P<month>jan|feb|apr|jun|jul|aug|sep|oct|nov|dec|mar(?=\.? \d)|(?<=\d )mar)t?\b\.?")


def _in_full(match: re.Match[str]) -> str:
    """The whole name of a month that is written short."""
    return str(next(name for name in _MONTHS if name.startswith(match["month"])))


_SHORT_UNIT = re.compile(r"(?:(?P<count>\d)\s?|\b(?!hr))(?P<unit>hr|wk|mth|yr)(?P<many>s?)\b")
"""A unit of time as it is typed; "hr" without a number is the heart rate."""
_UNITS: dict[str, str] = _TABLE["short_units"]


def _unit_in_full(match: re.Match[str]) -> str:
    """The whole name of a unit of time that is written short, with the number before it."""
    return f"{match['count']} " * bool(match["count"]) + _UNITS[match["unit"]] + match["many"]


def _weekday_named(short: str) -> str:
    return next(name for name in _DAYS if name.startswith(short))


def when(text: str, now: dt.datetime, *, ahead: bool = False) -> str | None:
    """The day (or month, or year) that a statement names, in ISO form; None when it names none."""
    lower = _SHORT_UNIT.sub(_unit_in_full, _AMOUNT.sub(" ", text.lower()))
    lower = _SHORT_MONTH.sub(_in_full, lower)
    lower = _DAY_IN_SHORT.sub(lambda match: f"{match['lead']} {_weekday_named(match['day'])}", lower)
    lower = begun(lower, now.date())
    dated = _LASTED.sub(" ", lower)
    if dated != lower and (told := when(dated, now, ahead=ahead)) is not None:
        return told  # how long it lasted is not when it was: "for 3 days in February"
    today = now.date()
    for found in (
        weeks_after(lower, today),
        _relative(lower, today),
        _ago(lower, now),
        _coming(lower, today, ahead=ahead),
        _weekday(lower, today, ahead=ahead),
        _dated(lower, today, ahead=ahead),
    ):
        if found is not None:
            return found
    return today.isoformat() if _TODAY.search(lower) else None


def moment(text: str, now: dt.datetime) -> str | None:
    """The day of a measurement, and its hour where the statement gives one; who got up or woke without a day did today."""
    day = when(text, now)
    clock = hour_of(text)
    if clock is not None and (day is None or len(day) == _A_DAY):
        yet_to_come = clock > (now.hour, now.minute)  # told without a day, it was that hour of yesterday
        told = now.date() - dt.timedelta(days=yet_to_come)
        return f"{day or told.isoformat()}T{clock[0]:02d}:{clock[1]:02d}"
    return day or (now.date().isoformat() if _GOT_UP.search(text.lower()) else None)


_A_DAY = len("2020-01-01")
_GOT_UP = re.compile(_TABLE["got_up"])
"""What somebody does once a day: without a day it was today."""


def _relative(lower: str, today: dt.date) -> str | None:
    match = _RELATIVE.search(lower)
    if match is None:
        return None
    word = match[1]
    days: dict[str, int] = _TABLE["days_back"]
    if word in days:
        return (today - dt.timedelta(days=days[word])).isoformat()
    back = _BACK[word.split()[0]]
    return months_before(today, back).isoformat()[:7] if word.endswith("month") else str(today.year - back)


def _ago(lower: str, now: dt.datetime) -> str | None:
    match = _AGO.search(lower)
    if match is None:
        return None
    written, unit = (match[1], match[2]) if match[1] else (match[3], match[4])
    count = int(written) if written.isdigit() else _COUNTS[written]
    if unit == "hour":
        return (now - dt.timedelta(hours=count)).date().isoformat()
    if unit in _DAYS_OF:
        return (now.date() - dt.timedelta(days=count * _DAYS_OF[unit])).isoformat()
    if unit == "month":
        return (
            months_before(now.date(), count).isoformat()[:7] if count > 1 else months_before(now.date(), 1).isoformat()
        )
    return str(now.year - count)


def _coming(lower: str, today: dt.date, *, ahead: bool) -> str | None:
    match = _AHEAD.search(lower) if ahead else None
    if match is None:
        return None
    count = int(match[1]) if match[1].isdigit() else _COUNTS[match[1]]
    if match[2] in {"day", "week"}:
        return (today + dt.timedelta(days=count * (7 if match[2] == "week" else 1))).isoformat()
    return months_before(today, -count * (12 if match[2] == "year" else 1)).isoformat()[:7]


def _weekday(lower: str, today: dt.date, *, ahead: bool) -> str | None:
    short = _SHORT_DAY.search(lower)
    if short is not None:
        name = _weekday_named(short[1] or short[2])
        if _DAYS[name] == today.weekday():
            return today.isoformat()  # in a list of readings the day that it is, is today
        lower = f"on {name}"
    match = _WEEKDAY.search(lower)
    if match is None:
        return None
    wanted = _DAYS[match[2]]
    if match[1] == "next" or (ahead and match[1] != "last"):
        step = (wanted - today.weekday()) % 7 or 7
        return (today + dt.timedelta(days=step)).isoformat()
    return (today - dt.timedelta(days=(today.weekday() - wanted) % 7 or 7)).isoformat()


def _dated(lower: str, today: dt.date, *, ahead: bool) -> str | None:
    match = _MONTH_DAY.search(lower)
    if match is not None:
        month, day = (_MONTHS[match[1]], int(match[2])) if match[1] else (_MONTHS[match[4]], int(match[3]))
        return _nearest(today, month, day, ahead=ahead)
    bare = _MONTH.search(lower) if ahead else None
    if bare is not None and re.search(r"\b(?:19|20)\d\d\b", lower) is None:
        return f"{today.year + (_MONTHS[bare[1]] < today.month)}-{_MONTHS[bare[1]]:02d}"  # the next December
    lower = lower if ahead else _SLASHED.sub(lambda match: _in_the_past(match, today), lower)
    periods = read_periods(re.sub(r"\d{2,3}/\d{2,3}(?!/?\d)", " ", lower), today)
    period = Period() if periods.vague else periods.period  # "lately" is no day
    if period.start is not None and period.start.year > 1900:
        if period.end is None or period.start == period.end or re.search(r"\b(since|from)\b", lower):
            written = re.search(r"\b(19|20)\d\d\b", lower)
            named = re.search(rf"\b(?:{'|'.join(_MONTHS)})\b", lower)
            if written and not named and not re.search(r"\d-|/", lower):
                return written.group()
            # "since March" is known to the month and no further; a day beside it was read before.
            whole_month = named and period.start.day == 1 and not re.search(r"\d{1,2}[-/]\d", lower)
            return period.start.isoformat()[: 7 if whole_month else 10]
        if (period.end - period.start).days > 300:
            return str(period.start.year)
        return period.start.isoformat()[:7]
    match = _MONTH.search(lower)
    if match is not None:
        month = _MONTHS[match[1]]
        year = (
            today.year + (1 if ahead and month < today.month else 0) - (1 if not ahead and month > today.month else 0)
        )
        return f"{year}-{month:02d}"
    return None


_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)")


def _in_the_past(written: re.Match[str], today: dt.date) -> str:
    """A day in figures of which both orders can be meant, in the one that has come: what was measured was not measured tomorrow."""
    day = day_in_figures(int(written[1]), int(written[2]), int(written[3]), today, past=True)
    return day.isoformat() if day is not None else written.group()


def _nearest(today: dt.date, month: int, day: int, *, ahead: bool) -> str | None:
    for year in (today.year, today.year + (1 if ahead else -1)):
        try:
            found = dt.date(year, month, day)
        except ValueError:
            return None
        if (found >= today) == ahead or found == today:
            return found.isoformat()
    return None


def told_again(name: str, day: str | None, known: Mapping[str, str | None]) -> str:
    """The key of what is told: its name, and beside an entry of another day its own day as well."""
    other = known.get(name)
    return name if day is None or other is None or day.startswith(other) or other.startswith(day) else f"{name} {day}"
