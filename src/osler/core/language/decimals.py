"""Decimal commas of continental notes: "38,7 °C" is read as 38.7 where a text writes its numbers so."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(?<![\w.,/])\d{1,4},\d{1,2}(?!\d|[.,]\d)")
_WITH_UNIT = re.compile(
    r"(?<![\w.,/])\d{1,4},\d{1,2}\s?(?:°\s?C|%|[µμmnpkcd]?(?:g|l|L|mol|m|U|Hg)(?:/[A-Za-z]{1,4})?|kPa|[GT]/[lL]|/[µμu][lL]|/min)(?!\w)"
)
_THOUSANDS = re.compile(r"(?<![\w.,/])[1-9]\d{0,2}(?:\.\d{3})+(?!\d|[.,]\d)")
"""A number whose points part thousands, as those write who have decimal commas: "8.450 pg/ml"."""
_TWO_SCORES = re.compile(r"(?:apgars?|scores?|grades?|stages?)(?:\s(?:was|were|of))?[\s:=]{1,3}$", re.IGNORECASE)
_MINUS = re.compile(r"−(?=\d)")
_LONGEST_LABEL = 20


def with_decimal_points(text: str) -> str:
    """The text with points for decimal commas, commas for points between thousands and plain signs for minuses, every character at its place; as it is where no unit follows such a number."""
    text = _MINUS.sub("-", text)
    if "," not in text or _WITH_UNIT.search(text) is None:
        return text
    return _NUMBER.sub(_pointed, _THOUSANDS.sub(lambda number: number.group().replace(".", ","), text))


def _pointed(number: re.Match[str]) -> str:
    before = number.string[max(0, number.start() - _LONGEST_LABEL) : number.start()]
    return number.group() if _TWO_SCORES.search(before) else number.group().replace(",", ".")
