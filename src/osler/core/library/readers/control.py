"""The table in which a document says who issued it, when, in which version; also the history of its versions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.library.readers.front_lines import BESIDE, as_date, as_version, field_of, settled

_PAIR = 2
_TELLING = 2
"""How many names a table must have of what a document says of itself to be such a table."""
_READ = {"version": as_version, "date": as_date, "review": as_date}
_TABLE = ("version", "date", "review")
"""What one of the rows of such a table must tell."""

Pairs = list[tuple[str, str]]


def controlled(rows: Sequence[Sequence[str]]) -> tuple[dict[str, str], list[str]] | None:
    """What a table says of its document, and its other rows as lines; None where it is a table of something else.

    It has its names in the first column of each pair, or in the first row; of several rows below one head the latest version holds.
    """
    filled = [_once(row) for row in rows]
    filled = [row for row in filled if any(row)]
    for pairs in (_down(filled), _across(filled)):
        fields = [(field_of(name), name, value) for name, value in pairs]
        told = [(field, read) for field, _, value in fields if field and (read := _value(field, value))]
        named = sum(bool(field) for field, _, _ in fields)
        if named >= max(_TELLING, len(pairs) / 2) and any(field in _TABLE for field, _ in told):
            # What heads the two columns ("Field", "Detail") is no row of them.
            rest = fields[1:] if not fields[0][0] else fields
            others = [f"{name.rstrip(': ')}: {value}" for field, name, value in rest if not field and value]
            return settled((field, value) for field, value in told if field != BESIDE), others
    return None


def _value(field: str, value: str) -> str:
    read = _READ.get(field)
    return read(value) if read else value.strip(" .")


def _once(row: Sequence[str]) -> list[str]:
    """The cells of a row; a cell over several columns once."""
    cells = [cell.strip() for cell in row]
    return [cell for place, cell in enumerate(cells) if not place or cell != cells[place - 1] or not cell]


def _down(rows: Sequence[Sequence[str]]) -> Pairs:
    """The names and values of a table that has them beside each other."""
    if not rows or any(len(row) % _PAIR for row in rows):
        return []
    pairs = [(row[place], row[place + 1]) for row in rows for place in range(0, len(row), _PAIR)]
    return [(name, value) for name, value in pairs if name and value]


def _across(rows: Sequence[Sequence[str]]) -> Pairs:
    """The names of the first row with the values of the row that has the latest version."""
    if len(rows) < _PAIR or len({len(row) for row in rows}) > 1:
        return []
    names, *below = rows
    if len(below) > 1 and not any(field_of(name) == "version" for name in names):
        return []  # only of a history is one row as much as all
    place = next((one for one, name in enumerate(names) if field_of(name) == "version"), 0)
    # Who made one change of many did not issue the document.
    keep = [len(below) == 1 or field_of(name) != "issuer" for name in names]
    last = max(below, key=lambda row: [int(part) for part in re.findall(r"\d+", as_version(row[place]))])
    return [pair for pair, kept in zip(zip(names, last, strict=True), keep, strict=True) if kept]
