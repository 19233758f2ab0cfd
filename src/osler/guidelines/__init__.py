"""Questions to guidelines: plan, retrieve, reason, verify, refine once; cite or stay silent."""

from osler.guidelines.deps import Deps
from osler.guidelines.run import ask, run
from osler.guidelines.types import AgenticResult, AskOptions, PatientFacts

__all__ = ["AgenticResult", "AskOptions", "Deps", "PatientFacts", "ask", "run"]
