"""What the vocabularies know of a name: whether it is one, and of what kind."""

from __future__ import annotations

from functools import lru_cache

from osler.core.terminology import SemanticType, vocabulary


@lru_cache(maxsize=10_000)
def holds_medicine(name: str) -> bool:
    """Whether the first thing that some words name is a medicine."""
    terms = vocabulary()
    first = next(iter(sorted(terms.find(name), key=lambda match: (match.start, -match.end))), None)
    concepts = [terms.concept(id_) for id_ in first.concept_ids] if first else []
    return any(concept is not None and concept.semantic_type is SemanticType.MEDICATION for concept in concepts)


def names_condition(name: str) -> bool:
    """Whether a whole name is one of a disease or a finding."""
    return bool(kinds_of(name) & {SemanticType.CONDITION, SemanticType.PHENOTYPE})


def names_something(name: str) -> bool:
    """Whether a whole name is one that the vocabularies know."""
    return bool(kinds_of(name))


def names_measure(name: str) -> bool:
    """Whether a whole name is one of a laboratory value, and of nothing else."""
    return kinds_of(name) == {SemanticType.LAB_VALUE}


@lru_cache(maxsize=10_000)
def kinds_of(name: str) -> frozenset[SemanticType]:
    """The kinds of thing that a whole name is one of."""
    terms = vocabulary()
    whole = (match for match in terms.find(name) if (match.start, match.end) == (0, len(name)))
    return frozenset(
        concept.semantic_type for match in whole for id_ in match.concept_ids if (concept := terms.concept(id_))
    )
