"""Days that a note tells from its own: "today", "three days ago", "last week", "(8/4)" behind a value."""

from __future__ import annotations

import re
from datetime import date, timedelta

from osler.core.language import TimeExpression, day_of_name, day_order
from osler.core.patient.types import DAYS_PER_YEAR, ClinicalTime

_IN_BRACKET = re.compile(r"\s?[(\[](?P<words>(?P<first>\d{1,2})/(?P<second>\d{1,2}))[)\]]")
_LAST = re.compile(r"last\s(?P<unit>week|month|year)", re.IGNORECASE)
_UNIT = re.compile(r"\b(?P<unit>hour|day|d|week|wk|month|mo|mth|year|yr|y|decade)s?\b", re.IGNORECASE)
_FROM_ANOTHER_DAY = re.compile(r"\b(?:earlier|previously|prior)$", re.IGNORECASE)
_VAGUE = re.compile(r"\b(?:few|several|couple|about|approximately)\b", re.IGNORECASE)
_DAYS = {"hour": 1.0, "day": 1.0, "d": 1.0, "week": 7.0, "wk": 7.0, "month": 30.4, "mo": 30.4, "mth": 30.4}


def day_from(time: TimeExpression, written: date) -> ClinicalTime | None:
    """When a time counted from the day of the note was: one day, or the first on which it can have been."""
    if time.kind != "ago" or time.years is None or _FROM_ANOTHER_DAY.search(time.text):
        return None
    if last := _LAST.fullmatch(time.text):
        # The end stays open: who asks how old a result is at most must count from the first day that it can be of.
        return ClinicalTime.between(_begin_of_last(last["unit"].lower(), written).isoformat(), None, text=time.text)
    ago = time.years * DAYS_PER_YEAR
    unit = _UNIT.search(time.text)
    width = _DAYS.get(unit["unit"].lower(), DAYS_PER_YEAR) if unit else 1.0
    # Who counts in days means a day; who counts in weeks or years may be half of one away.
    slack = round(ago / 2) if _VAGUE.search(time.text) else 0 if width <= 1 else round(width / 2)
    try:
        first = (written - timedelta(days=round(ago) + slack)).isoformat()
    except OverflowError:
        return None
    return ClinicalTime.between(first, None, text=time.text) if slack else ClinicalTime.on(first, text=time.text)


def _begin_of_last(unit: str, written: date) -> date:
    """The first day that "last week", "last month" or "last year" can mean."""
    if unit == "week":
        return written - timedelta(days=written.weekday() + 7)
    if unit == "month":
        before = written.replace(day=1) - timedelta(days=1)
        return before.replace(day=1)
    return date(written.year - 1, 1, 1)


def day_in_bracket(text: str, end: int, written: date) -> ClinicalTime | None:
    """The day without a year in a bracket behind a value, as the last of its name before the note: "1.1 mg/dL (8/4)"."""
    found = _IN_BRACKET.match(text, end)
    if found is None:
        return None
    first, second = int(found["first"]), int(found["second"])
    order = day_order(text)
    readings = [(second, first), (first, second)]
    if order.known_by != "nothing":
        readings = readings[:1] if order.day_first else readings[1:]
    days = [day for month, number in readings if (day := day_of_name(month, number, written, ahead=False)) is not None]
    return ClinicalTime.on(max(days).isoformat(), text=found["words"]) if days else None
