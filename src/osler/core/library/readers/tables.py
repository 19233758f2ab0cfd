"""Tables → rows of text: the label of a row and the name of a column say whom and when each cell is for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from osler.core.language import quantities
from osler.core.library.populations import population_of, read_rules
from osler.core.library.readers.front_lines import any_word
from osler.core.library.rows import IS_STATE, row_text

_COLUMN_NAME = 80
_VALUE = re.compile(
    r"^\W*\d[\d.,]*\W*$|\d\s*(?:mg|g|mcg|µg|micrograms?|units?|tablets?|puffs?)\b(?!\s*/)|^\d+(?:\s*(?:-|–|to)\s*\d+)?\s*(?:days?|weeks?|hours?)\b",
    re.IGNORECASE,
)
"""What a cell gives, and what names no column: a bare number, a dose, a duration."""
_BARE = re.compile(
    r"^(?:(?:below|under|above|over|less than|more than|greater than|at least|at most|up to|from|[<>≤≥]=?)\s*)?\d[\d.,]*"
    r"(?:\s*(?:-|–|to|and)\s*[<>≤≥]?\d[\d.,]*)?(?:\s*(?:(?:or|and) (?:more|above|over|higher|greater|less|below|under|lower)|\+))?(?P<unit>\s*[^\s\d].*)?$",
    re.IGNORECASE,
)
"""A value or a range of values and nothing else: what it is of stands at the head of its column."""
_STRENGTH = re.compile(
    r"\d[\d.,]*\s*(?:mg|g|mcg|µg|micrograms?|units?|mmol)\s*(?:/|in|per)\s*\d*[\d.,]*\s*m?l\b|\b\d+ in \d[\d,. ]*\d|\d[\d.]*\s*%",
    re.IGNORECASE,
)
"""How strong a preparation is, which is no condition: "Volume of 1 mg/mL", "adrenaline 1 in 1000"."""
_IN_A_TIME = re.compile(r"(?<=\w)\s(?:in|per)\s(?:any\s)?\d+\s*(?:h|hrs?|hours?|days?|min(?:ute)?s?)\b", re.IGNORECASE)
"""In how long, which is no condition either: "Most in 24 hours"."""
_OR_ELSE = re.compile(r"\s*(?:,|or|and|/)\b", re.IGNORECASE)
"""What follows a bare value and is no unit of it: "< 15 or dialysis"."""
_UNIT = re.compile(r"\s*[(\[](?P<unit>[^()\[\]]+)[)\]]\s*$|,\s*(?P<behind>[^\s,]*/[^,]*|%|mm ?Hg|kg)\s*$")
_TIME = re.compile(
    r"^\W*(?:(?:over|for|every|after|within|up to)\s+)?\d[\d.,]*(?:\s*(?:-|–|to)\s*\d+)?\s*(?:min(?:ute)?s?|h(?:ours?)?|days?|weeks?|months?)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^(?:[A-Za-z]+ )?(?P<number>\d{1,2})$")
_LAST_NUMBER = re.compile(r"\d[\d.,]*(?!.*\d)")
_ALLERGIC = re.compile(r"\ballerg|\bintoleran", re.IGNORECASE)
_NOTHING = re.compile(r"^[\s–—-]*$")


def table_rows(rows: Sequence[Sequence[str]], headed: int | None = None) -> list[str]:
    """The rows of a table as text; `headed` is how many of them are marked as names of columns, where that is marked.

    A row of one cell among longer ones heads those below it. Where the columns name people, values or states, each
    cell is a row of its own: what it gives holds under its own column only.
    """
    rows = [list(row) for row in rows if any(cell.strip() for cell in row)]
    wide = max(map(len, rows), default=0)
    count = headed if headed else int(len(rows) > 1 and _are_names(rows[0], rows[1:]))
    if not count or count >= len(rows):
        return [" | ".join(cell for cell in row if cell) for row in rows] if not headed else []
    names = _names(rows[:count], wide)
    if (place := _recommendations(names)) is not None:
        return [_graded(row, names, place) for row in rows[count:] if place < len(row) and row[place].strip()]
    found: list[str] = []
    section = ""
    split = _by_cell(names, [row for row in rows[count:] if not _heads(row, wide)])
    for row in rows[count:]:
        if _heads(row, wide):
            section = row[0]
            continue
        label = _label(names[0], row[0])
        first = ", ".join(filter(None, [section, label]))
        head = names[0] if label == row[0] and not section and IS_STATE.search(names[0]) else ""
        cells = [(name, cell) for name, cell in zip(names[1:], row[1:], strict=False) if not _NOTHING.match(cell)]
        own = [one for one in cells if _is_condition(one[0])] if split == "condition" else cells
        if split == "instead":
            instead = [one for one in cells if _ALLERGIC.search(one[0])]
            rest = [one for one in cells if one not in instead]
            found += [row_text(first, part, head) for part in (rest, *([one] for one in instead)) if part]
        elif split and own:
            beside = [one for one in cells if one not in own]
            found += [row_text(first, [one, *beside], head) for one in own]
            # Under columns of values, what stands in the others holds for everybody else.
            if all(_is_value(name) for name, _ in own) and any(_VALUE.search(cell) for _, cell in beside):
                found.append(row_text(first, beside, head))
        else:
            found.append(row_text(first, cells, head))
    return found


def _label(name: str, cell: str) -> str:
    """The label of a row; a bare value with what it is of: "eGFR below 30 mL/min/1.73 m2" under "eGFR (mL/min/1.73 m2)"."""
    bare = _BARE.match(cell)
    if bare is None or not name:
        return cell
    of, said = name, ""
    if unit := _UNIT.search(name):
        of, said = name[: unit.start()], unit["unit"] or unit["behind"]
    if bare["unit"] and not _OR_ELSE.match(bare["unit"]):
        # A name may begin with a figure: "5-fluorouracil".
        return f"{of} {_begun(cell)}" if quantities(cell) else cell
    cell = _begun(cell)
    if said and _is_measure(said, cell):
        return f"{of}, {said} {cell}"  # what stands in brackets is the measure itself: "Kidney function (eGFR)"
    value, rest = cell[: bare.start("unit")] if bare["unit"] else cell, bare["unit"] or ""
    return f"{of} {_LAST_NUMBER.sub(lambda last: f'{last.group()} {said}', value) if said else value}{rest}"


def _begun(cell: str) -> str:
    """A value as it goes on from its name: "weight below 50 kg"."""
    return f"{cell[0].lower()}{cell[1:]}"


def _is_measure(name: str, cell: str) -> bool:
    """Whether a name and a value together are a value of a measure."""
    return any(one.measure_id for one in quantities(f"{name} {cell}"))


def _recommendations(names: Sequence[str]) -> int | None:
    """The column of recommendations in a table that has nothing beside it but their grades; None where it is another."""
    grades = any_word(tuple(read_rules()["columns"]["grades"]))
    others = [place for place, name in enumerate(names) if not grades.search(name)]
    told = any_word(tuple(read_rules()["columns"]["texts"]))
    return others[0] if len(others) == 1 and len(names) > 1 and told.search(names[others[0]]) else None


def _graded(row: Sequence[str], names: Sequence[str], place: int) -> str:
    """A recommendation with its grade behind it, as guidelines write it in a text."""
    grade = ", ".join(
        f"{name} {cell}"
        for number, (name, cell) in enumerate(zip(names, row, strict=False))
        if number != place and cell
    )
    return f"{row[place].rstrip(' .')} ({grade})." if grade else row[place]


def _names(rows: Sequence[Sequence[str]], wide: int) -> list[str]:
    """The names of the columns; of several rows of names those above go before those below."""
    columns = [[row[place] for row in rows if place < len(row)] for place in range(wide)]
    return [" ".join(dict.fromkeys(filter(None, column))) for column in columns]


def _heads(row: Sequence[str], wide: int) -> bool:
    """Whether a row heads those below it: one cell over all columns, or one cell and nothing beside it."""
    return wide > 1 and bool(row[0].strip()) and not any(cell.strip() for cell in row[1:])


def _are_names(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the cells of an unmarked first row may name columns: none of them is what a cell gives, or stands in its column again."""
    if len(row) < 2 or any(len(cell) >= _COLUMN_NAME or _VALUE.search(cell) for cell in row):
        return False
    columns = [[line[place] for line in below if place < len(line)] for place in range(len(row))]
    return not any(
        cell.strip() and (cell in column or (_BARE.match(cell) and all(map(_BARE.match, column))))
        for cell, column in zip(row, columns, strict=True)
    )


