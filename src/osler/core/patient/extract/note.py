"""A note → a document with sections, and the facts that it states."""

from __future__ import annotations

from osler.core.evidence import Source
from osler.core.language import AnalysedText, analyse, without_orders
from osler.core.patient.extract.abnormal import add_abnormal_values
from osler.core.patient.extract.allergies import add_allergies
from osler.core.patient.extract.cancer import add_cancer
from osler.core.patient.extract.cultures import add_cultures
from osler.core.patient.extract.denials import add_denials
from osler.core.patient.extract.doubtful import doubtful_reading
from osler.core.patient.extract.findings import add_findings
from osler.core.patient.extract.genetic_tests import add_genetic_tests
from osler.core.patient.extract.joined_relatives import add_joined_relatives
from osler.core.patient.extract.measures import add_observations
from osler.core.patient.extract.medications import add_medications
from osler.core.patient.extract.normal_results import add_normal_results
from osler.core.patient.extract.obstetric import add_pregnancy
from osler.core.patient.extract.person import add_person
from osler.core.patient.extract.prose import add_told_findings
from osler.core.patient.extract.removed import end_removed
from osler.core.patient.extract.sections import as_sections, crowded_sections, sections_of
from osler.core.patient.extract.serology import add_serology
from osler.core.patient.extract.sizes import add_sizes
from osler.core.patient.extract.smoking import add_smoking
from osler.core.patient.extract.unlike_relatives import add_unlike_relatives
from osler.core.patient.extract.unlisted_results import add_unlisted_results
from osler.core.patient.extract.worded_results import add_worded_results
from osler.core.patient.problems import Level, Problem
from osler.core.patient.types import Document, PatientRecord
from osler.core.patient.types.document import READING
from osler.core.terminology import Vocabularies, bundled_vocabularies

MOST_CHARACTERS = 500_000
"""How much of one document is searched for facts: some hundred pages, a few seconds."""


def add_document(record: PatientRecord, document: Document, vocabularies: Vocabularies) -> list[Problem]:
    """Add a note to the record, with its sections and every fact that it states and where it states it."""
    analysed = reading_of(document, vocabularies)
    searched = analysed.text
    document.sections = sections_of(document.text) if searched != document.text else as_sections(analysed.sections)
    record.documents.append(document)
    for add in (
        add_person,
        add_findings,
        add_joined_relatives,
        add_unlike_relatives,
        end_removed,
        add_medications,
        add_observations,
        add_abnormal_values,
        add_genetic_tests,
        add_allergies,
        add_denials,
        add_cancer,
        add_smoking,
        add_serology,
        add_worded_results,
        add_normal_results,
        add_cultures,
        add_sizes,
        add_unlisted_results,
        add_told_findings,
        add_pregnancy,
    ):
        add(record, analysed)
    problems = [*crowded_sections(analysed), *_impossible(analysed), *doubtful_reading(record, analysed)]
    if without_orders(document.text) != document.text:
        problems.append(_ordering(document.id))
    if len(document.text) > MOST_CHARACTERS:
        problems.append(_cut(len(searched), len(document.text), document.id))
    return problems


def reading_of(document: Document | Source, vocabularies: Vocabularies | None = None) -> AnalysedText:
    """What the words of a document say, worked out once: whoever reads it again in the same vocabularies gets the same."""
    vocabularies = vocabularies or bundled_vocabularies()
    known, text = document.__dict__.get(READING), without_orders(document.text or "")
    if isinstance(known, AnalysedText) and known.vocabularies is vocabularies and text.startswith(known.text):
        return known
    # Beside the fields, as a cached property would be: it is no part of the document, is not compared and not written.
    document.__dict__[READING] = analysed = analyse(_first_lines(text), vocabularies, source_id=document.id)
    return analysed


def read_part(document: Document, part: str, vocabularies: Vocabularies) -> None:
    """Let only the beginning of a document be read for facts."""
    document.__dict__[READING] = analyse(_first_lines(without_orders(part)), vocabularies, source_id=document.id)


def _first_lines(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    end = text.rfind("\n", 0, MOST_CHARACTERS) + 1
    return text[: end or MOST_CHARACTERS]


def _impossible(analysed: AnalysedText) -> list[Problem]:
    """The values that nobody can have: each is left out, and named."""
    return [
        Problem(
            code="input.contradictory",
            level=Level.WARNING,
            message=f"a value cannot be that of anyone: {' '.join(one.text.split())}",
            mend="look at the source, and correct the number or its unit",
            path=analysed.source_id,
        )
        for one in analysed.impossible_values
    ]


def _ordering(path: str) -> Problem:
    return Problem(
        code="input.not_read",
        level=Level.WARNING,
        message="the note gives orders to a language model; they are not read as anything about the patient",
        mend="look at the note, and take out what is not about the patient",
        path=path,
    )


def _cut(searched: int, total: int, path: str) -> Problem:
    return Problem(
        code="input.not_read",
        level=Level.WARNING,
        message=f"only the first {searched:,} of {total:,} characters were searched for facts; the text itself is whole",
        mend="give the notes one at a time",
        path=path,
    )
