"""A document of any kind → its text: what everyone uses who reads notes, protocols or criteria."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from osler.core.files import PdfLimits, decode, pdf_content, without_surrogates
from osler.core.patient.problems import Problem
from osler.core.patient.readers.guess import Format, is_pdf, refuse_archive
from osler.core.patient.readers.load import load
from osler.core.patient.readers.message import email_text, looks_like_email
from osler.core.patient.readers.office import office_kind, refuse_old_office
from osler.core.patient.readers.quoting import own_words
from osler.core.patient.readers.rich_text import is_rtf, rtf_text
from osler.core.patient.readers.word import docx_text
from osler.errors import DataError

if TYPE_CHECKING:
    from osler.core.terminology import Vocabularies

DOCUMENTS = (Format.PDF, Format.DOCX, Format.RTF, Format.EMAIL)
"""The formats whose text has to be taken out of something."""


def document_text(source: Path | bytes, vocabularies: Vocabularies | None = None) -> tuple[str, list[Problem]]:
    """The text of a note, PDF, Word or rich-text document or e-mail; a table is refused, for it is no text.

    Of mail that quotes or forwards, the part is taken that speaks of a patient, as the vocabularies know it.
    """
    from osler.core.patient.readers.table import looks_like_table

    data = load(source) if isinstance(source, Path) else source
    suffix = source.suffix.lower() if isinstance(source, Path) else ""
    kind = document_kind(data, suffix)
    if kind is not None:
        text, problems = taken_out(data, kind, vocabularies)
    else:
        refuse_archive(data)
        text, problems = decode(data)
        if suffix in TABLE_SUFFIXES or looks_like_table(text):
            raise DataError("a table is not read as one text", mend="give it as a file of patients, one a row")
    own, quoted = own_words(text, speaks_to(vocabularies))
    return own, problems + quoted


_ONE_PATIENT = PdfLimits(pages=2000, characters=20_000_000, mend="give the pages of one patient's notes")
TABLE_SUFFIXES = {".csv": Format.CSV, ".tsv": Format.CSV, ".tab": Format.CSV, ".xlsx": Format.XLSX}


_PACKED = {".docx": "a Word document", ".pdf": "a PDF", ".xlsx": "a spreadsheet"}
"""The files that are never plain text, whatever a program made of them."""


def document_kind(data: bytes, suffix: str = "") -> Format | None:
    """The format of a document, unless it is plain text; of an .xlsx file, that it is one.

    A file whose name says that it is packed, and that is not, is damaged.
    """
    refuse_old_office(data)
    kind = _kind_of(data)
    if kind is None and suffix in _PACKED and data.strip():
        raise DataError(
            f"the file is named as {_PACKED[suffix]}, and is damaged or none",
            mend="save it again from its program, or name it by what it holds",
        )
    return kind


def _kind_of(data: bytes) -> Format | None:
    if is_pdf(data):
        return Format.PDF
    if kind := office_kind(data):
        return Format(kind)
    if is_rtf(data):
        return Format.RTF
    return Format.EMAIL if looks_like_email(data) else None


def speaks_to(vocabularies: Vocabularies | None) -> Callable[[str], bool]:
    """Whether words speak of a patient, as the vocabularies know it; the bundled ones if none are given."""

    def says(words: str) -> bool:
        from osler.core.patient.readers.note import speaks_of_patient
        from osler.core.terminology import bundled_vocabularies

        return speaks_of_patient(words, vocabularies or bundled_vocabularies())

    return says


def taken_out(data: bytes, kind: Format, vocabularies: Vocabularies | None = None) -> tuple[str, list[Problem]]:
    """The text that a document of a known kind holds."""
    problems: list[Problem] = []
    if kind is Format.PDF:
        text = pdf_content(data, _ONE_PATIENT).text
    elif kind is Format.DOCX:
        text, problems = docx_text(data)
    elif kind is Format.RTF:
        text, problems = rtf_text(data)
    elif kind is Format.EMAIL:
        text, problems = email_text(data, speaks_to(vocabularies))
    else:
        raise DataError("a table is not read as one text", mend="give it as a file of patients, one a row")
    text, replaced = without_surrogates(text)
    return text, problems + replaced
