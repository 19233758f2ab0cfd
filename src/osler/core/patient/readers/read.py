"""Any input → record and problems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from osler.core.patient.problems import Problem, ReadResult
from osler.core.patient.readers.decode import clean_json, decode, has_surrogate_escape, without_surrogates
from osler.core.patient.readers.guess import (
    ACCEPTED,
    Format,
    guess_json,
    is_pdf,
    looks_like_json,
    parse_json,
    refuse_archive,
)
from osler.core.patient.readers.load import check_size, is_path, load
from osler.errors import DataError


def read_patient(source: Path | str | bytes, format: Format | str | None = None) -> ReadResult:  # noqa: A002
    """The record of one patient from a path, a text or bytes; the format is told from the content unless it is given.

    A string is a path when it is one line that names an existing file or has a patient file's suffix.
    """
    wanted = _format(format)
    if isinstance(source, str) and is_path(source):
        source = Path(source)
    data = load(source) if isinstance(source, Path) else source
    check_size(len(data))
    try:
        return _read_text(data, wanted, []) if isinstance(data, str) else _read_bytes(data, wanted)
    except RecursionError:
        raise DataError("the input is nested too deeply", mend=ACCEPTED) from None


def _format(name: Format | str | None) -> Format | None:
    if name is None:
        return None
    try:
        return Format(name)
    except ValueError:
        raise DataError("that is no patient format", mend=f"give one of {', '.join(Format)}") from None


def _read_bytes(data: bytes, wanted: Format | None) -> ReadResult:
    refuse_archive(data)
    if wanted is Format.PDF or (wanted is None and is_pdf(data)):
        from osler.core.patient.readers.pdf import pdf_text

        text, problems = without_surrogates(pdf_text(data))
        return _read_text(text, Format.NOTE, problems)
    try:
        text, problems = decode(data)
    except DataError:
        return _read_binary(data, wanted)
    return _read_text(text, wanted, problems)


def _read_binary(data: bytes, wanted: Format | None) -> ReadResult:
    from osler.core.patient.phenopacket import looks_like_phenopacket, read_phenopacket_bytes

    if wanted is Format.PHENOPACKET or (wanted is None and looks_like_phenopacket(data)):
        return read_phenopacket_bytes(data)
    raise DataError("the input is binary and of no known patient format", mend=ACCEPTED)


def _read_text(text: str, wanted: Format | None, problems: list[Problem]) -> ReadResult:
    text, replaced = without_surrogates(text)
    problems = problems + replaced
    if not text.strip():
        raise DataError("the input is empty", mend=ACCEPTED)
    if wanted is Format.PDF:
        raise DataError("the input is text, not a PDF", mend="leave the format out, or give 'note'")
    if wanted is not Format.NOTE and (wanted is not None or looks_like_json(text)):
        result = _read_json(text, wanted)
    else:
        from osler.core.patient.readers.note import read_note

        result = read_note(text)
    return ReadResult(result.record, problems + result.problems)


def _read_json(text: str, wanted: Format | None) -> ReadResult:
    document, replaced = clean_json(parse_json(text)) if has_surrogate_escape(text) else (parse_json(text), [])
    if not isinstance(document, dict | list):
        raise DataError("the JSON is no object", mend=ACCEPTED)
    kind = wanted or _guess(document)
    if isinstance(document, list) and kind is not Format.FHIR:
        raise DataError("the JSON is a list", mend="give one patient as a JSON object")
    result = _READERS[kind](document)
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


def _read_input(document: Any) -> ReadResult:
    from osler.core.patient.readers.form import read_form

    return read_form(document)


_READERS = {Format.FHIR: _read_fhir, Format.PHENOPACKET: _read_phenopacket, Format.INPUT: _read_input}
