"""Rare disease: red flags, a differential, and the next step that tells candidates apart."""

from osler.diagnosis.case import Case, CodedFinding, case_of
from osler.diagnosis.deps import Deps
from osler.diagnosis.run import diagnose, run
from osler.diagnosis.types import AgentOutput

__all__ = ["AgentOutput", "Case", "CodedFinding", "Deps", "case_of", "diagnose", "run"]
