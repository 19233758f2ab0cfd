"""Which resource holds which part of the record, in both directions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from osler.core.patient.fhir import cancer, care, documents, family, genetics, health, measures, medication, prevention
from osler.core.patient.fhir.elements import Json
from osler.core.patient.fhir.links import Links
from osler.core.patient.types import (
    Allergy,
    Appointment,
    Biomarker,
    Cancer,
    Condition,
    Document,
    Encounter,
    FamilyHistory,
    GeneticTest,
    GenomicInterpretation,
    Immunisation,
    Medication,
    Observation,
    Organisation,
    Phenotype,
    Practitioner,
    Procedure,
    Radiotherapy,
    TherapyLine,
)
from osler.core.patient.types.base import Part

ResourceReader = Callable[[Json, Links], Sequence[Part]]
Writer = Callable[[Any, Json], Json]


def _own_or(read: ResourceReader) -> ResourceReader:
    """A reader that gives resources which our writer marked to the reader of that part; copies give nothing."""

    def read_any(resource: Json, links: Links) -> Sequence[Part]:
        kind = cancer.mark(resource)
        if kind == "copy":
            return []
        own: ResourceReader = cancer.OWN.get(kind or "", read)
        return own(resource, links)

    return read_any


def _read_observation(resource: Json, links: Links) -> Sequence[Part]:
    read: ResourceReader = genetics.read_variant if genetics.is_variant(resource) else measures.read_observation
    return read(resource, links)


READERS: dict[str, ResourceReader] = {
    "AllergyIntolerance": prevention.read_allergy,
    "Appointment": care.read_appointment,
    "Condition": _own_or(health.read_condition),
    "DiagnosticReport": genetics.read_report,
    "DocumentReference": documents.read_document,
    "Encounter": care.read_encounter,
    "FamilyMemberHistory": family.read_family,
    "ImagingStudy": health.read_imaging,
    "Immunization": prevention.read_immunisation,
    "MedicationRequest": medication.read_medication,
    "MedicationStatement": medication.read_medication,
    "Observation": _own_or(_read_observation),
    "Organization": care.read_organisation,
    "Practitioner": care.read_practitioner,
    "Procedure": _own_or(health.read_procedure),
}
"""How each type of resource is read; types that are not here are named in the list of problems."""


class Home(NamedTuple):
    """Where parts of one type live in the record, and how they are written."""

    field: str
    write: Writer


HOMES: dict[type[Part], Home] = {
    Practitioner: Home("practitioners", care.write_practitioner),
    Organisation: Home("organisations", care.write_organisation),
    Encounter: Home("encounters", care.write_encounter),
    Appointment: Home("appointments", care.write_appointment),
    Document: Home("documents", documents.write_document),
    Condition: Home("conditions", health.write_condition),
    Phenotype: Home("phenotypes", health.write_phenotype),
    Observation: Home("observations", measures.write_observation),
    Medication: Home("medications", medication.write_medication),
    Procedure: Home("procedures", health.write_procedure),
    Allergy: Home("allergies", prevention.write_allergy),
    Immunisation: Home("immunisations", prevention.write_immunisation),
    FamilyHistory: Home("family_history", family.write_family),
    GeneticTest: Home("genetic_tests", genetics.write_genetic_test),
    GenomicInterpretation: Home("genomic_interpretations", genetics.write_interpretation),
    Cancer: Home("cancers", cancer.write_cancer),
    Biomarker: Home("biomarkers", cancer.write_biomarker),
    TherapyLine: Home("therapy_lines", cancer.write_therapy_line),
    Radiotherapy: Home("radiotherapies", cancer.write_radiotherapy),
}
"""The parts of a record in the order in which they are written: who and where before what."""
