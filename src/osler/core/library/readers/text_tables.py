"""Tables of a plain text by where their cells stand, as rows between bars; or by the tabs between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from osler.core.library.readers.heads import is_head_line

_APART = re.compile(r"[ ]{2,}")
_NO_ROW = re.compile(r"^\s*(?:[|#>+]|[-*•▪◦‣●]\s|\(?\d{1,3}(?:\.\d{1,3})*[.)]\s)")
"""How a line begins that is a heading, an item or a row already."""
_RULE = re.compile(r"^[ \t]*(?:[-=_][ \t]*){3,}$")
_BOX = re.compile(r"^\s*\+[-=+]+\+\s*$")
"""The edge of a table that is drawn: "+-----+-----+"."""
_PAGE = re.compile(r"[. ]*\d{1,4}")
_GUTTER, _WIDE_GUTTER = 2, 3
"""Spaces between two columns, and how many are enough for a table of two lines."""
_FEW = 2
_PROSE = 34
"""Characters of a line in each of two columns from which on they are columns of prose."""


class _Run(NamedTuple):
    """Lines that are one table: its rows, and how many of them a rule marks as names."""

    rows: list[list[str]]
    ruled: int
    end: int


def with_bars(lines: Sequence[str]) -> list[str]:
    """The lines of a text with its tables between bars; what is not certainly a table stays as it is."""
    found: list[str] = []
    place = 0
    while place < len(lines):
        run = _by_tabs(lines, place) or _by_columns(lines, place)
        if run is None:
            found.append("|---|" if _BOX.match(lines[place]) else lines[place])
            place += 1
            continue
        found += [*_written(run), ""]
        place = run.end
    return found


def _written(run: _Run) -> Iterator[str]:
    for number, row in enumerate(run.rows, start=1):
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"
        if number == run.ruled:
            yield "|---|"


def _by_tabs(lines: Sequence[str], start: int) -> _Run | None:
    """A table whose cells are parted by tabs, as many in each of its lines."""
    rows: list[list[str]] = []
    for line in lines[start:]:
        cells = [cell.strip() for cell in re.split(r"\t+", line.strip())]
        if len(cells) < _FEW or (rows and len(cells) != len(rows[0])) or _no_row(line):
            break
        rows.append(cells)
    return _Run(rows, 0, start + len(rows)) if len(rows) >= _FEW and not _is_list(rows) else None


def _by_columns(lines: Sequence[str], start: int) -> _Run | None:
    """A table whose columns are parted by spaces that run through all of its lines."""
    if len(_APART.split(lines[start].strip())) < _FEW or _no_row(lines[start]):
        return None
    taken: list[int] = []
    columns: list[int] = []
    end = start
    while end < len(lines) and lines[end].strip() and not _no_row(lines[end]):
        if not _RULE.match(lines[end]):
            told = _columns([lines[one] for one in [*taken, end]])
            if len(told) < _FEW or (len(taken) >= _FEW and len(told) != len(columns)):
                break
            taken, columns = [*taken, end], told
        end += 1
    # A line in the first column alone may be a paragraph below the table.
    while taken and not any(_cut(lines[taken[-1]], columns)[1:]):
        end = taken.pop()
    full = [one for one in taken if sum(map(bool, _cut(lines[one], columns))) > 1]
    if len(full) < _FEW or (len(full) == _FEW and _narrowest([lines[one] for one in taken], columns) < _WIDE_GUTTER):
        return None
    rules = [one for one in range(start, end) if _RULE.match(lines[one])]
    head = [one for one in taken if rules and one < rules[0]]
    rows = [*_rows([_cut(lines[one], columns) for one in head], joined=True)]
    rows += _rows([_cut(lines[one], columns) for one in taken if one not in head], joined=False)
    return None if _is_list(rows) or _is_prose(rows) else _Run(rows, int(bool(head)), end)


def _no_row(line: str) -> bool:
    return bool(_NO_ROW.match(line)) or is_head_line(line) or all(map(is_head_line, _APART.split(line.strip())))


def _columns(lines: Sequence[str]) -> list[int]:
    """Where the columns of some lines begin: behind the spaces that all of them have in one place."""
    width = max(map(len, lines))
    blank = [all(place >= len(line) or line[place] == " " for line in lines) for place in range(width)]
    starts = [place for place in range(width) if not blank[place] and (place == 0 or blank[place - 1])]
    return [place for number, place in enumerate(starts) if number == 0 or all(blank[max(0, place - _GUTTER) : place])]


def _narrowest(lines: Sequence[str], columns: Sequence[int]) -> int:
    """The least number of spaces before a cell that is not the first of its line."""
    gaps = [
        len(line[:place]) - len(line[:place].rstrip())
        for line in lines
        for place in columns[1:]
        if line[place:].strip()
    ]
    return min(gaps, default=0)


def _cut(line: str, columns: Sequence[int]) -> list[str]:
    """The cells of a line, empty where a column has none."""
    ends = [*columns[1:], max(len(line), columns[-1])]
    return [line[start:end].strip() for start, end in zip(columns, ends, strict=True)]


def _rows(lines: Sequence[list[str]], *, joined: bool) -> list[list[str]]:
    """Lines as rows: one without a label goes on with the row above, or is another of its label where all else is filled."""
    rows: list[list[str]] = []
    for cells in lines:
        others = cells[1:]
        goes_on = bool(rows) and (joined or (not cells[0] or (not any(others) and re.match(r"[a-z(]", cells[0]))))
        another = len(others) > 1 and not cells[0] and all(re.match(r"[^a-z(]", cell) for cell in others) and not joined
        if goes_on and another:
            rows.append([rows[-1][0], *others])
        elif goes_on:
            rows[-1] = [f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(cells)
    return rows


def _is_list(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows are the items of a list, or the lines of a table of contents."""
    marked = all(re.fullmatch(r"[\W\d]{1,5}|[a-z][.)]", row[0]) for row in rows)
    wide = [row for row in rows if any(row[1:])]
    contents = len(rows[0]) == _FEW and sum(bool(_PAGE.fullmatch(row[-1])) for row in wide) > 0.8 * len(wide)
    return marked or contents


def _is_prose(rows: Sequence[Sequence[str]]) -> bool:
    """Whether two columns are prose side by side."""
    return len(rows[0]) == _FEW and all(
        sum(len(row[place]) for row in rows) > _PROSE * len(rows) for place in range(_FEW)
    )
