"""A note in plain text or Markdown → record."""

from __future__ import annotations

import re

from osler.core.patient.extract.note import add_document
from osler.core.patient.problems import ReadResult
from osler.core.patient.types import Document, PatientRecord
from osler.core.terminology import Vocabularies

_TITLE = re.compile(r"\s*#[ \t]+([^\n]{1,120})")


def read_note(text: str, vocabularies: Vocabularies) -> ReadResult:
    """The record that a note tells of; it has no name or number, because notes state none reliably."""
    title = _TITLE.match(text)
    record = PatientRecord(id="patient")
    document = Document(id="note", text=text, title=title[1].strip() if title else None)
    return ReadResult(record, add_document(record, document, vocabularies))
