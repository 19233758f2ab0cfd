"""What a criterion's entity is before it is searched for, and what type the vocabularies give a name."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from osler.core.terminology import SemanticType, Vocabularies


class Found(NamedTuple):
    """An entity of a text, and the term it is searched under."""

    start: int
    end: int
    type: SemanticType
    term: str


@lru_cache(maxsize=100_000)
def concept_type(concept_id: str, vocabularies: Vocabularies) -> SemanticType | None:
    """The type of a concept of the bundled vocabularies."""
    concept = vocabularies.concept(concept_id)
    return concept.semantic_type if concept else None


@lru_cache(maxsize=100_000)
def match_type(concept_ids: tuple[str, ...], vocabularies: Vocabularies) -> SemanticType | None:
    """The type that a name has in a criterion, where a phenotype is a condition."""
    for concept_id in concept_ids:
        kind = concept_type(concept_id, vocabularies)
        if kind is SemanticType.PHENOTYPE:
            return SemanticType.CONDITION
        if kind is not None:
            return kind
    return None
