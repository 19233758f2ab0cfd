"""The query guard: one reading statement, anchored at the patient, or a reason why not."""

from osler.core.graph.guard.check import QueryGuard, Verdict
from osler.core.graph.guard.reach import PATIENT_PARAMETER

__all__ = ["PATIENT_PARAMETER", "QueryGuard", "Verdict"]
