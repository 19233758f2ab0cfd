"""A table of patients, one a row: which columns say what, and the record of each row."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from osler.core.files import decode
from osler.core.patient.problems import Level, Problem, ReadResult
from osler.core.patient.readers.cells import is_id_list, sheet_rows, split_findings, truth_of
from osler.core.patient.types import PatientRecord
from osler.core.patient.types.demographics import HumanName
from osler.errors import DataError, UsageError
from osler.yaml_reader import packaged_yaml

if TYPE_CHECKING:
    from osler.core.terminology import Vocabularies

_AGE_UNIT = re.compile(r"\b(month|week|day)s?$")
_BARE = re.compile(r"\d+(?:\.\d+)?")
_WORDS = re.compile(r"[^0-9a-z]+")
_HPO_COLUMN = re.compile(r".*?\b(HP[:_]\d{7})\b.*", re.IGNORECASE | re.DOTALL)
_DELIMITERS = ",;\t|"
_LONGEST_HEADING = 60
_PROSE = 60
"""A column whose cells have this many characters on average holds text."""
_SAMPLE = 50
_NOT_ENOUGH = {"id", "name", "birth_date", "tests", "family_history"}
"""Columns that tables of other things have as well: a list of one patient's results is no table of patients."""
_PERSON = ("name", "birth_date", "sex")
"""What tells two people apart; an age does not, for a row may be a visit."""
_SEVERAL = ("name", "findings", "excluded", "note", "family_history", "tests")
"""The fields that more than one column may fill."""


class Row(NamedTuple):
    """One patient of a table: where the row is in the file, counted as spreadsheets do, and its cells."""

    number: int
    cells: tuple[str, ...]


@dataclass
class PatientTable:
    """A table whose columns are understood."""

    heading: tuple[str, ...]
    rows: list[Row]
    meaning: dict[int, str] = field(default_factory=dict)
    """By the column's place, the field that it fills; `findings=HP:0001250` for a column of yes and no."""
    problems: Sequence[Problem] = ()
    """What had to be done to read the file."""

    def described(self) -> str:
        """Which column was read as what, in one line."""
        told = [f"{self.heading[place]} → {name}" for place, name in self.meaning.items()]
        unread = [name for place, name in enumerate(self.heading) if place not in self.meaning and name]
        return ", ".join(told) + (f"; not read: {', '.join(unread)}" if unread else "")

    def id_of(self, row: Row) -> str | None:
        """The patient's id in a row, where a column has it."""
        places = [place for place, name in self.meaning.items() if name == "id" and place < len(row.cells)]
        return next((row.cells[place].strip() or None for place in places), None)

    def shared_ids(self) -> dict[int, Problem]:
        """By row, the rows that have one id and yet tell of different people."""
        by_id: dict[str, list[Row]] = {}
        for row in self.rows:
            if (name := self.id_of(row)) is not None:
                by_id.setdefault(name.casefold(), []).append(row)
        found: dict[int, Problem] = {}
        for rows in by_id.values():
            differing = [kind for kind in _PERSON if len({self._said(row, kind) for row in rows} - {""}) > 1]
            for row in rows if differing else []:
                others = ", ".join(str(other.number) for other in rows if other is not row)
                found[row.number] = Problem(
                    code="input.same_id",
                    level=Level.ERROR,
                    message=f"the id of this row is also that of another person: row {others} has another "
                    f"{' and '.join(kind.replace('_', ' ') for kind in differing)}",
                    mend="correct the id of one of them; until then do not join results by it",
                    path="id",
                )
        return found

    def _said(self, row: Row, kind: str) -> str:
        """What a row says of a person, as far as it can be compared."""
        cells = [row.cells[place] for place, name in self.meaning.items() if name == kind and place < len(row.cells)]
        words = sorted(_WORDS.sub(" ", " ".join(cells).casefold()).split())
        return " ".join(words)[:1] if kind == "sex" else " ".join(words)

    def _unread(self, row: Row) -> list[Problem]:
        """What a row says in columns that nobody knows the meaning of."""
        unread = [
            name
            for place, (name, cell) in enumerate(zip(self.heading, row.cells, strict=False))
            if place not in self.meaning and name and cell.strip()
        ]
        if not unread:
            return []
        message = f"columns that were not read: {', '.join(unread)}"
        return [
            Problem(
                code="input.not_read",
                level=Level.INFO,
                message=message,
                mend="say which is which, as --columns note=COLUMN",
            )
        ]

    def patient(self, row: Row, vocabularies: Vocabularies) -> ReadResult:
        """The record of one row."""
        from osler.core.patient.readers.form import read_form

        given: dict[str, list[str]] = {}
        terms: list[dict[str, Any]] = []
        for place, name in self.meaning.items():
            cell = row.cells[place].strip() if place < len(row.cells) else ""
            if not cell:
                continue
            kind, _, term = name.partition("=")
            if term:
                terms += _stated(term, cell)
            else:
                given.setdefault(kind, []).append(_with_unit(cell, self.heading[place]) if kind == "age" else cell)
        for kind, marked in (("findings", {}), ("excluded", {"excluded": True})):
            cells = given.get(kind, [])
            terms += [{"term": term, **marked} for cell in cells for term in split_findings(cell, vocabularies)]
        form = {
            "free_text": "\n\n".join(given.get("note", [])),
            "family_history": "\n".join(given.get("family_history", [])),
            "prior_tests": given.get("tests", []),
            "age": _first(given, "age"),
            "sex": _first(given, "sex"),
            "hpo_terms": terms,
        }
        if not any(form.values()):
            raise DataError("the row says nothing of a patient", mend="fill it in, or take it out")
        result = read_form({key: value for key, value in form.items() if value}, vocabularies)
        problems = [*self.problems, *_add_person(result.record, given), *result.problems, *self._unread(row)]
        return ReadResult(result.record, problems)


