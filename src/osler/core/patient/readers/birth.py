"""A date of birth as people type it into a table."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable

from osler.core.language import time_expressions

_NUMBERS = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?:[ T].*)?", re.ASCII)
_ISO = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?(?=$|[ T])", re.ASCII)
_COMPACT = re.compile(r"(?:19|20)\d{6}", re.ASCII)


class UnclearDate(ValueError):
    """A date that cannot be read, or that could be two."""


def day_first(cells: Iterable[str]) -> bool | None:
    """Whether a column writes the day before the month; None where none of its dates tells."""
    found = [match for cell in cells if (match := _NUMBERS.fullmatch(cell.strip())) and match[2] != "."]
    first, second = sum(int(one[1]) > 12 for one in found), sum(int(one[3]) > 12 for one in found)
    return None if bool(first) == bool(second) else bool(first)


def birth_date(cell: str, order: bool | None) -> str:
    """The date of a cell, as precise as it is; `order` says whether its column writes the day first."""
    cell = cell.strip()
    if iso := _ISO.match(cell):
        return iso.group()
    if _COMPACT.fullmatch(cell):
        return f"{cell[:4]}-{cell[4:6]}-{cell[6:]}"
    if numbers := _NUMBERS.fullmatch(cell):
        return _of_numbers(int(numbers[1]), int(numbers[3]), numbers[4], True if numbers[2] == "." else order)
    found = [one.date for one in time_expressions(cell) if one.kind == "date" and one.date_precision == "day"]
    if len(found) != 1 or found[0] is None:
        raise UnclearDate("the date of birth cannot be read")
    return found[0].isoformat()


def _of_numbers(first: int, second: int, year: str, order: bool | None) -> str:
    if len(year) == 2:
        raise UnclearDate("the year of birth has two digits, and could be of either century")
    if order is None and first != second and max(first, second) <= 12:
        raise UnclearDate("the date of birth could be read with the day or the month first")
    day, month = (first, second) if first > 12 or (order and second <= 12) else (second, first)
    try:
        return dt.date(int(year), month, day).isoformat()
    except ValueError:
        raise UnclearDate("the date of birth is no day") from None
