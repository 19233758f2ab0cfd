"""FHIR R4 to and from the patient record."""

from osler.core.patient.fhir.read import read_fhir
from osler.core.patient.fhir.write import to_fhir

__all__ = ["read_fhir", "to_fhir"]
