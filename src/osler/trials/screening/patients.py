"""The patients of a screening: a folder of files, lines of NDJSON, or rows of a spreadsheet."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from osler.core.patient import PatientRecord, read_patient
from osler.errors import DataError

_SUFFIXES = frozenset({".txt", ".md", ".json", ".pdf", ".ndjson", ".pb"})
_ID_COLUMNS = ("patient_id", "id", "patient", "mrn", "subject")
_NOTE_COLUMNS = ("note", "text", "free_text", "notes", "summary")


class RawPatient(NamedTuple):
    """A patient before it is read."""

    place: str
    data: bytes
    format: str | None = None
    origin: str = ""
    """Where the patient comes from, in full: what a person decides is kept under it."""

    @property
    def digest(self) -> str:
        """What tells this version of the patient from another."""
        return hashlib.sha256(self.data).hexdigest()

    def read(self) -> PatientRecord:
        """The record; it goes by its place where the source names nobody."""
        return read_patient(self.data, self.format).record


def patients_in(path: Path) -> Iterator[RawPatient]:
    """Every patient of a folder, an NDJSON file or a spreadsheet."""
    if path.is_dir():
        files = [file for file in sorted(path.rglob("*")) if file.suffix.lower() in _SUFFIXES]
        if not files:
            raise DataError(f"{path} holds no patient files", mend="give .txt, .json or .pdf files")
        for file in files:
            note = "note" if file.suffix.lower() in (".txt", ".md") else None
            yield RawPatient(str(file.relative_to(path)), file.read_bytes(), note, str(file.resolve()))
    elif path.suffix.lower() == ".xlsx":
        yield from (raw._replace(origin=f"{path.resolve()}#{raw.place}") for raw in _rows(path))
    elif path.is_file():
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    raw = _line(line, number)
                    yield raw._replace(origin=f"{path.resolve()}#{raw.place}")
    else:
        raise DataError(f"there is nothing at {path}", mend="give a folder, an NDJSON file or a spreadsheet")


def _line(line: bytes, number: int) -> RawPatient:
    try:
        document = json.loads(line)
    except ValueError:
        # What means to be JSON and is not is told as unreadable, and never judged as if it were a note.
        meant_as_json = line.lstrip()[:1] in (b"{", b"[")
        return RawPatient(f"line {number}", line.strip(), None if meant_as_json else "note")
    if isinstance(document, dict) and "resourceType" not in document:
        place = str(document.get("id") or document.get("patient_id") or f"line {number}")
        note = next((document[key] for key in ("text", "note") if isinstance(document.get(key), str)), None)
        if note is not None:
            return RawPatient(place, note.encode(), "note")
        return RawPatient(place, line.strip())
    return RawPatient(_fhir_id(document) or f"line {number}", line.strip())


def _fhir_id(document: Any) -> str:
    entries = document.get("entry", []) if isinstance(document, dict) else []
    resources = [entry.get("resource", {}) for entry in entries if isinstance(entry, dict)]
    found = next((item.get("id") for item in resources if item.get("resourceType") == "Patient"), None)
    return str(found or "")


def _rows(path: Path) -> Iterator[RawPatient]:
    from openpyxl import load_workbook

    try:
        sheet = load_workbook(path, read_only=True, data_only=True).active
    except (OSError, KeyError, ValueError) as error:
        raise DataError(f"{path.name} is no spreadsheet that can be read", mend="give an .xlsx file") from error
    rows = sheet.iter_rows(values_only=True) if sheet is not None else iter(())
    header = [str(cell or "").strip().casefold() for cell in next(rows, ())]
    note_column = next((header.index(name) for name in _NOTE_COLUMNS if name in header), None)
    if note_column is None:
        raise DataError(
            f"{path.name} has no column of notes", mend=f"name a column {', '.join(_NOTE_COLUMNS)} in its first row"
        )
    id_column = next((header.index(name) for name in _ID_COLUMNS if name in header), None)
    for number, row in enumerate(rows, start=2):
        if note_column < len(row) and row[note_column]:
            place = str(row[id_column]) if id_column is not None and row[id_column] else f"row {number}"
            yield _row(place, dict(zip(header, row, strict=False)), str(row[note_column]))


def _row(place: str, cells: dict[str, Any], note: str) -> RawPatient:
    age, sex = cells.get("age"), cells.get("sex")
    if age is None and sex is None:
        return RawPatient(place, note.encode(), "note")
    form = {"free_text": note, "age": f"P{age:g}Y" if isinstance(age, int | float) else age, "sex": sex}
    known = {key: value for key, value in form.items() if value is not None}
    return RawPatient(place, json.dumps(known).encode(), "input")
