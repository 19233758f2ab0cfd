"""Results in other forms: CSV for review, FHIR R4 for exchange."""

from osler.grounding.export.fhir import to_fhir
from osler.grounding.export.table import safe_cell, to_csv

__all__ = ["safe_cell", "to_csv", "to_fhir"]
