"""A note → a document with sections, and the facts that it states."""

from __future__ import annotations

from osler.core.language import analyse
from osler.core.patient.extract.allergies import add_allergies
from osler.core.patient.extract.findings import add_findings
from osler.core.patient.extract.genetic_tests import add_genetic_tests
from osler.core.patient.extract.measures import add_observations
from osler.core.patient.extract.medications import add_medications
from osler.core.patient.extract.person import add_person
from osler.core.patient.extract.sections import sections_of
from osler.core.patient.types import Document, PatientRecord


def add_document(record: PatientRecord, document: Document) -> None:
    """Add a note to the record, with its sections and every fact that it states and where it states it."""
    document.sections = sections_of(document.text)
    record.documents.append(document)
    analysed = analyse(document.text, source_id=document.id)
    for add in (add_person, add_findings, add_medications, add_observations, add_genetic_tests, add_allergies):
        add(record, analysed)
