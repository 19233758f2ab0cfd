"""A row of a table as text: what the row is of, then each cell under the name of its column."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_NAME = r"(?:[A-Z0-9≥≤<>]|[a-z]{1,2}(?=[A-Z]))[^;:\n]{0,80}: "
"""The name of a column, as it opens: a capital, a number, or "eGFR"."""
_FIRST = re.compile(rf"^(?P<first>[^;:\n]{{2,120}}); (?={_NAME})")
_CELL = re.compile(rf"; (?={_NAME})")
_PEOPLE = re.compile(
    r"\b(?:groups?|population|patients?|people|age|sex|who|whom|condition|indication|severity|setting)\b", re.IGNORECASE
)
_MARKS = str.maketrans({";": ",", ":": ","})


class Row(NamedTuple):
    """The label of a row, and its cells with the names of their columns."""

    first: str
    cells: tuple[tuple[str, str], ...]

    @property
    def whom(self) -> str:
        """What says whom and when a row is for: its label, its columns, and the cells of a column of people."""
        told = (f"{name} {value}" if _PEOPLE.search(name) else name for name, value in self.cells)
        return ", ".join([self.first, *told])


@lru_cache(maxsize=4096)
def row_of(text: str) -> Row | None:
    """A text read as a row of a table; None where it is none."""
    line = text.partition("\n")[0]
    found = _FIRST.match(line)
    if found is None:
        return None
    cells = []
    for part in _CELL.split(line[found.end() :]):
        name, _, value = part.partition(": ")
        cells.append((name.strip(), value.strip()))
    return Row(found["first"].strip(), tuple(cells))


def row_text(first: str, cells: list[tuple[str, str]]) -> str:
    """A row as it is kept: a mark inside a label or a name would end it."""
    told = [f"{_name(name)}: {value}" if name else value for name, value in cells]
    return "; ".join(filter(None, [_name(first), *told]))


def _name(text: str) -> str:
    return " ".join(text.translate(_MARKS).split()).rstrip(" ,")
