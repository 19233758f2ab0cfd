"""The cells of tables: what a spreadsheet holds as text, several findings in one cell, yes and no."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, NamedTuple

from osler.errors import DataError

if TYPE_CHECKING:
    from osler.core.terminology import Vocabularies

_BETWEEN = re.compile(r"[;|\n]+")
_ID = r"(?:HPO?[:_]\d{7}|[A-Za-z]+:\d+)"
_BESIDE_ID = re.compile(rf"(?<=\d)\s*,\s*|\s*,\s*(?={_ID}\b)", re.ASCII | re.IGNORECASE)
_ENDS_IN_ID = re.compile(rf"(?:^|[\s,]){_ID}$", re.ASCII | re.IGNORECASE)
_ID_CELL = re.compile(r"\s*HPO?[:_]\d{7}\b", re.ASCII | re.IGNORECASE)
_TRUTH = {
    True: {"yes", "y", "true", "t", "1", "x", "+", "present", "observed", "positive"},
    False: {"no", "n", "false", "f", "0", "-", "absent", "excluded", "negative", "not present"},
}
_EMPTY = {"na", "n/a", "nd", "unknown", "not known", "?", "."}


def split_ids(text: str) -> list[str]:
    """The items of a list; a comma separates only where an id stands beside it, since names have commas too."""
    items: list[str] = []
    start = 0
    for comma in _BESIDE_ID.finditer(text):
        before = text[start : comma.start()].rstrip()
        if _ENDS_IN_ID.search(before) or re.match(rf"{_ID}\b", text[comma.end() :], re.ASCII | re.IGNORECASE):
            items.append(before)
            start = comma.end()
    items.append(text[start:])
    return [item.strip(" ,") for item in items if item.strip(" ,")]


def split_findings(cell: str, vocabularies: Vocabularies) -> list[str]:
    """The findings of a cell: apart by semicolons, bars, lines, and by commas beside ids or around known names."""
    parts = (one for part in _BETWEEN.split(cell) for one in split_ids(part))
    return [item for part in parts for item in _by_names(part, vocabularies)]


def _by_names(text: str, vocabularies: Vocabularies) -> list[str]:
    """`Seizure, ataxia` as two findings; `Intellectual disability, mild` is the name of one."""
    if "," not in text:
        return [text]
    return names_in_list(text, vocabularies) or [text]


def names_in_list(text: str, vocabularies: Vocabularies) -> list[str]:
    """The names of a comma-separated list of phenotypes; empty where the whole is a name, or a part is none."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if is_phenotype(text, vocabularies):
        return []
    names: list[str] = []
    while parts:  # a name may hold a comma itself: "Intellectual disability, mild"
        ends = range(len(parts), 0, -1)
        end = next((end for end in ends if is_phenotype(", ".join(parts[:end]), vocabularies)), None)
        if end is None:
            return []
        names.append(", ".join(parts[:end]))
        parts = parts[end:]
    return names


def is_phenotype(words: str, vocabularies: Vocabularies) -> bool:
    """Whether words are, as they stand, a name of a phenotype."""
    from osler.core.terminology import SemanticType

    found = vocabularies.search(words, max_results=1, semantic_types=[SemanticType.PHENOTYPE]) if words.strip() else []
    named = [one.concept_id for one in found if one.match_kind in ("exact", "synonym")]
    return bool(named) and vocabularies.hpo.is_a(named[0], "HP:0000118")


def is_id_list(cells: Iterable[str]) -> bool:
    """Whether the cells of a column hold HPO ids."""
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and all(_ID_CELL.match(cell) for cell in filled)


def truth_of(cell: str) -> bool | None:
    """Yes or no; None for an empty cell, or one that says something else."""
    word = cell.strip().casefold()
    if word in _EMPTY:
        return None
    return next((truth for truth, words in _TRUTH.items() if word in words), None)


class Sheet(NamedTuple):
    """A sheet of a spreadsheet: its name, its rows as text with their numbers, and how many cells are struck through."""

    name: str
    rows: list[tuple[int, tuple[str, ...]]]
    struck: int = 0


def sheets_of(data: bytes) -> list[Sheet]:
    """The sheets of an .xlsx file that hold anything and are shown, without what is struck through."""
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        found = [_sheet(sheet) for sheet in book.worksheets if sheet.sheet_state == "visible"]
    except (InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, TypeError, OSError) as error:
        # openpyxl meets damaged files with errors of many kinds.
        raise DataError("the spreadsheet is damaged", mend="save it again from its program, or as CSV") from error
    return [sheet for sheet in found if any(any(cells) for _, cells in sheet.rows)]


def _sheet(sheet: Any) -> Sheet:
    struck = 0
    rows = []
    for number, cells in enumerate(sheet.iter_rows(), start=1):
        gone = [cell.value is not None and cell.has_style and bool(cell.font.strike) for cell in cells]
        struck += sum(gone)
        rows.append((number, tuple("" if out else _text(cell.value) for cell, out in zip(cells, gone, strict=True))))
    return Sheet(sheet.title, rows, struck)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ")
    return value.isoformat() if isinstance(value, date) else str(value)
