"""Days of the week on which something is taken: "Mon/Wed/Fri", "T/Th/Sa/Su", "Mon-Sat", "on Tuesdays"."""

from __future__ import annotations

import re

_DAY = r"(?:mon(?:days?)?|tue(?:s|sdays?)?|wed(?:s|nesdays?)?|thu(?:rs?|rsdays?)?|fri(?:days?)?|sat(?:urdays?)?|sun(?:days?)?)"
_INITIAL = r"(?:mo?|tu|t|we?|th|fr?|sa?|su)"
_ORDER = ("m", "tu", "w", "th", "f", "sa", "su")
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_PART_OF_WEEK = re.compile(r"week(day|end)", re.IGNORECASE)
_STRETCH = re.compile(r"\s?(?:-|–|\bto\b|\bthrough\b)\s?", re.IGNORECASE)
WEEKDAYS = (
    rf"(?P<weekdays>(?:(?:on|every|each)\s)?(?:{_DAY}(?:(?:\s?[/,&+]\s?(?:and\s)?|\sand\s|\s){_DAY})+|{_DAY}\s?(?:-|–|to|through)\s?{_DAY}"
    rf"|(?:mon|tues|wednes|thurs|fri|satur|sun)days|week(?:day|end)s?)|m\s?[-–]\s?f|(?:every|each|q)\s{_DAY}|{_INITIAL}(?:/{_INITIAL})+)"
)
"""A pattern for the days of a week, of which one alone must be said to come again ("Mondays", "every Monday")."""
ONE_DAY = re.compile(rf"(?:on\s)?{_DAY}(?=\s?(?:[,;.()\n]|$))", re.IGNORECASE)
"""One day alone, where the doses of other days stand before it: "1 tab Mon-Sat, 1½ tabs Sun"."""
OTHER_DAYS = r"(?:on\s)?(?:the\s|all\s)?(?:other|remaining)\sdays|(?:the\s)?rest\sof\sthe\sweek"
"""A pattern for the days that were not named before."""


def days_a_week(written: str) -> int:
    """How many days of a week are named."""
    if (whole := _PART_OF_WEEK.search(written)) is not None:
        return 5 if whole[1].lower() == "day" else 2
    named = [day for word in _WORD.findall(written) if (day := _number(word)) is not None]
    if len(named) == 2 and _STRETCH.search(written):
        return (named[1] - named[0]) % 7 + 1
    return len(set(named))


def _number(word: str) -> int | None:
    """Which day of the week a word begins to name, Monday first; "t" is a Tuesday and "s" a Saturday."""
    low = word.lower()
    if low in {"on", "every", "each", "and", "to", "through", "q"}:
        return None
    short = {"t": "tu", "s": "sa"}.get(low, low)
    return next((place for place, begin in enumerate(_ORDER) if short.startswith(begin)), None)
