"""A record that speaks of several patients, or in another language than the rules read, is judged for none."""

from __future__ import annotations

from osler.core.language import language_of_note
from osler.core.patient import PatientRecord, speaks_of_several
from osler.errors import DataError


def one_person(record: PatientRecord) -> None:
    """Refuse a record one of whose notes is about several patients."""
    for document in record.documents:
        if speaks_of_several(document.text):
            raise DataError(
                "the note speaks of several patients, so that whose fact is whose cannot be told",
                mend="give each patient a file, a line of NDJSON or a row of a table",
            )


def in_english(record: PatientRecord) -> None:
    """Refuse a record one of whose notes is in another language: a denial that is not understood would be a disease."""
    for document in record.documents:
        if other := language_of_note(document.text):
            raise DataError(
                f"the note is in another language than English ({other}, it seems), which the rules do not read",
                mend="give the note in English, or the patient as coded data (FHIR, Phenopacket)",
            )
