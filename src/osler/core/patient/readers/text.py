"""A document of any kind → its text: what everyone uses who reads notes, protocols or criteria."""

from __future__ import annotations

from pathlib import Path

from osler.core.files import PdfLimits, decode, pdf_content, without_surrogates
from osler.core.patient.problems import Problem
from osler.core.patient.readers.guess import Format, is_pdf, refuse_archive
from osler.core.patient.readers.load import load
from osler.core.patient.readers.message import email_text, looks_like_email
from osler.core.patient.readers.office import docx_text, is_rtf, office_kind, refuse_old_office, rtf_text
from osler.errors import DataError

DOCUMENTS = (Format.PDF, Format.DOCX, Format.RTF, Format.EMAIL)
"""The formats whose text has to be taken out of something."""


def document_text(source: Path | bytes) -> tuple[str, list[Problem]]:
    """The text of a note, PDF, Word or rich-text document or e-mail; a table is refused, for it is no text."""
    from osler.core.patient.readers.table import looks_like_table

    data = load(source) if isinstance(source, Path) else source
    kind = document_kind(data)
    if kind is not None:
        return taken_out(data, kind)
    refuse_archive(data)
    text, problems = decode(data)
    suffix = source.suffix.lower() if isinstance(source, Path) else ""
    if suffix in TABLE_SUFFIXES or looks_like_table(text):
        raise DataError("a table is not read as one text", mend="give it as a file of patients, one a row")
    return text, problems


_ONE_PATIENT = PdfLimits(pages=2000, characters=20_000_000, mend="give the pages of one patient's notes")
TABLE_SUFFIXES = {".csv": Format.CSV, ".tsv": Format.CSV, ".tab": Format.CSV, ".xlsx": Format.XLSX}


def document_kind(data: bytes) -> Format | None:
    """The format of a document, unless it is plain text; of an .xlsx file, that it is one."""
    refuse_old_office(data)
    if is_pdf(data):
        return Format.PDF
    if kind := office_kind(data):
        return Format(kind)
    if is_rtf(data):
        return Format.RTF
    return Format.EMAIL if looks_like_email(data) else None


def taken_out(data: bytes, kind: Format) -> tuple[str, list[Problem]]:
    """The text that a document of a known kind holds."""
    problems: list[Problem] = []
    if kind is Format.PDF:
        text = pdf_content(data, _ONE_PATIENT).text
    elif kind is Format.DOCX:
        text = docx_text(data)
    elif kind is Format.RTF:
        text = rtf_text(data)
    elif kind is Format.EMAIL:
        text, problems = email_text(data)
    else:
        raise DataError("a table is not read as one text", mend="give it as a file of patients, one a row")
    text, replaced = without_surrogates(text)
    return text, problems + replaced
