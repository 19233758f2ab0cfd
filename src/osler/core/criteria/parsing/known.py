"""What the vocabularies know of a name: whether it is one, and of what kind."""

from __future__ import annotations

from functools import lru_cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.terminology import SemanticType, Vocabularies, singular

_INITIALS = 5
_DISEASES = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE})
_NAMES = 50_000
"""Names that are remembered: the same few thousand are asked for in every protocol."""


@lru_cache(maxsize=_NAMES)
def holds_medicine(name: str, vocabularies: Vocabularies) -> bool:
    """Whether the first thing that some words name is a medicine."""
    first = next(iter(sorted(vocabularies.find(name), key=lambda match: (match.start, -match.end))), None)
    concepts = [vocabularies.concept(id_) for id_ in first.concept_ids] if first else []
    return any(concept is not None and concept.semantic_type is SemanticType.MEDICATION for concept in concepts)


@lru_cache(maxsize=_NAMES)
def holds_name(words: str, vocabularies: Vocabularies) -> bool:
    """Whether the vocabularies know a name among some words."""
    return bool(vocabularies.find(words))


@lru_cache(maxsize=_NAMES)
def is_kind_of(name: str, general: str, vocabularies: Vocabularies) -> bool:
    """Whether a name is one of a kind of what some words name."""
    wider = {id_ for match in vocabularies.find(general) for id_ in match.concept_ids}
    whole = [match for match in vocabularies.find(name) if (match.start, match.end) == (0, len(name))]
    own = {id_ for match in whole for id_ in match.concept_ids}
    return any(vocabularies.hierarchy.is_a(one, other) for one in own for other in wider)


def names_condition(name: str, vocabularies: Vocabularies) -> bool:
    """Whether a whole name is one of a disease or a finding."""
    return bool(kinds_of(name, vocabularies) & {SemanticType.CONDITION, SemanticType.PHENOTYPE})


def names_condition_by_initials(name: str, vocabularies: Vocabularies) -> bool:
    """Whether a name in small letters is one of a disease, or the initials of one: "copd"."""
    short = " " not in name and len(name) <= _INITIALS
    return names_condition(name, vocabularies) or (short and names_condition(name.upper(), vocabularies))


def names_something(name: str, vocabularies: Vocabularies) -> bool:
    """Whether a whole name is one that the vocabularies know."""
    return bool(kinds_of(name, vocabularies))


def names_measure(name: str, vocabularies: Vocabularies) -> bool:
    """Whether a whole name is one of a laboratory value, and of nothing else."""
    return kinds_of(name, vocabularies) == {SemanticType.LAB_VALUE}


@lru_cache(maxsize=_NAMES)
def ends_in_disease(words: str, vocabularies: Vocabularies) -> bool:
    """Whether the noun that some words end in is a disease by itself or with those before it; "abnormality" is none."""
    general = len(words.split()[-1]) if singular(words.split()[-1].lower()) in cues().general_nouns else 0
    found = vocabularies.find(words)
    ends = [match for match in found if match.end == len(words) and match.end - match.start > general]
    concepts = [vocabularies.concept(id_) for match in ends for id_ in match.concept_ids]
    return any(concept is not None and concept.semantic_type in _DISEASES for concept in concepts)


@lru_cache(maxsize=_NAMES)
def kinds_of(name: str, vocabularies: Vocabularies) -> frozenset[SemanticType]:
    """The kinds of thing that a whole name is one of."""
    if not vocabularies.may_name(name):
        return frozenset()
    whole = (match for match in vocabularies.find(name) if (match.start, match.end) == (0, len(name)))
    return frozenset(
        concept.semantic_type for match in whole for id_ in match.concept_ids if (concept := vocabularies.concept(id_))
    )
