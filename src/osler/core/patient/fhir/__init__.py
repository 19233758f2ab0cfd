"""FHIR R4 to and from the patient record."""

from osler.core.patient.fhir.read import read_fhir
from osler.core.patient.fhir.systems import coding_to_fhir
from osler.core.patient.fhir.write import to_fhir

__all__ = ["coding_to_fhir", "read_fhir", "to_fhir"]
