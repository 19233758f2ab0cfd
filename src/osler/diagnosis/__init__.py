"""Rare disease: red flags, a differential, and the next step that tells candidates apart."""

from osler.deprecated import renamed
from osler.diagnosis.case import CodedFinding, DiagnosisInput, case_of
from osler.diagnosis.deps import Deps
from osler.diagnosis.run import diagnose, run
from osler.diagnosis.types import AgentOutput

__all__ = ["AgentOutput", "CodedFinding", "Deps", "DiagnosisInput", "case_of", "diagnose", "run"]

__getattr__ = renamed(__name__, {"Case": ("DiagnosisInput", DiagnosisInput)})