def _first(given: Mapping[str, list[str]], name: str) -> str | None:
    return next(iter(given.get(name, [])), None)


def _stated(term: str, cell: str) -> list[dict[str, Any]]:
    truth = truth_of(cell)
    return [] if truth is None else [{"term": term, "excluded": not truth}]


def _add_person(record: PatientRecord, given: Mapping[str, list[str]]) -> list[Problem]:
    """Who the row is about: known to the gate, so that it is replaced in the row's texts as well."""
    record.id = _first(given, "id") or record.id
    if names := given.get("name"):
        record.demographics.names.append(HumanName(text=" ".join(names)))
        record.demographics.other_identifying += names if len(names) > 1 else []
    if born := _first(given, "birth_date"):
        try:
            record.demographics = record.demographics.model_validate(
                {**record.demographics.model_dump(), "birth_date": born[:10]}
            )
        except ValueError:
            message = "the date of birth cannot be read and was left out"
            return [
                Problem(
                    code="input.unusable",
                    level=Level.ERROR,
                    message=message,
                    mend="write YYYY-MM-DD",
                    path="birth_date",
                )
            ]
    return []


def read_table(data: bytes, columns: Mapping[str, str] | None = None, *, sheet: bool = False) -> PatientTable:
    """The table in CSV text or an .xlsx file; `columns` says by field which column fills it."""
    text, problems = ("", []) if sheet else decode(data)
    lines = sheet_rows(data) if sheet else _csv_rows(text)
    rows = [Row(number, cells) for number, cells in lines if any(cell.strip() for cell in cells)]
    if len(rows) < 2:
        raise DataError("the table has no patients", mend="give a row of column names, then one patient a row")
    table = PatientTable(tuple(cell.strip() for cell in rows[0].cells), rows[1:], problems=problems)
    table.meaning = _meaning(table, columns or {})
    if not set(_kinds(table.meaning.values())) - _NOT_ENOUGH:
        # The names are not repeated: a table without them has a patient in its first row.
        raise DataError(
            "no column of the table is known to say anything of a patient's health",
            mend=f"say which is which, as --columns note=COLUMN,age=COLUMN; fields: {', '.join(_names())}",
        )
    return table


