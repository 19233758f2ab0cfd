"""A file that may hold several patients → one source for each: a table's rows, JSON lines, a JSON list, or the whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from osler.core.files import decode
from osler.core.patient.problems import Problem, ReadResult
from osler.core.patient.readers.day import as_of_today
from osler.core.patient.readers.guess import Format, looks_like_json, parse_json
from osler.core.patient.readers.load import check_size, load
from osler.core.patient.readers.read import format_named, read_patient
from osler.core.patient.readers.same_id import Person, shared_ids
from osler.core.patient.readers.table import PatientTable, Row, looks_like_table, read_table
from osler.core.patient.readers.text import TABLE_SUFFIXES, document_kind
from osler.errors import DataError

if TYPE_CHECKING:
    from osler.core.terminology import Vocabularies

_ALONE = "Bundle"
"""The FHIR resource that is a whole patient; lines of other resources are one patient together."""


class PatientSource(NamedTuple):
    """One patient of a file: the place it comes from, and how to read it, in another process as well."""

    name: str
    """The file, with `:ROW` or `:LINE` where it holds several patients."""
    read: Callable[[], ReadResult]
    remark: str = ""
    """How the file was understood, to be shown once: of a table, its columns."""
    digest: str = ""
    """What tells this state of the patient from another, without reading it."""
    patient: str | None = None
    """Who it is, where that is known before it is read."""
    origin: str = ""
    """The whole path of the file, with `:ROW` or `:LINE`; empty for what came without one."""
    called: str = ""
    """What the patient goes by among others where the source gives no id."""


def patients_in(
    source: Path | bytes,
    *,
    name: str | None = None,
    format: Format | str | None = None,  # noqa: A002
    columns: Mapping[str, str] | None = None,
    vocabularies: Vocabularies | None = None,
) -> list[PatientSource]:
    """The patients of a file; each is read when it is asked for, so that a bad one does not stop the others."""
    shown = name or str(source if isinstance(source, Path) else "-")
    found = _patients_in(source, shown, format, columns, vocabularies)
    if not isinstance(source, Path):
        return found
    return [one._replace(origin=f"{source.resolve()}{one.name.removeprefix(shown)}") for one in found]


def _patients_in(
    source: Path | bytes,
    shown: str,
    format: Format | str | None,  # noqa: A002
    columns: Mapping[str, str] | None,
    vocabularies: Vocabularies | None,
) -> list[PatientSource]:
    data = load(source) if isinstance(source, Path) else source
    check_size(len(data))
    again: Path | bytes = data if isinstance(source, Path) and source.is_fifo() else source
    suffix = source.suffix.lower() if isinstance(source, Path) else ""
    wanted = format_named(format) or TABLE_SUFFIXES.get(suffix)
    if table := table_kind(data, wanted, suffix):
        return _rows(data, shown, columns, vocabularies, sheet=table is Format.XLSX)
    if wanted in (None, Format.FHIR, Format.PHENOPACKET, Format.INPUT):
        documents = json_documents(data)
        if len(documents) > 1 and not _one_patient([document for _, document in documents]):
            shared = shared_ids(Person.in_document(document, f"line {number}") for number, document in documents)
            return [
                PatientSource(
                    f"{shown}:{number}",
                    partial(_read_document, document, wanted, vocabularies, shared.get(f"line {number}")),
                    digest=_digest(document),
                )
                for number, document in documents
            ]
    # A file is read again when its turn comes: a folder of them need not fit into memory. A pipe is read once.
    read = partial(read_patient, again, wanted, vocabularies)
    return [PatientSource(shown, read, digest=hashlib.sha256(data).hexdigest())]


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()


def table_kind(data: bytes, wanted: Format | None, suffix: str = "") -> Format | None:
    """Whether bytes are a table, and of which kind."""
    if wanted in (Format.CSV, Format.XLSX):
        return Format.XLSX if document_kind(data, suffix) is Format.XLSX else Format.CSV
    if wanted is not None:
        return None
    kind = document_kind(data, suffix)
    if kind is not None:
        return kind if kind is Format.XLSX else None
    try:
        text, _ = decode(data)
    except DataError:
        return None
    return Format.CSV if not looks_like_json(text) and looks_like_table(text) else None


def json_documents(data: bytes) -> list[tuple[int, Any]]:
    """The objects of JSON lines (with their lines) or of a JSON list (with their places); None for one unreadable."""
    if data[:1] not in b"{[ \r\n\t\xef" or data.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] not in (b"{", b"["):
        return []
    text, _ = decode(data)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if text.lstrip()[:1] == "[":
        parsed = parse_json(text)
        return list(enumerate(parsed, start=1)) if isinstance(parsed, list) else []
    if len(lines) < 2 or all(_object(line) is None for _, line in lines[:2]):
        # One document, whose lines are no documents.
        return []
    return [(number, _object(line)) for number, line in lines]


def _object(line: str) -> Any:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _one_patient(documents: list[Any]) -> bool:
    """Whether JSON lines are the resources of one patient, as FHIR systems export them."""
    kinds = [document.get("resourceType") for document in documents if isinstance(document, dict)]
    return bool(kinds) and all(kind is not None for kind in kinds) and _ALONE not in kinds


def _read_document(
    document: Any, wanted: Format | None, vocabularies: Vocabularies | None, shared: Problem | None = None
) -> ReadResult:
    if not isinstance(document, dict):
        raise DataError("the line is not one JSON object", mend="export it again; one patient a line")
    return _with(shared, read_patient(json.dumps(document), wanted, vocabularies))


def _read_row(
    table: PatientTable, row: Row, vocabularies: Vocabularies | None, shared: Problem | None = None
) -> ReadResult:
    from osler.core.terminology import bundled_vocabularies

    return _with(shared, as_of_today(table.patient(row, vocabularies or bundled_vocabularies())))


def _with(problem: Problem | None, result: ReadResult) -> ReadResult:
    return ReadResult(result.record, [problem, *result.problems]) if problem else result


def _rows(
    data: bytes,
    name: str,
    columns: Mapping[str, str] | None,
    vocabularies: Vocabularies | None,
    *,
    sheet: bool,
) -> list[PatientSource]:
    table = read_table(data, columns, sheet=sheet)
    remark = table.described()
    # The columns without the rows: each source is then small enough to be sent to another process.
    alone = replace(table, rows=[])
    meaning = sorted(table.meaning.items())
    shared = shared_ids(table.persons())
    return [
        PatientSource(
            f"{name}:{row.number}",
            partial(_read_row, alone, row, vocabularies, shared.get(f"row {row.number}")),
            remark,
            digest=_digest([meaning, list(row.cells)]),
            patient=alone.id_of(row),
        )
        for row in table.rows
    ]
