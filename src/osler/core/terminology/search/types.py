"""What the parts of a search pass to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from osler.core.terminology.search.match import MatchGround
from osler.core.terminology.types import Candidate, Concept, MatchKind, SemanticType

KIND_OF_GROUND: dict[MatchGround, MatchKind] = {
    "exact": "exact",
    "synonym": "synonym",
    "abbreviation": "abbreviation",
    "stemmed": "stemmed",
    "paraphrase": "fuzzy",
    "misspelt": "fuzzy",
    "overlap": "fuzzy",
    "semantic": "semantic",
    "code": "code",
}


@dataclass(frozen=True)
class Query:
    """What is asked of the searchers."""

    term: str
    semantic_types: frozenset[SemanticType] | None = None
    vocabularies: frozenset[str] | None = None
    withheld: tuple[str, str] | None = None
    """A (concept id, name) that is treated as if the index did not have it; how searches are measured."""
    limit: int = 12
    """How many concepts of one index are looked at; more than are answered, because some are the same thing."""
    near: bool = True
    """Whether names that are only like the term are looked for, which takes longest."""

    def accepts(self, semantic_type: SemanticType, vocabulary: str) -> bool:
        """Whether a concept of this kind and vocabulary is asked for."""
        return (self.semantic_types is None or semantic_type in self.semantic_types) and (
            self.vocabularies is None or vocabulary in self.vocabularies
        )

    @staticmethod
    def enough_for(max_results: int) -> int:
        """A limit that leaves `max_results` answers when the same things are joined."""
        return max(12, 2 * max_results)


class SearchHit(NamedTuple):
    """A concept, why it was found, and how well."""

    concept: Concept
    matched_name: str
    ground: MatchGround
    score: float


class Overrides(Protocol):
    """What local experts decided: asked before any index."""

    def corrected(self, term: str) -> Candidate | None:
        """The answer that an expert gave for this term."""
