"""A row of a table as text: what the table is about, what the row is of, then each cell under the name of its column."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

LONGEST_ABOUT = 160
"""Characters of what a table is about, as a row says it."""
_NAME = r"(?:[A-Z0-9≥≤<>]|[a-z]{1,2}(?=[A-Z]))[^;:\n]{0,80}: "
"""The name of a column, as it opens: a capital, a number, or "eGFR"."""
_FIRST = re.compile(
    rf"^(?:(?P<about>[^;:—\n]{{3,{LONGEST_ABOUT}}}) — )?(?:(?P<head>{_NAME}))?(?P<first>[^;:\n]{{2,120}}); (?={_NAME})"
)
_CELL = re.compile(rf"; (?={_NAME})")
_PEOPLE = re.compile(
    r"\b(?:groups?|population|patients?|people|age|sex|who|whom|condition|indication|severity|setting)\b", re.IGNORECASE
)
IS_STATE = re.compile(
    r"\b(?:situation|scenario|circumstances?|severity|setting|indication|condition|risk|stage|status)\b", re.IGNORECASE
)
"""The name of a first column that is of states and not of things: it is said with its label."""
_MARKS = str.maketrans({";": ",", ":": ",", "—": "–"})
_BARRING = re.compile(
    r"^(?:do not \w+|don't \w+|(?:should|must) not be \w+|avoid(?:ed|ance)?|contra-?indicat\w+|not (?:for|in|with|to be \w+|suitable|recommended|advised)|unsuitable|never|exclusions?|exclud\w+)\b",
    re.IGNORECASE,
)
"""The name of a column that says whom a row is not for."""


class Row(NamedTuple):
    """The label of a row, and its cells with the names of their columns."""

    first: str
    cells: tuple[tuple[str, str], ...]
    head: str = ""
    """The name of the column of the label, where it is said."""
    about: str = ""
    """What the table is about, where the row says it: its caption, or the heading that it stands under."""

    @property
    def whom(self) -> str:
        """What says whom and when a row is for: its label, its columns, and the cells of a column of people."""
        told = (f"{name} {value}" if _PEOPLE.search(name) else name for name, value in self.open_cells)
        return ", ".join([self.first, *told])

    @property
    def open_cells(self) -> tuple[tuple[str, str], ...]:
        """The cells without those that say whom the row is not for."""
        return tuple(one for one in self.cells if not _BARRING.match(one[0]))

    @property
    def barred(self) -> tuple[tuple[str, str], ...]:
        """Whom the row is not for, each with the name of its column: ("Do not use in", "asthma")."""
        cells = ((name, value) for name, value in self.cells if _BARRING.match(name))
        return tuple((name, item.strip(" .")) for name, value in cells for item in value.split(";") if item.strip(" ."))


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
    return Row(found["first"].strip(), tuple(cells), (found["head"] or "").removesuffix(": "), found["about"] or "")


@lru_cache(maxsize=4096)
def without_barred(text: str) -> str:
    """A row without the columns that say whom it is not for; any other text as it is."""
    row = row_of(text)
    if row is None or not row.barred:
        return text
    return "\n".join([row_text(row.first, list(row.open_cells), row.head, row.about), *text.splitlines()[1:]])


def without_subject(text: str) -> str:
    """A row without what its table is about, which says nothing of whom the row is for; any other text as it is."""
    row = row_of(text)
    return text.removeprefix(f"{row.about} — ") if row is not None and row.about else text


def row_text(first: str, cells: list[tuple[str, str]], head: str = "", about: str = "") -> str:
    """A row as it is kept: a mark inside a label or a name would end it; `head` is the name of the column of the label."""
    told = [f"{_name(name)}: {value}" if name else value for name, value in cells]
    label = f"{_name(head)[:1].upper()}{_name(head)[1:]}: {_name(first)}" if head else _name(first)
    return told_about("; ".join(filter(None, [label, *told])), about)


def told_about(row: str, about: str) -> str:
    """A row behind what its table is about."""
    return f"{_name(about)} — {row}" if about else row


def _name(text: str) -> str:
    return " ".join(text.translate(_MARKS).split()).rstrip(" ,")
