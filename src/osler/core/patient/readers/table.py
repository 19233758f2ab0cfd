"""A table of patients, one a row: which columns say what, and the record of each row."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from osler.core.files import decode
from osler.core.patient.problems import Level, Problem, ReadResult
from osler.core.patient.readers.birth import UnclearDate, birth_date, day_first
from osler.core.patient.readers.cells import sheets_of, split_findings, truth_of
from osler.core.patient.readers.columns import fields, is_person, is_wordy, known, meaning, one_line, plain
from osler.core.patient.readers.same_id import KINDS, Person
from osler.core.patient.types import PatientRecord
from osler.core.patient.types.demographics import HumanName
from osler.errors import DataError

if TYPE_CHECKING:
    from osler.core.terminology import Vocabularies

_AGE_UNIT = re.compile(r"\b(month|week|day)s?$")
_SEX = re.compile(r"\b(?:female|male|[FM])\b|(?<=\d)[FM]\b", re.IGNORECASE)
_BARE = re.compile(r"\d+(?:\.\d+)?")
_DELIMITERS = ",;\t|"
_LONGEST_HEADING = 60
_SAMPLE = 50
_MOST_TITLES = 6
_IDENTIFIER = 5
_NOT_ENOUGH = {"id", "identifier", "name", "birth_date", "tests", "family_history"}
"""Columns that tables of other things have as well: a list of one patient's results is no table of patients."""


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

    day_first: bool | None = None
    """Whether dates of birth are written with the day first, where that can be told."""

    def described(self) -> str:
        """Which column was read as what, in one line."""
        told = [f"{one_line(self.heading[place])} → {name}" for place, name in self.meaning.items()]
        unread = [one_line(name) for place, name in enumerate(self.heading) if place not in self.meaning and name]
        return ", ".join(told) + (f"; not read: {', '.join(unread)}" if unread else "")

    def id_of(self, row: Row) -> str | None:
        """The patient's id in a row, where a column has it."""
        places = [place for place, name in self.meaning.items() if name == "id" and place < len(row.cells)]
        return next((row.cells[place].strip() or None for place in places), None)

    def persons(self) -> list[Person]:
        """Who each row is about, as far as rows can be compared."""
        return [
            Person.told(f"row {row.number}", self.id_of(row), **{kind: self._said(row, kind) for kind in KINDS})
            for row in self.rows
        ]

    def _said(self, row: Row, kind: str) -> str:
        cells = [row.cells[place] for place, name in self.meaning.items() if name == kind and place < len(row.cells)]
        return " ".join(cells)

    def _unread(self, row: Row) -> list[Problem]:
        """What a row says in columns that nobody knows the meaning of."""
        unread = [
            (name, cell)
            for place, (name, cell) in enumerate(zip(self.heading, row.cells, strict=False))
            if place not in self.meaning and name and cell.strip()
        ]
        if not unread:
            return []
        wordy = [name for name, cell in unread if is_wordy(name, cell)]
        names = ", ".join(one_line(name) for name, _ in unread)
        return [
            Problem(
                code="input.not_read",
                level=Level.WARNING if wordy else Level.INFO,
                message=f"columns that were not read: {names}",
                mend=f'say which is which, as --columns "note={one_line(wordy[0]) if wordy else "COLUMN"}"',
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
            if kind == "findings" and term:
                terms += _stated(term, cell)
            elif kind == "age_and_sex":
                _add_age_and_sex(given, cell)
            elif term:
                given.setdefault(kind, []).append(f"{term}:\n{cell}")
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
            unread = [*self._unread(row), *(one for one in self.problems if one.code == "input.not_read")]
            told = "".join(f"; {problem.message}" for problem in unread)
            mend = unread[0].mend if unread else "fill it in, or take it out"
            raise DataError(f"the row says nothing of a patient{told}", mend=mend)
        result = read_form({key: value for key, value in form.items() if value}, vocabularies)
        problems = [
            *self.problems,
            *_add_person(result.record, given, self.day_first),
            *result.problems,
            *self._unread(row),
        ]
        if any(cell.strip() for cell in row.cells[len(self.heading) :]):
            message = "the row has more cells than the table has columns; what stands beyond them was not read"
            mend = "write a text that holds the separator in quotation marks"
            problems.append(Problem(code="input.not_read", level=Level.ERROR, message=message, mend=mend))
        return ReadResult(result.record, problems)


def _first(given: Mapping[str, list[str]], name: str) -> str | None:
    return next(iter(given.get(name, [])), None)


def _stated(term: str, cell: str) -> list[dict[str, Any]]:
    truth = truth_of(cell)
    return [] if truth is None else [{"term": term, "excluded": not truth}]


def _add_age_and_sex(given: dict[str, list[str]], cell: str) -> None:
    """`54 F`, `M/3 months`: both in one cell."""
    sex = _SEX.search(cell)
    if sex:
        given.setdefault("sex", []).append(sex.group())
        cell = cell[: sex.start()] + " " + cell[sex.end() :]
    if age := cell.strip(" /,;-"):
        given.setdefault("age", []).append(age)


def _add_person(record: PatientRecord, given: Mapping[str, list[str]], day_first: bool | None) -> list[Problem]:
    """Who the row is about: known to the gate, so that it is replaced in the row's texts as well."""
    record.id = _first(given, "id") or record.id
    # A short one, such as a row's number, is no identifier: it would be replaced wherever the text has it.
    record.demographics.other_identifying += [cell for cell in given.get("identifier", []) if len(cell) >= _IDENTIFIER]
    if names := given.get("name"):
        record.demographics.names.append(HumanName(text=" ".join(names)))
        record.demographics.other_identifying += names if len(names) > 1 else []
    if born := _first(given, "birth_date"):
        try:
            record.demographics = record.demographics.model_validate(
                {**record.demographics.model_dump(), "birth_date": birth_date(born, day_first)}
            )
        except ValueError as error:
            # It still identifies, though it is not used.
            record.demographics.other_identifying.append(born)
            told = str(error) if isinstance(error, UnclearDate) else "the date of birth cannot be read"
            return [
                Problem(
                    code="input.unusable",
                    level=Level.ERROR,
                    message=f"{told}; it was left out",
                    mend="write YYYY-MM-DD",
                    path="birth_date",
                )
            ]
    return []


def read_table(data: bytes, columns: Mapping[str, str] | None = None, *, sheet: bool = False) -> PatientTable:
    """The table in CSV text or an .xlsx file; `columns` says by field which column fills it."""
    rows, problems = _sheet(data) if sheet else _text(data)
    rows = rows[_heading(rows) :]
    if len(rows) < 2:
        raise DataError("the table has no patients", mend="give a row of column names, then one patient a row")
    table = PatientTable(tuple(cell.strip() for cell in rows[0].cells), rows[1:], problems=problems)
    width = range(len(table.heading))
    cells = [[row.cells[place] for row in table.rows if place < len(row.cells)] for place in width]
    table.meaning = meaning(table.heading, [column[:_SAMPLE] for column in cells], columns)
    births = [place for place, name in table.meaning.items() if name == "birth_date"]
    table.day_first = day_first(cells[births[0]]) if births else None
    if not {name.partition("=")[0] for name in table.meaning.values()} - _NOT_ENOUGH:
        # The names are not repeated: a table without them has a patient in its first row.
        raise DataError(
            "no column of the table is known to say anything of a patient's health",
            mend=f"say which is which, as --columns note=COLUMN,age=COLUMN; fields: {', '.join(fields())}",
        )
    return table


def _text(data: bytes) -> tuple[list[Row], list[Problem]]:
    text, problems = decode(data)
    return _filled(_csv_rows(text)), problems


def _sheet(data: bytes) -> tuple[list[Row], list[Problem]]:
    """The rows of the first sheet that has the columns of a table of patients, and what else the file holds."""
    sheets = sheets_of(data)
    if not sheets:
        return [], []
    tables = [sheet for sheet in sheets if _names_columns(rows := _filled(sheet.rows), _heading(rows))]
    chosen = tables[0] if tables else sheets[0]
    told = []
    if others := [one_line(sheet.name) for sheet in tables[1:]]:
        told.append((f"sheets that were not read: {', '.join(others)}", "save each sheet as a file of its own"))
    if chosen.struck:
        cells = "1 cell is" if chosen.struck == 1 else f"{chosen.struck} cells are"
        told.append((f"{cells} struck through in the sheet, and left out", "undo what is struck out, if it holds"))
    problems = [
        Problem(code="input.not_read", level=Level.WARNING, message=message, mend=mend) for message, mend in told
    ]
    return _filled(chosen.rows), problems


def _filled(lines: Sequence[tuple[int, tuple[str, ...]]]) -> list[Row]:
    return [Row(number, cells) for number, cells in lines if any(cell.strip() for cell in cells)]


def _heading(rows: Sequence[Row]) -> int:
    """The place of the row of column names: the first, unless titles stand above one that names columns."""
    places = range(min(len(rows), _MOST_TITLES))
    return next((place for place in places if _names_columns(rows, place)), 0)


def _names_columns(rows: Sequence[Row], place: int) -> bool:
    """Whether a row names columns, and those above it are titles, of which one cell is filled."""
    if place >= len(rows) or any(sum(map(bool, row.cells)) > 1 for row in rows[:place]):
        return False
    return sum(known(cell) is not None for cell in rows[place].cells) > 1


def looks_like_table(text: str) -> bool:
    """Whether a text is a table of patients: a row of known column names, and rows of as many cells."""
    lines = [cells for _, cells in _csv_rows(text[:65536]) if any(cell.strip() for cell in cells)][:_SAMPLE]
    if len(lines) < 2 or len(lines[0]) < 2:
        return False
    heading = [cell.strip() for cell in lines[0]]
    if any(len(cell) > _LONGEST_HEADING for cell in heading):
        return False
    named = sum(known(cell) is not None for cell in heading)
    even = sum(len(cells) == len(heading) for cells in lines[1:-1] or lines[1:])
    told = named > 1 and named * 2 >= len(heading) and any(map(is_person, heading))
    return told and even * 10 >= 9 * len(lines[1:-1] or lines[1:])


def _csv_rows(text: str) -> list[tuple[int, tuple[str, ...]]]:
    # A title may stand above the columns.
    first = next((line for line in text.splitlines() if any(mark in line for mark in _DELIMITERS)), "")
    delimiter = max(_DELIMITERS, key=first.count)
    csv.field_size_limit(MAX_CELL)
    try:
        reader = csv.reader(io.StringIO(text.replace("\0", ""), newline=""), delimiter=delimiter)
        return [(number, tuple(cells)) for number, cells in enumerate(reader, start=1)]
    except csv.Error as error:
        raise DataError("the table is malformed", mend="save it again as CSV") from error


MAX_CELL = 16 * 1024 * 1024


def _with_unit(cell: str, heading: str) -> str:
    """A bare number in the unit that its column names: "Age (months)"."""
    unit = _AGE_UNIT.search(plain(heading))
    return f"{cell} {unit[1]}s" if unit and _BARE.fullmatch(cell) else cell
