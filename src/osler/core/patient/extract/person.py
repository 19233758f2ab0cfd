"""Age, sex, birth date and date of a note."""

from __future__ import annotations

from osler.core.language import AnalysedText
from osler.core.patient.extract.times import duration_of_years, iso_date
from osler.core.patient.types import PatientRecord, Sex


def add_person(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add what the note says of the patient where the record does not know it yet, and when the note was written."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    about, person = analysed.about, record.demographics
    if about.written is not None and document.written is None:
        document.written = iso_date(about.written.value)
        record.as_of = record.as_of or document.written
    if document.author_kind is None:
        document.author_kind = about.author_kind
    if about.birth is not None and person.birth_date is None and person.age is None:
        person.birth_date = iso_date(about.birth.value)
        person.evidence.append(document.span(about.birth.start, about.birth.end))
    needs_age = person.birth_date is None or record.as_of is None
    if about.age_years is not None and person.age is None and needs_age:
        person.age = duration_of_years(about.age_years.value)
        person.evidence.append(document.span(about.age_years.start, about.age_years.end))
    if about.sex is not None and person.sex is None:
        person.sex = Sex(about.sex.value)
        person.evidence.append(document.span(about.sex.start, about.sex.end))
