"""Tables of a PDF page by where their cells are printed: a page has no tables, only text at places."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_ALIGNED = 4.0
"""How far from its column, in points, a cell may begin."""
_SPACE = 1.1
"""The space between two cells of a line, in heights of their letters; words are closer."""
_BELOW = 3.2
"""How far below each other, in heights of their letters, the lines of one table stand at most."""
_LEADING = 1.7
"""How far below each other, in heights of their letters, the lines of one cell stand at most."""
_ROW_GAP = 1.2
"""Where rows stand further apart than the lines of a cell, by this factor at least."""
_PROSE = 34
"""Characters of a line in each of two columns from which on they are columns of prose."""
_NARROW_PROSE, _GOING_ON = 20, 0.4
"""Characters from which on a narrow column may be prose, and the share of its lines that then begin with a small letter."""
_LIMIT = re.compile(r"(?:below|under|less than|up to|above|over|more than|at least|from|between)\b[^a-z]*\d")
"""How the label of a row may open that names a band of values."""
_NARROW, _WIDE = frozenset("iljtfrI.,:;'|()[]/-! "), frozenset("mwMW%@")


class Printed(NamedTuple):
    """A stretch of text, the letters in which it is printed, and where it begins."""

    text: str
    size: float
    bold: bool
    x: float = 0.0
    y: float = 0.0


class _Cell(NamedTuple):
    """What is printed without a gap in one line, and the stretches that it is made of."""

    text: str
    x: float
    end: float
    bold: bool
    stretches: tuple[int, ...]


class _Line(NamedTuple):
    y: float
    size: float
    cells: list[_Cell]


class _Table(NamedTuple):
    columns: list[float]
    rows: list[list[str]]
    headed: bool
    stretches: frozenset[int]


def with_tables(page: str, printed: Sequence[Printed]) -> str:
    """The text of a page with its tables as rows between bars; a table that is not found for certain stays as it was."""
    lines = page.split("\n")
    owners = _owners(lines, printed)
    if owners is None:
        return page
    for table in reversed(list(_tables(_lines(printed)))):
        places = sorted({owners[one] for one in table.stretches})
        inside = {one for one, line in owners.items() if line in set(places)}
        if places == list(range(places[0], places[-1] + 1)) and inside == table.stretches:
            lines[places[0] : places[-1] + 1] = [*_written(table), ""]
            # Tables are taken from the last to the first, so the places of those before still hold.
            owners = {one: line for one, line in owners.items() if line < places[0]}
    return "\n".join(lines)


def _written(table: _Table) -> Iterator[str]:
    for number, row in enumerate(table.rows):
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"
        if number == 0 and table.headed:
            yield "|---|"


def _owners(lines: Sequence[str], printed: Sequence[Printed]) -> dict[int, int] | None:
    """The line of the text that each stretch stands in; None where the two do not go together."""
    letters = [(letter, number) for number, one in enumerate(printed) for letter in one.text if not letter.isspace()]
    owners: dict[int, int] = {}
    place = 0
    for number, line in enumerate(lines):
        for letter in line:
            if letter.isspace():
                continue
            if place >= len(letters) or letters[place][0] != letter:
                return None
            owners[letters[place][1]] = number
            place += 1
    return owners


def _lines(printed: Sequence[Printed]) -> list[_Line]:
    """What stands at one height, from the top, as cells from left to right."""
    found: list[list[int]] = []
    for number in sorted(range(len(printed)), key=lambda one: (-printed[one].y, printed[one].x)):
        one = printed[number]
        if found and abs(printed[found[-1][0]].y - one.y) <= 0.35 * one.size:
            found[-1].append(number)
        else:
            found.append([number])
    return [
        _Line(printed[group[0]].y, max(printed[one].size for one in group), _cells(group, printed)) for group in found
    ]


def _cells(group: Sequence[int], printed: Sequence[Printed]) -> list[_Cell]:
    cells: list[_Cell] = []
    for number in sorted(group, key=lambda one: printed[one].x):
        one = printed[number]
        text = one.text.strip()
        end = one.x + _width(text, one.size)
        if cells and one.x - cells[-1].end < _SPACE * one.size:
            before = cells.pop()
            joined = f"{before.text} {text}" if one.x - before.end > 0.15 * one.size else before.text + text
            cells.append(
                _Cell(joined, before.x, max(end, before.end), before.bold and one.bold, (*before.stretches, number))
            )
        else:
            cells.append(_Cell(text, one.x, end, one.bold, (number,)))
    return cells


def _width(text: str, size: float) -> float:
    """About how wide a text is printed: letters of usual fonts are half as wide as they are high."""
    if "\n" in text:
        # Several lines in one stretch: where they end is not known, so they are in no table.
        return math.inf
    wide = sum(0.3 if one in _NARROW else 0.85 if one in _WIDE else 0.66 if one.isupper() else 0.52 for one in text)
    return wide * size


def _tables(lines: Sequence[_Line]) -> Iterator[_Table]:
    start = 0
    while start < len(lines):
        end = _end(lines, start)
        table = _table(lines[start:end]) if end - start > 1 else None
        if table is not None:
            yield table if table.headed else _with_names(table, lines[:start], lines[start])
        start = end if table is not None else start + 1


def _end(lines: Sequence[_Line], start: int) -> int:
    """The line after the last that may belong to a table which begins with a line."""
    if len(lines[start].cells) < 2:
        return start + 1
    columns = [cell.x for cell in lines[start].cells]
    end = last = start + 1
    while end < len(lines):
        above, here = lines[end - 1], lines[end]
        if above.y - here.y > _BELOW * max(above.size, here.size) or not _fits(here, columns):
            break
        end += 1
        # A line in the first column alone may be a paragraph below the table.
        if len(here.cells) > 1 or _column(here.cells[0], columns) > 0:
            last = end
    return last


def _fits(line: _Line, columns: Sequence[float]) -> bool:
    """Whether every cell begins at a column and ends before the next one."""
    for cell in line.cells:
        place = _column(cell, columns)
        if place < 0 or (place + 1 < len(columns) and cell.end > columns[place + 1] + 2 * _ALIGNED):
            return False
    return True


def _column(cell: _Cell, columns: Sequence[float]) -> int:
    return next((place for place, x in enumerate(columns) if abs(x - cell.x) <= _ALIGNED), -1)


def _table(lines: Sequence[_Line]) -> _Table | None:
    """Lines as a table; None where they are too few, or columns of prose."""
    columns = [cell.x for cell in lines[0].cells]
    wide = [line for line in lines if len(line.cells) > 1]
    supported = all(sum(_column(cell, [x]) == 0 for line in lines for cell in line.cells) > 1 for x in columns)
    texts = [[cell.text for line in lines for cell in line.cells if _column(cell, [x]) == 0] for x in columns]
    prose = len(columns) < 3 and all(map(_is_prose, texts))
    listed = all(re.fullmatch(r"[\W\d]{1,5}|[a-z][.)]", line.cells[0].text) for line in lines)
    contents = sum(bool(re.fullmatch(r"[. ]*\d{1,4}", line.cells[-1].text)) for line in wide) > 0.8 * len(wide)
    if len(wide) < 2 or not supported or prose or listed or (contents and len(columns) == 2):
        return None
    rows: list[list[str]] = []
    for line, fresh in zip(lines, _begins_row(lines, columns), strict=True):
        if fresh or not rows:
            rows.append([""] * len(columns))
        for cell in line.cells:
            place = _column(cell, columns)
            rows[-1][place] = _together(rows[-1][place], cell.text)
    bold = [all(cell.bold for cell in line.cells) for line in lines]
    return _Table(
        columns,
        rows,
        bold[0] and not all(bold),
        frozenset(one for line in lines for cell in line.cells for one in cell.stretches),
    )


def _is_prose(texts: Sequence[str]) -> bool:
    """Whether the lines of a column are prose: long ones, or shorter ones of which many go on from the line above."""
    mean = sum(map(len, texts)) / len(texts)
    going_on = sum(bool(re.match(r"[a-z]", text)) for text in texts)
    return mean > _PROSE or (mean > _NARROW_PROSE and going_on >= _GOING_ON * len(texts))


def _with_names(table: _Table, above: Sequence[_Line], first: _Line) -> _Table:
    """A table with the lines right above it as the names of its columns, where these have one over each, centred or not.

    A name may go on below itself: what stands close under each other, in the letters of the table, is one head.
    """
    ends = [*table.columns[1:], math.inf]
    names = [""] * len(table.columns)
    stretches: set[int] = set()
    below, most = first, _BELOW
    for line in reversed(above):
        places = [_over(cell, table.columns, ends) for cell in line.cells]
        same = abs(line.size - first.size) <= 0.1 * first.size or not stretches
        if line.y - below.y > most * max(line.size, below.size) or not same or -1 in places:
            break
        for cell, place in zip(line.cells, places, strict=True):
            names[place] = _together(cell.text, names[place])
            stretches |= set(cell.stretches)
        below, most = line, _LEADING
    if not all(names):
        return _with_upper_line(table, above, first)
    return table._replace(rows=[names, *table.rows], headed=True, stretches=table.stretches | stretches)


def _with_upper_line(table: _Table, above: Sequence[_Line], first: _Line) -> _Table:
    """A table with the line right above it as the beginning of the cells that go on from it: "Clearance" over "(mL/min)"."""
    line = above[-1] if above else None
    if line is None or line.y - first.y > _LEADING * max(line.size, first.size):
        return table
    places = [_column(cell, table.columns) for cell in line.cells]
    row = list(table.rows[0])
    if not _fits(line, table.columns) or not all(re.match(r"[a-z(]", row[place]) for place in places):
        return table
    for cell, place in zip(line.cells, places, strict=True):
        row[place] = _together(cell.text, row[place])
    stretches = table.stretches | {one for cell in line.cells for one in cell.stretches}
    return table._replace(rows=[row, *table.rows[1:]], stretches=stretches)


def _over(cell: _Cell, columns: Sequence[float], ends: Sequence[float]) -> int:
    """The column that a cell stands over as its name, or part of it; -1 where it is none: a number that is not bold is a value."""
    if not cell.bold and re.search(r"\d", cell.text):
        return -1
    spans = enumerate(zip(columns, ends, strict=True))
    return next(
        (place for place, (x, end) in spans if x - _ALIGNED <= cell.x and cell.end <= end + _ALIGNED),
        -1,
    )


def _together(above: str, below: str) -> str:
    """Two lines of a cell as one; a word or a range that is broken at its hyphen is whole again."""
    broken = re.search(r"\w[-–]$", above) and re.match(r"[a-z\d]", below)
    return f"{above}{'' if broken else ' '}{below}".strip()


def _begins_row(lines: Sequence[_Line], columns: Sequence[float]) -> Iterator[bool]:
    """Which lines begin a row: those that stand further from the line above, or else those that fill the first column.

    A small letter goes on with the label above, unless it opens a limit ("below 25") or every one of several columns is filled.
    """
    gaps = [above.y - here.y for above, here in itertools.pairwise(lines)]
    apart = max(gaps) > _ROW_GAP * min(gaps)
    yield True
    for gap, line in zip(gaps, lines[1:], strict=True):
        first = line.cells[0]
        full = len(columns) > 2 and len(line.cells) == len(columns)
        goes_on = re.match(r"[a-z(]", first.text) and not _LIMIT.match(first.text) and not full
        labelled = _column(first, columns) == 0 and not goes_on
        yield gap > _ROW_GAP * min(gaps) if apart else labelled
