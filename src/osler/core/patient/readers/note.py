"""A note in plain text or Markdown → record."""

from __future__ import annotations

import re

from osler.core.language import day_order, is_ambiguous, language_of_note
from osler.core.patient.extract.note import add_document, reading_of
from osler.core.patient.problems import Level, Problem, ReadResult
from osler.core.patient.readers.persons import first_person
from osler.core.patient.readers.quoting import own_words
from osler.core.patient.readers.signature import unsigned
from osler.core.patient.types import Document, PatientRecord
from osler.core.terminology import Vocabularies

_TITLE = re.compile(r"\s*#[ \t]+([^\n]{1,120})")


def read_note(text: str, vocabularies: Vocabularies) -> ReadResult:
    """The record that a note tells of; it has no name or number, because notes state none reliably."""
    title = _TITLE.match(text)
    record = PatientRecord(id="patient")
    return ReadResult(
        record, add_note(record, text, vocabularies, document_id="note", title=title[1].strip() if title else None)
    )


def add_note(
    record: PatientRecord, text: str, vocabularies: Vocabularies, *, document_id: str, title: str | None = None
) -> list[Problem]:
    """Add the words of a note that are its own, with what they state; and say what is doubtful of whom it speaks."""
    if other := language_of_note(text):
        record.documents.append(Document(id=document_id, text=text, title=title))
        return [_not_english(other, document_id)]
    text, problems = own_words(text, lambda words: speaks_of_patient(words, vocabularies))
    text, writers = unsigned(text)
    text, several = first_person(text)
    document = Document(id=document_id, text=text, title=title)
    problems += add_document(record, document, vocabularies)
    return [*problems, *writers, *several, *_doubtful_dates(document, vocabularies)]


def _not_english(language: str, document_id: str) -> Problem:
    return Problem(
        code="input.not_read",
        level=Level.WARNING,
        message=f"the note seems to be written in {language}, and only English is read: nothing was taken from it",
        mend="give it in English",
        path=document_id,
    )


def speaks_of_patient(text: str, vocabularies: Vocabularies) -> bool:
    """Whether words state anything of a patient: a fact, or an age."""
    record = PatientRecord(id="patient")
    add_document(record, Document(id="note", text=text), vocabularies)
    return record.demographics.age is not None or any(True for _ in record.facts())


def _doubtful_dates(document: Document, vocabularies: Vocabularies) -> list[Problem]:
    """How dates were read in which day and month could change places."""
    analysed = reading_of(document, vocabularies)
    doubtful = [time.start for time in analysed.times if time.kind == "date" and is_ambiguous(time.text)]
    order = day_order(analysed.text)
    if not doubtful or order.known_by == "dates":
        return []
    way = "day before month" if order.day_first else "month before day"
    mend = "write the month as a word, or YYYY-MM-DD"
    if analysed.about.birth is not None and analysed.about.birth.start in doubtful:
        guessed = order.known_by == "nothing"
        message = f"the date of birth could be read in two ways; it was read with the {way}"
        message += ", and nothing in the text says so" if guessed else ", as its country writes it"
        level = Level.WARNING if guessed else Level.INFO
        return [Problem(code="input.read_as", level=level, message=message, mend=mend, path=document.id)]
    if order.known_by == "country":
        return []
    told = "a date" if len(doubtful) == 1 else f"{len(doubtful)} dates"
    message = f"{told} could be read in two ways; read with the {way}, and nothing in the text says so"
    return [Problem(code="input.read_as", level=Level.INFO, message=message, mend=mend, path=document.id)]
