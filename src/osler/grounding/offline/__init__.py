"""The offline mind's policies: entities by dictionary and pattern, choices by score, type and context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.lazy import lazily

if TYPE_CHECKING:
    from osler.grounding.offline.choice import evaluate_offline
    from osler.grounding.offline.reading import extract_offline, find_entities

__all__ = ["evaluate_offline", "extract_offline", "find_entities"]

# The steps load the policies and the policies use parts of the steps: each name is loaded when it is first asked for.
__getattr__ = lazily(__name__, {"evaluate_offline": "choice", "extract_offline": "reading", "find_entities": "reading"})