def looks_like_table(text: str) -> bool:
    """Whether a text is a table of patients: a row of known column names, and rows of as many cells."""
    lines = [cells for _, cells in _csv_rows(text[:65536]) if any(cell.strip() for cell in cells)][:_SAMPLE]
    if len(lines) < 2 or len(lines[0]) < 2:
        return False
    heading = [cell.strip() for cell in lines[0]]
    if any(len(cell) > _LONGEST_HEADING for cell in heading):
        return False
    known = sum(_known(cell) is not None for cell in heading)
    even = sum(len(cells) == len(heading) for cells in lines[1:-1] or lines[1:])
    return known > 1 and known * 2 >= len(heading) and even * 10 >= 9 * len(lines[1:-1] or lines[1:])


def parse_columns(text: str | None) -> dict[str, str]:
    """`note=Summary,age=Age at visit` by field."""
    found: dict[str, str] = {}
    for part in (text or "").split(","):
        if not part.strip():
            continue
        name, equals, column = (piece.strip() for piece in part.partition("="))
        name = _known(name) or name
        if not equals or not column or name not in _names():
            raise UsageError(
                f"--columns does not understand {part.strip()!r}",
                mend=f"write FIELD=COLUMN, separated by commas; fields: {', '.join(_names())}",
            )
        found[name] = column
    return found


def _csv_rows(text: str) -> list[tuple[int, tuple[str, ...]]]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    csv.field_size_limit(MAX_CELL)
    try:
        reader = csv.reader(io.StringIO(text.replace("\0", ""), newline=""), delimiter=delimiter)
        return [(number, tuple(cells)) for number, cells in enumerate(reader, start=1)]
    except csv.Error as error:
        raise DataError("the table is malformed", mend="save it again as CSV") from error


MAX_CELL = 16 * 1024 * 1024


def _meaning(table: PatientTable, said: Mapping[str, str]) -> dict[int, str]:
    places = {_plain(name): place for place, name in reversed(list(enumerate(table.heading)))}
    found: dict[int, str] = {}
    for name, column in said.items():
        if _plain(column) not in places:
            raise UsageError(
                f"the table has no column {column!r}", mend=f"its columns are: {', '.join(filter(None, table.heading))}"
            )
        found[places[_plain(column)]] = name
    for place, heading in enumerate(table.heading):
        if place in found:
            continue
        guess = _guess(heading, [row.cells[place] for row in table.rows[:_SAMPLE] if place < len(row.cells)])
        if guess and guess not in said and (guess.partition("=")[0] in _SEVERAL or guess not in found.values()):
            found[place] = guess
    if "note" not in found.values():
        found |= _prose(table, found)
    return dict(sorted(found.items()))


def _guess(heading: str, cells: Sequence[str]) -> str | None:
    if (term := _HPO_COLUMN.fullmatch(heading)) and all(truth_of(cell) is not None for cell in cells if cell.strip()):
        return f"findings={term[1].upper().replace('_', ':')}"
    return _known(heading) or ("findings" if is_id_list(cells) else None)


def _prose(table: PatientTable, taken: Mapping[int, str]) -> dict[int, str]:
    """The columns whose cells are text, for a table that names none so."""
    found = {}
    for place in range(len(table.heading)):
        cells = [row.cells[place].strip() for row in table.rows[:_SAMPLE] if place < len(row.cells)]
        filled = [cell for cell in cells if cell]
        if place not in taken and filled and sum(map(len, filled)) >= _PROSE * len(filled):
            found[place] = "note"
    return found


def _kinds(names: Any) -> Iterator[str]:
    return (name.partition("=")[0] for name in names)


@cache
def _names() -> dict[str, list[str]]:
    loaded: dict[str, list[str]] = packaged_yaml(__package__, "columns.yml")
    return loaded


def _known(heading: str) -> str | None:
    plain = _plain(heading)
    return next((name for name, words in _names().items() if plain in words or plain == _plain(name)), None)


def _with_unit(cell: str, heading: str) -> str:
    """A bare number in the unit that its column names: "Age (months)"."""
    unit = _AGE_UNIT.search(_plain(heading))
    return f"{cell} {unit[1]}s" if unit and _BARE.fullmatch(cell) else cell


def _plain(heading: str) -> str:
    return _WORDS.sub(" ", heading.casefold()).strip()
