"""A matcher over a handful of words, for tests that need no vocabulary."""

from __future__ import annotations

import re

from osler.core.terminology.types import Match


class Words:
    """Finds the given names, whatever their case."""

    def __init__(self, concepts: dict[str, str]) -> None:
        self._concepts = concepts

    def find(self, text: str) -> list[Match]:
        return sorted(
            Match(match.start(), match.end(), (concept,))
            for name, concept in self._concepts.items()
            for match in re.finditer(re.escape(name), text, re.IGNORECASE)
        )
