"""One patient record for everyone, its readers, writers and checks."""

from osler.core.patient.input import PatientInput
from osler.core.patient.problems import Level, Problem, ReadResult
from osler.core.patient.types import PatientRecord

__all__ = ["Level", "PatientInput", "PatientRecord", "Problem", "ReadResult"]
