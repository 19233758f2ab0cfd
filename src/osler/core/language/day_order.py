"""Whether a text writes the day before the month."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from osler.core.language.rules import read_yaml

_SLASHED = re.compile(r"(?<![\d/.-])(\d{1,2})/(\d{1,2})/(?:19|20)?\d\d(?![\d/])")
_OF_BRITAIN = re.compile(
    r"\bNHS\s(?i:no|number|trust|foundation)\b|\bNHS[\s:#]{1,3}\d{3}[ -]?\d{3}[ -]?\d{4}\b"
    r"|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b"
)
"""An NHS number or a postcode: one of them is enough."""
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
    words = {found.group().lower() for found in _british().finditer(text[:_SEARCHED])}
    if _OF_BRITAIN.search(text[:_SEARCHED]) or len(words) >= _ENOUGH_WORDS:
        return DayOrder(True, "country")
    return DayOrder()
