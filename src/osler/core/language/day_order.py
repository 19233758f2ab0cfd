"""Whether a text writes the day before the month."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Literal, NamedTuple

from osler.core.language.month_names import MONTH_NAME
from osler.core.language.rules import read_yaml

_SLASHED = re.compile(r"(?<![\d/.-])(\d{1,2})/(\d{1,2})/(?:19|20)?\d\d(?![\d/])")
_OF_BRITAIN = re.compile(
    r"\bNHS\s(?i:no|number|trust|foundation)\b|\bNHS[\s:#]{1,3}\d{3}[ -]?\d{3}[ -]?\d{4}\b"
    r"|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b"
)
"""An NHS number or a postcode: one of them is enough."""
_STAY = re.compile(
    r"\b(?:admi(?:tted|ssion)|DOA)\b[^\d\n]{0,24}(?P<from>\d{1,2}/\d{1,2}/(?:19|20)?\d\d)\b[^\d]{0,40}?\b(?:discharged?|DOD)\b[^\d\n]{0,24}(?P<to>\d{1,2}/\d{1,2}/(?:19|20)?\d\d)\b",
    re.IGNORECASE,
)
_LONGEST_STAY = 45
"""Days in hospital that tell nothing of the order in which their dates are written."""
_DAY_THEN_NAME = re.compile(
    rf"(?<![\w/.-])\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{MONTH_NAME}\.?,?\s(?:19|20)\d\d\b", re.IGNORECASE
)
_NAME_THEN_DAY = re.compile(rf"\b{MONTH_NAME}\.?\s\d{{1,2}}(?:st|nd|rd|th)?,\s(?:19|20)\d\d\b", re.IGNORECASE)
_SEARCHED = 20_000
_ENOUGH_WORDS = 2


@lru_cache(maxsize=1)
def _british() -> re.Pattern[str]:
    words = sorted(read_yaml("document.yml")["day_first"], key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


class DayOrder(NamedTuple):
    """In which order a text writes day and month, and how that is known."""

    day_first: bool = False
    known_by: Literal["dates", "country", "nothing"] = "nothing"
    """Other dates of the text, signs of the country it comes from, or nothing: then the order is a guess."""


def is_ambiguous(date: str) -> bool:
    """Whether a date as it is written is another one when day and month change places."""
    written = _SLASHED.fullmatch(date.strip())
    return written is not None and written[1] != written[2] and max(int(written[1]), int(written[2])) <= 12


def is_day_first(text: str) -> bool:
    """Whether 11/02/2021 means the eleventh of February in this text."""
    return day_order(text).day_first


def day_order(text: str) -> DayOrder:
    """The order of day and month: other dates tell, else the country and its spelling do."""
    first = second = 0
    ambiguous = False
    for match in _SLASHED.finditer(text):
        first += int(match[1]) > 12
        second += int(match[2]) > 12
        ambiguous = True
    if first != second:
        return DayOrder(first > second, "dates")
    if not ambiguous:
        return DayOrder()
    if (by_stay := _by_stay(text[:_SEARCHED])) is not None:
        return DayOrder(by_stay, "dates")
    words = {found.group().lower() for found in _british().finditer(text[:_SEARCHED])}
    if _OF_BRITAIN.search(text[:_SEARCHED]) or len(words) + _names_day_first(text[:_SEARCHED]) >= _ENOUGH_WORDS:
        return DayOrder(True, "country")
    return DayOrder()


def _names_day_first(text: str) -> bool:
    """Whether the dates with a month in words have the day before it, all of them: "4 March 2025"."""
    return _DAY_THEN_NAME.search(text) is not None and _NAME_THEN_DAY.search(text) is None


def _by_stay(text: str) -> bool | None:
    """The order in which a stay in hospital lasts days and not months; None where both orders, or none, make it so."""
    for stay in _STAY.finditer(text):
        short = []
        for day_first in (True, False):
            first, last = (_day(stay[one], day_first) for one in ("from", "to"))
            if first and last and 0 <= (last - first).days <= _LONGEST_STAY:
                short.append(day_first)
        if len(short) == 1:
            return short[0]
    return None


def _day(written: str, day_first: bool) -> date | None:
    one, two, year = map(int, written.split("/"))
    day, month = (one, two) if day_first else (two, one)
    try:
        return date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return None
