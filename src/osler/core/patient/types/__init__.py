"""The types of a patient record: facts, their time and status, and the record that holds them."""

from osler.core.patient.types.cancer import Biomarker, Cancer, Metastasis, Radiotherapy, Stage, TherapyLine
from osler.core.patient.types.care import Appointment, Encounter, Organisation, Practitioner
from osler.core.patient.types.coding import Coding
from osler.core.patient.types.demographics import Address, ContactPoint, Demographics, HumanName, Identifier, Relation
from osler.core.patient.types.document import Document, Section
from osler.core.patient.types.facts import (
    Allergy,
    Condition,
    Denial,
    Fact,
    FamilyHistory,
    Immunisation,
    Phenotype,
    Procedure,
    Reaction,
)
from osler.core.patient.types.genetics import Expression, Gene, GeneticTest, GenomicInterpretation, Variant, VcfRecord
from osler.core.patient.types.identifying import KnownIdentifier
from osler.core.patient.types.measures import Component, Observation, Quantity, ReferenceRange
from osler.core.patient.types.medication import Medication, Regimen, Schedule
from osler.core.patient.types.record import FACT_LISTS, PatientRecord, names_of
from osler.core.patient.types.status import Presence, Progression, Sex, Status
from osler.core.patient.types.time import (
    DAYS_PER_YEAR,
    ClinicalTime,
    Duration,
    PartialDate,
    TimePoint,
    duration_days,
    duration_years,
    earliest_day,
    latest_day,
)

__all__ = [
    "DAYS_PER_YEAR",
    "FACT_LISTS",
    "Address",
    "Allergy",
    "Appointment",
    "Biomarker",
    "Cancer",
    "ClinicalTime",
    "Coding",
    "Component",
    "Condition",
    "ContactPoint",
    "Demographics",
    "Denial",
    "Document",
    "Duration",
    "Encounter",
    "Expression",
    "Fact",
    "FamilyHistory",
    "Gene",
    "GeneticTest",
    "GenomicInterpretation",
    "HumanName",
    "Identifier",
    "Immunisation",
    "KnownIdentifier",
    "Medication",
    "Metastasis",
    "Observation",
    "Organisation",
    "PartialDate",
    "PatientRecord",
    "Phenotype",
    "Practitioner",
    "Presence",
    "Procedure",
    "Progression",
    "Quantity",
    "Radiotherapy",
    "Reaction",
    "ReferenceRange",
    "Regimen",
    "Relation",
    "Schedule",
    "Section",
    "Sex",
    "Stage",
    "Status",
    "TherapyLine",
    "TimePoint",
    "Variant",
    "VcfRecord",
    "duration_days",
    "duration_years",
    "earliest_day",
    "latest_day",
    "names_of",
]
