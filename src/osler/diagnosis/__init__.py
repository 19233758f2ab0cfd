"""Rare disease: red flags, a differential, and the next step that tells candidates apart."""

from osler.deprecated import renamed
from osler.diagnosis.case import CodedFinding, DiagnosisInput, case_of
from osler.diagnosis.changes import DiagnosisChanges, changes_between
from osler.diagnosis.deps import Deps
from osler.diagnosis.explain import disease_id_of, explain_disease
from osler.diagnosis.run import diagnose, run
from osler.diagnosis.types import ACKNOWLEDGED, AgentOutput, DiseaseCandidate

__all__ = [
    "ACKNOWLEDGED",
    "AgentOutput",
    "CodedFinding",
    "Deps",
    "DiagnosisChanges",
    "DiagnosisInput",
    "DiseaseCandidate",
    "case_of",
    "changes_between",
    "diagnose",
    "disease_id_of",
    "explain_disease",
    "run",
]

__getattr__ = renamed(__name__, {"Case": ("DiagnosisInput", DiagnosisInput)})
