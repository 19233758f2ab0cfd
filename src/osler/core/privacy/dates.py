"""Dates in text: found with their elements, and shifted so that intervals survive."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from osler.core.privacy.patterns import patterns
from osler.core.privacy.types import Identifying

_MONTHS = (
    "jan jän ene gen",
    "feb fév",
    "mar mär maa",
    "apr avr abr",
    "may mai mei mag",
    "jun juin giu",
    "jul juil lug",
    "aug aoû ago",
    "sep set",
    "oct okt ott",
    "nov",
    "dec dez déc dic",
)
"""How the months begin in the languages that letters are written in."""
# A date without a year is shifted within a year of 365 days.
_ANY_YEAR = 2001
_MOST_MONTHS = 12
_PAIR = re.compile(r"(?<![\d/.-])(\d{1,2})[-/.](\d{1,2})[-/.](?:19|20)?\d\d(?![\d/])")
_BRITISH = re.compile(r"\bNHS\b|(?<![\w-])[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?![\w-])")


def find_dates(text: str) -> Iterator[Identifying]:
    """Every date that says more than a year."""
    for pattern in patterns().dates:
        for match in pattern.finditer(text):
            start, end = match.span("span") if "span" in pattern.groupindex else match.span()
            yield Identifying(start, end, "DATE")


def is_day_first(text: str) -> bool:
    """Whether the day stands before the month in the numbers of a text: other dates tell, else a British number or postcode."""
    pairs = [(int(match[1]), int(match[2])) for match in _PAIR.finditer(text)]
    first, second = (sum(pair[place] > _MOST_MONTHS for pair in pairs) for place in (0, 1))
    return first > second if first != second else _BRITISH.search(text) is not None


def shift(surface: str, days: int, *, day_first: bool = False) -> str | None:
    """The date as written, moved by `days`, in ISO form with the elements it had; None if it is no real date."""
    for pattern in patterns().dates:
        # The last pattern needs words before the date to tell it from a fraction.
        match = pattern.fullmatch(surface) or pattern.fullmatch(f"on {surface}")
        if match is not None:
            return _shifted(match, days, day_first=day_first)
    return None


def _shifted(match: re.Match[str], days: int, *, day_first: bool) -> str | None:
    parts = match.groupdict()
    year = _year(parts.get("year"))
    day = int(parts["day"]) if parts.get("day") else None
    if parts.get("name"):
        month = _month(parts["name"].lower())
    elif parts.get("a"):
        first, second = int(parts["a"]), int(parts["b"])
        swapped = first > _MOST_MONTHS or (day_first and second <= _MOST_MONTHS)
        month, day = (second, first) if swapped else (first, second)
    else:
        month = int(parts["month"])
    try:
        moved = date(year or _ANY_YEAR, month, day or 15) + timedelta(days=days)
    except (ValueError, OverflowError):
        return None
    if day is None:
        return f"{moved:%Y-%m}"
    return f"{moved:%Y-%m-%d}" if year else f"{moved:%m-%d}"


def _month(name: str) -> int:
    """The number of a month; the longest beginning decides, for "juin" and "juillet" begin alike."""
    begins = {start: number for number, starts in enumerate(_MONTHS, 1) for start in starts.split()}
    return max((len(start), number) for start, number in begins.items() if name.startswith(start))[1]


def _year(written: str | None) -> int | None:
    if not written:
        return None
    if len(written) == 4:
        return int(written)
    return int(written) + (2000 if int(written) < 50 else 1900)
