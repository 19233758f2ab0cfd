"""Entries that are numbered inside one line: "i. warfarin ii. phenytoin iii. allopurinol"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_NUMBER = re.compile(r"(?:(?<=\s)|(?<=;)|(?<=,)|^)\(?(?P<number>\d{1,2}|x|ix|iv|v?i{1,3}|v)\.(?=\s+\S)")
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}
_COUNTED = re.compile(
    r"(?:grade|stage|class|type|phase|day|visit|week|version|no|score|cycle|dose|arm|part|section)s?\s*$"
)
"""What a number follows that is none of an entry: "after visit 2. Women who …"."""


def without_numbers(text: str) -> str:
    """The text with a semicolon in place of every number that counts entries on; all else stays at its place."""
    marks = [mark for mark in _NUMBER.finditer(text) if not _COUNTED.search(text, 0, mark.start())]
    counted = _in_order(marks)
    for mark in counted:
        before = text[: mark.start()].rstrip()
        sign = ";" if before and not before.endswith((",", ";", ":", "(", " or", " and")) else " "
        text = text[: mark.start()] + sign.ljust(mark.end() - mark.start()) + text[mark.end() :]
    return text


def _in_order(marks: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """The marks that follow each other by one, where there are two of them or more."""
    told = [(mark, _value(mark), mark["number"].isdigit()) for mark in marks]
    kept: list[re.Match[str]] = []
    for (first, one, digits), (second, other, same) in pairwise(told):
        if other == one + 1 and digits == same:
            kept += [mark for mark in (first, second) if mark not in kept]
    return kept


def _value(mark: re.Match[str]) -> int:
    number = mark["number"]
    return int(number) if number.isdigit() else _ROMAN[number]