def _by_cell(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Whether each cell stands for itself: under columns that are conditions, or things, or what is given instead of the others."""
    if any(_ALLERGIC.search(name) for name in names[1:]):
        # What is given to the allergic is given in the place of what stands beside it.
        return "instead"
    if any(map(_is_condition, names[1:])):
        return "condition"
    told = any_word(tuple(read_rules()["columns"]["attributes"]))
    labels = [row[0] for row in rows]
    things = len(names) > 2 and not any(told.search(name) for name in names[1:]) and _are_of_one_kind(rows)
    return "thing" if things and any(map(_is_condition, labels)) and not _are_ordered(labels) else ""


def _are_of_one_kind(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the columns beside the labels may be things of one kind: not where one tells nothing but times, and another none."""
    columns = [
        [row[place] for row in rows if place < len(row) and row[place]] for place in range(1, max(map(len, rows)))
    ]
    timed = [sum(bool(_TIME.match(cell)) for cell in cells) / len(cells) for cells in columns if cells]
    return not (1.0 in timed and 0.0 in timed)


def _are_ordered(labels: Sequence[str]) -> bool:
    """Whether labels only number their rows, and say no state: 1, 2, 3; "Bag 1", "Bag 2"."""
    numbered = [_NUMBERED.match(label) for label in labels]
    told = [int(one["number"]) for one in numbered if one and not IS_STATE.search(one.string)]
    return len(told) == len(labels) > 1 and all(after == before + 1 for before, after in pairwise(told))


def _is_value(name: str) -> bool:
    """Whether a name says for which values a column is, and not for whom."""
    return bool(re.search(r"\d", name)) and population_of(name).is_everyone


def _is_condition(name: str) -> bool:
    """Whether a name says whom or when: a number, people, or a state."""
    states = any_word(tuple(read_rules()["columns"]["states"]))
    told = _IN_A_TIME.sub(" ", _STRENGTH.sub(" ", name))
    return bool(re.search(r"\d", told) or states.search(name)) or not population_of(name).is_everyone
