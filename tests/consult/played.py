"""A scripted model that is every agent of a consultation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.core.agents.scripted import Move, Script

NOTHING: dict[str, dict[str, Any]] = {
    "You extract measurements": {"measurements": []},
    "You extract the context of care": {"medications": []},
    "You extract findings": {"conditions": []},
    "You look after entries": {"action": "none"},
}


def playing(**parts: Callable[[str], Move]) -> Script:
    """A model that is every agent: it knows by its instruction which one it is asked to be."""
    names = {
        "triage": "You route one message",
        "consultant": "You answer a question about this patient",
        "lite": "You answer a general question",
        "cypher": "You answer one question about one patient",
    }

    def move(told: str) -> Move:
        for part, opening in names.items():
            if opening in told and part in parts:
                return parts[part](told)
        found = next((answer for opening, answer in NOTHING.items() if opening in told), {})
        return [("final_result", found)]

    return Script(move)


def routed(route: str) -> Callable[[str], Move]:
    """A triage that always sends the same way."""
    return lambda told: [("final_result", {"route": route})]
