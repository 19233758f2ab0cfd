"""The offline mind's policies: entities by dictionary and pattern, choices by score, type and context."""

from osler.grounding.offline.choice import evaluate_offline
from osler.grounding.offline.reading import extract_offline, find_entities

__all__ = ["evaluate_offline", "extract_offline", "find_entities"]
