"""Questions to guidelines: plan, retrieve, reason, verify, refine once; cite or stay silent."""

from osler.guidelines.changes import changes_between
from osler.guidelines.demo_library import DEMO_LIBRARY, add_demo_guidelines
from osler.guidelines.deps import Deps
from osler.guidelines.run import ask, run
from osler.guidelines.types import AgenticResult, AskOptions, DebugInfo, PatientFacts

__all__ = [
    "DEMO_LIBRARY",
    "AgenticResult",
    "AskOptions",
    "DebugInfo",
    "Deps",
    "PatientFacts",
    "add_demo_guidelines",
    "ask",
    "changes_between",
    "run",
]
