"""Questions to guidelines: plan, retrieve, reason, verify, refine once; cite or stay silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.lazy import lazily

if TYPE_CHECKING:
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

# A capability's settings are read by every run; its door loads the rest when it is asked for.
__getattr__ = lazily(
    __name__,
    {
        "DEMO_LIBRARY": "demo_library",
        "AgenticResult": "types",
        "AskOptions": "types",
        "DebugInfo": "types",
        "Deps": "deps",
        "PatientFacts": "types",
        "add_demo_guidelines": "demo_library",
        "ask": "run",
        "changes_between": "changes",
        "run": "run",
    },
)
