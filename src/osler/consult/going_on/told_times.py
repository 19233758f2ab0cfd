"""A time that is told from the day of the last answer: "a year earlier", "five years before that", "three months later"."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache

from osler.consult.record.days import months_before
from osler.consult.record.time_words import COUNT, UNIT, back
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.going_on", "told_times.yml", flags=re.IGNORECASE)


def dated_from(message: str, day: str | None, *, of_a_value: bool) -> str:
    """The message with a time that is told from a day as the time that it is.

    Values are looked for around the day that is meant; of anything else a year before means that year.
    """
    if day is None:
        return message
    try:
        known = dt.date.fromisoformat(day[:10])
    except ValueError:
        return message  # only a month or a year is known

    message = _same_day().sub(f"on {known}", message)
    message = _by_the_year().sub(lambda match: f"in {known.year + (1 if match['after'] else -1)}", message)

    def put(match: re.Match[str]) -> str:
        then = _away(match, known)
        if of_a_value or match["unit"].lower() not in {"year", "decade"}:
            return f"around {then}"
        return f"in {then.year}"

    return _relative().sub(put, message, count=1)


@cache
def _same_day() -> re.Pattern[str]:
    return re.compile(_TABLE.rules["same_day"], re.IGNORECASE)


@cache
def _by_the_year() -> re.Pattern[str]:
    return re.compile(_TABLE.rules["by_the_year"], re.IGNORECASE)


@cache
def _relative() -> re.Pattern[str]:
    said = _TABLE.rules["relative"].replace("<count>", COUNT).replace("<unit>", UNIT)
    return re.compile(said, re.IGNORECASE)


def _away(match: re.Match[str], day: dt.date) -> dt.date:
    count, unit = (match["count"] or "1").lower(), match["unit"].lower()
    before = back(count, unit, day)
    if not _TABLE.says(match["way"], "later"):
        return before
    if unit in {"day", "week", "fortnight"}:
        return day + (day - before)
    return months_before(day, -((day.year - before.year) * 12 + day.month - before.month))
