"""Which concepts words name, and of what each concept is a kind, over the vocabularies that are on this machine."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.terminology import SemanticType, hpo, vocabulary

_CONDITIONS = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE})
_ICD = re.compile(r"ICD10CM:([A-Z]\d\w)(?:\.(\w+))?$")
_MOST_CHARACTERS = 4000
_PHENOTYPIC_ABNORMALITY = "HP:0000118"
_SYSTEM_LEVEL = 2
"""A concept this close to the root ("abnormality of the nervous system") is too wide to make two findings kin."""


@lru_cache(maxsize=20_000)
def concepts_in(text: str) -> tuple[str, ...]:
    """Every concept that a text names, in order of appearance, each once."""
    found = vocabulary().find(text[:_MOST_CHARACTERS])
    return tuple(dict.fromkeys(concept for match in found for concept in match.concept_ids))


@lru_cache(maxsize=20_000)
def conditions_in(text: str) -> tuple[str, ...]:
    """The diseases and findings that a text names."""
    return tuple(concept for concept in concepts_in(text) if _type_of(concept) in _CONDITIONS)


@lru_cache(maxsize=20_000)
def drugs_in(text: str) -> tuple[str, ...]:
    """The medicines and classes of medicines that a text names."""
    return tuple(concept for concept in concepts_in(text) if _type_of(concept) is SemanticType.MEDICATION)


@lru_cache(maxsize=50_000)
def lineage(concept_id: str) -> frozenset[str]:
    """A concept and everything that it is a kind of, without the widest headings."""
    found = {concept_id}
    if concept_id.startswith("HP:"):
        found |= _hpo_lineage(concept_id)
    elif icd := _ICD.match(concept_id):
        category, detail = icd[1], icd[2] or ""
        found.add(f"ICD10CM:{category}")
        found |= {f"ICD10CM:{category}.{detail[:length]}" for length in range(1, len(detail))}
    return frozenset(found)


def is_kind_of(concept_id: str, other: str) -> bool:
    """Whether a concept is the other or a kind of it."""
    return other in lineage(concept_id)


def akin(one: str, other: str) -> bool:
    """Whether one concept is, contains or is contained in the other."""
    return is_kind_of(one, other) or is_kind_of(other, one)


def _hpo_lineage(concept_id: str) -> set[str]:
    graph = hpo()
    try:
        above = set(graph.ancestors(concept_id))
    except KeyError:
        return set()
    wide = _wide()
    return {term for term in above if term not in wide and graph.is_a(term, _PHENOTYPIC_ABNORMALITY)}


@lru_cache(maxsize=1)
def _wide() -> frozenset[str]:
    graph = hpo()
    level, wide = [_PHENOTYPIC_ABNORMALITY], {_PHENOTYPIC_ABNORMALITY}
    for _ in range(_SYSTEM_LEVEL):
        level = [child for term in level for child in graph.children(term)]
        wide |= set(level)
    return frozenset(wide)


def _type_of(concept_id: str) -> SemanticType | None:
    concept = vocabulary().concept(concept_id)
    return concept.semantic_type if concept else None
