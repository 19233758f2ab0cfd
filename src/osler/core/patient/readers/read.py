"""Any input → record and problems."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from osler.core.files import clean_json, decode, has_surrogate_escape, without_surrogates
from osler.core.patient.problems import Problem, ReadResult
from osler.core.patient.readers.day import as_of_today
from osler.core.patient.readers.guess import (
    ACCEPTED,
    Format,
    guess_json,
    looks_like_json,
    parse_json,
    refuse_archive,
)
from osler.core.patient.readers.load import check_size, is_path, load
from osler.core.patient.readers.message import looks_like_email
from osler.core.patient.readers.text import DOCUMENTS, TABLE_SUFFIXES, document_kind, taken_out
from osler.errors import DataError

if TYPE_CHECKING:
    from osler.core.terminology import Vocabularies


def read_patient(
    source: Path | str | bytes,
    format: Format | str | None = None,  # noqa: A002
    vocabularies: Vocabularies | None = None,
) -> ReadResult:
    """The record of one patient from a path, a text or bytes; the format is told from the content unless it is given.

    A string is a path when it is one line that names an existing file or has a patient file's suffix. What it says is
    coded by `vocabularies`, the bundled ones if none are given.
    """
    from osler.core.terminology import bundled_vocabularies

    vocabularies = vocabularies or bundled_vocabularies()
    wanted = format_named(format)
    if isinstance(source, str) and is_path(source):
        source = Path(source)
    if isinstance(source, Path):
        wanted = wanted or TABLE_SUFFIXES.get(source.suffix.lower())
    suffix = source.suffix.lower() if isinstance(source, Path) else ""
    data = load(source) if isinstance(source, Path) else source
    check_size(len(data))
    try:
        if isinstance(data, str):
            return as_of_today(_read_text(data, wanted, [], vocabularies))
        return as_of_today(_read_bytes(data, wanted, vocabularies, suffix))
    except RecursionError:
        raise DataError("the input is nested too deeply", mend=ACCEPTED) from None


def format_named(name: Format | str | None) -> Format | None:
    """The format of that name; DataError where there is none."""
    if name is None:
        return None
    try:
        return Format(name)
    except ValueError:
        raise DataError("that is no patient format", mend=f"give one of {', '.join(Format)}") from None


def _read_bytes(data: bytes, wanted: Format | None, vocabularies: Vocabularies, suffix: str = "") -> ReadResult:
    kind = document_kind(data, suffix) if wanted is None or wanted in _OPENED else None
    if wanted in (Format.CSV, Format.XLSX) or kind is Format.XLSX:
        return _read_row(data, vocabularies, sheet=kind is Format.XLSX)
    if document := (wanted if wanted in DOCUMENTS else kind):
        text, problems = taken_out(data, document, vocabularies)
        return _read_text(text, Format.NOTE, problems, vocabularies)
    refuse_archive(data)
    try:
        text, problems = decode(data)
    except DataError:
        return _read_binary(data, wanted)
    return _read_text(text, wanted, problems, vocabularies)


def _read_row(data: bytes, vocabularies: Vocabularies, *, sheet: bool) -> ReadResult:
    """The patient of a table that has one."""
    from osler.core.patient.readers.table import read_table

    table = read_table(data, sheet=sheet)
    if len(table.rows) > 1:
        raise DataError(
            f"the table holds {len(table.rows)} patients, one a row",
            mend="give it to a command that takes several, or to osler.read_all",
        )
    return table.patient(table.rows[0], vocabularies)


def _read_binary(data: bytes, wanted: Format | None) -> ReadResult:
    from osler.core.patient.phenopacket import looks_like_phenopacket, read_phenopacket_bytes

    if wanted is Format.PHENOPACKET or (wanted is None and looks_like_phenopacket(data)):
        return read_phenopacket_bytes(data)
    raise DataError("the input is binary and of no known patient format", mend=ACCEPTED)


def _read_text(text: str, wanted: Format | None, problems: list[Problem], vocabularies: Vocabularies) -> ReadResult:
    text, replaced = without_surrogates(text)
    from osler.core.patient.readers.table import looks_like_table

    problems = problems + replaced
    if not text.strip():
        raise DataError("the input is empty", mend=ACCEPTED)
    if wanted in DOCUMENTS or wanted is Format.XLSX:
        if wanted is Format.EMAIL:
            return _read_bytes(text.encode(), wanted, vocabularies)
        raise DataError(f"the input is text, not {wanted}", mend="leave the format out, or give 'note'")
    if wanted is None and not looks_like_json(text) and looks_like_table(text):
        wanted = Format.CSV
    if wanted is Format.CSV:
        return _read_row(text.encode(), vocabularies, sheet=False)
    if wanted is None and looks_like_email(text.encode()):
        return _read_bytes(text.encode(), Format.EMAIL, vocabularies)
    if wanted is not Format.NOTE and (wanted is not None or looks_like_json(text)):
        result = _read_json(text, wanted, vocabularies)
    else:
        from osler.core.patient.readers.note import read_note

        if not any(char.isalpha() for char in text):
            raise DataError("the input has no words", mend=ACCEPTED)
        result = read_note(text, vocabularies)
    return ReadResult(result.record, problems + result.problems)


def _read_json(text: str, wanted: Format | None, vocabularies: Vocabularies) -> ReadResult:
    document, replaced = clean_json(parse_json(text)) if has_surrogate_escape(text) else (parse_json(text), [])
    if not isinstance(document, dict | list):
        raise DataError("the JSON is no object", mend=ACCEPTED)
    kind = wanted or _guess(document)
    if isinstance(document, list) and kind is not Format.FHIR:
        raise DataError("the JSON is a list", mend="give one patient as a JSON object")
    result = _read_input(document, vocabularies) if kind is Format.INPUT else _READERS[kind](document)
    return ReadResult(result.record, replaced + result.problems)


def _guess(document: Any) -> Format:
    """The format; of JSON lines, that of the lines that can be read."""
    if isinstance(document, list):
        return guess_json([line for line in document if line is not None])
    return guess_json(document)


def _read_fhir(document: Any) -> ReadResult:
    from osler.core.patient.fhir import read_fhir

    if isinstance(document, dict) and not isinstance(document.get("resourceType"), str):
        raise DataError("the JSON has no resourceType", mend="give a FHIR R4 Bundle or resource")
    return read_fhir(document)


def _read_phenopacket(document: Any) -> ReadResult:
    from osler.core.patient.phenopacket import read_phenopacket

    return read_phenopacket(document)


def _read_input(document: Any, vocabularies: Vocabularies) -> ReadResult:
    from osler.core.patient.readers.form import read_form

    return read_form(document, vocabularies)


_OPENED = (Format.XLSX, Format.CSV)

_READERS = {Format.FHIR: _read_fhir, Format.PHENOPACKET: _read_phenopacket}
