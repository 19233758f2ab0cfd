"""One patient record for everyone, its readers, writers and checks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from osler.core.patient.input import FindingInput, PatientInput
from osler.core.patient.problems import UNUSABLE, Level, Problem, ReadResult
from osler.core.patient.readers import (
    ACCEPTED,
    MAX_INPUT_BYTES,
    Format,
    PatientSource,
    document_text,
    patients_in,
    read_patient,
    speaks_of_several,
)
from osler.core.patient.types import Document, PatientRecord, Presence, Status
from osler.core.patient.written import WriteResult

if TYPE_CHECKING:
    from collections.abc import Iterator

    from osler.core.evidence import Source
    from osler.core.language import AnalysedText, MeasuredFinding
    from osler.core.patient.extract.general_denials import GeneralDenial
    from osler.core.terminology import Vocabularies

__all__ = [
    "ACCEPTED",
    "MAX_INPUT_BYTES",
    "UNUSABLE",
    "FindingInput",
    "Format",
    "Level",
    "PatientInput",
    "PatientRecord",
    "PatientSource",
    "Presence",
    "Problem",
    "ReadResult",
    "Status",
    "WriteResult",
    "abnormal_karyotype",
    "abnormal_values",
    "check_record",
    "code_of_test",
    "document_text",
    "general_denials",
    "named_relative",
    "patients_in",
    "reactions_to_medicines",
    "read_patient",
    "reading_of",
    "speaks_of_several",
    "spread_sites",
    "summarise",
    "to_fhir",
    "to_phenopacket",
    "tumours_told",
    "without_spread_sites",
]


def abnormal_karyotype(words: str) -> str | None:
    """The karyotype that words state of the patient, where it is not the usual one."""
    from osler.core.patient.extract import gene_results

    return gene_results.abnormal_karyotype(words)


def abnormal_values(analysed: AnalysedText, sex: str | None = None) -> list[MeasuredFinding]:
    """The phenotypes that the values of a text are, each with the rule by which."""
    from osler.core.patient.extract import abnormal

    return abnormal.abnormal_values(analysed, sex)


def code_of_test(name: str) -> str | None:
    """The code of the test of one word that a criterion or a note names, in whatever order and dress."""
    from osler.core.patient.extract import serology

    return serology.code_of_test(name)


def general_denials(text: str) -> Iterator[GeneralDenial]:
    """Where a text denies a whole kind of fact of the patient: no medical problems, no medicines."""
    from osler.core.patient.extract import general_denials as denials

    return denials.general_denials(text)


def named_relative(found: re.Match[str]) -> str:
    """The relative that a word of a whole text names: the mother's brother is a maternal uncle."""
    from osler.core.patient.extract import relatives

    return relatives.named_relative(found)


def to_fhir(record: PatientRecord) -> WriteResult:
    """The record as a FHIR R4 Bundle."""
    # FHIR, protobuf and the vocabularies are heavy; whoever only holds a record does not pay for them.
    from osler.core.patient import fhir

    return fhir.to_fhir(record)


def to_phenopacket(record: PatientRecord) -> WriteResult:
    """The record as a Phenopacket v2, with the list of what that format cannot carry."""
    from osler.core.patient import phenopacket

    return phenopacket.to_phenopacket(record)


def check_record(record: PatientRecord, vocabularies: Vocabularies | None = None) -> list[Problem]:
    """Every problem of a record, gravest first, its HPO terms held against the bundled HPO if no other is given."""
    from osler.core.patient import checks

    return checks.check_record(record, vocabularies)


def reading_of(document: Document | Source, vocabularies: Vocabularies | None = None) -> AnalysedText:
    """What the words of a document say; analysed once, when the document was read or first asked about.

    The concepts are those of the vocabularies, by default of the bundled ones.
    """
    from osler.core.patient.extract import note

    return note.reading_of(document, vocabularies)


def reactions_to_medicines() -> re.Pattern[str]:
    """A pattern for what medicines do to those who do not tolerate them, as notes name it."""
    from osler.core.patient.extract import lexicon

    return lexicon.words("reactions")


def tumours_told(analysed: AnalysedText) -> Iterator[tuple[str, int, int]]:
    """The organs that a text names together with a tumour of the patient, each with its place."""
    from osler.core.patient.extract.cancer import naming

    return naming.tumours_told(analysed)


def spread_sites(words: str) -> frozenset[str]:
    """The sites of spread that words name, each by the name under which a record keeps it."""
    from osler.core.patient.extract.cancer import sites_in

    return sites_in(words)


def without_spread_sites(words: str) -> str:
    """The words without the names of sites of spread."""
    from osler.core.patient.extract.cancer import site_pattern

    return " ".join(site_pattern().sub(" ", words).split())


def summarise(record: PatientRecord) -> str:
    """The record as a page that a person can read."""
    from osler.core.patient import summary

    return summary.summarise(record)
