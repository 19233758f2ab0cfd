"""What a user states of the patient, extracted: measurements, care, intakes, findings; deterministic."""

from __future__ import annotations

import datetime as dt

from osler.consult.extraction.context import encounters, operations, organizations, practitioners
from osler.consult.extraction.findings import allergies, findings
from osler.consult.extraction.intakes import intakes
from osler.consult.extraction.measurements import measurements
from osler.consult.extraction.support import unsupported
from osler.consult.extraction.types import (
    KINDS,
    AllergyEntry,
    ConditionEntry,
    DataExtraction,
    EncounterEntry,
    Extraction,
    MeasurementEntry,
    MedicalContextExtraction,
    MedicalMeasurementsExtraction,
    MedicationEntry,
    OperationEntry,
    OrganizationEntry,
    PractitionerEntry,
    SupplementEntry,
    SymptomEntry,
)

__all__ = [
    "KINDS",
    "AllergyEntry",
    "ConditionEntry",
    "DataExtraction",
    "EncounterEntry",
    "Extraction",
    "MeasurementEntry",
    "MedicalContextExtraction",
    "MedicalMeasurementsExtraction",
    "MedicationEntry",
    "OperationEntry",
    "OrganizationEntry",
    "PractitionerEntry",
    "SupplementEntry",
    "SymptomEntry",
    "extract_context",
    "extract_findings",
    "extract_measurements",
    "unsupported",
]


def extract_measurements(message: str, now: dt.datetime) -> MedicalMeasurementsExtraction:
    """What MedicalMeasurements reads."""
    return measurements(message, now)


def extract_context(message: str, now: dt.datetime) -> MedicalContextExtraction:
    """What MedicalContext reads."""
    medicines, _ = intakes(message, now)
    return MedicalContextExtraction(
        practitioners=practitioners(message),
        organizations=organizations(message),
        encounters=encounters(message, now),
        medications=medicines,
        operations=operations(message, now),
    )


def extract_findings(message: str, now: dt.datetime) -> DataExtraction:
    """What DataExtractor reads."""
    _, supplements = intakes(message, now)
    conditions, symptoms = findings(message, now)
    return DataExtraction(
        conditions=conditions, symptoms=symptoms, allergies=allergies(message), supplements=supplements
    )
