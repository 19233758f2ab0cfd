"""Medical words that a text uses although its source does not: the mark of an invented fact."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.terminology import SemanticType, hpo, vocabulary
from osler.core.terminology.ontology.graph import PHENOTYPIC_ABNORMALITY

_MEDICAL = frozenset(
    {
        SemanticType.CONDITION,
        SemanticType.PHENOTYPE,
        SemanticType.PROCEDURE,
        SemanticType.MEDICATION,
        SemanticType.LAB_VALUE,
        SemanticType.BIOMARKER,
    }
)
_SPACE = re.compile(r"[\s\-–—]+")


def foreign_terms(text: str, packet: str) -> list[str]:
    """The diseases, phenotypes, tests and drugs that a text names and the packet does not, as written.

    A term counts as known if its words stand in the packet, or if the packet names the same concept in other words.
    """
    words = _words(packet)
    foreign = []
    for match in vocabulary().find(text):
        written = text[match.start : match.end]
        if _folded(written) in words or not _is_medical(match.concept_ids[0]):
            continue
        if not _concepts(packet).intersection(match.concept_ids):
            foreign.append(written)
    return list(dict.fromkeys(foreign))


@lru_cache(maxsize=4)
def _words(packet: str) -> str:
    return _folded(packet)


@lru_cache(maxsize=4)
def _concepts(packet: str) -> frozenset[str]:
    return frozenset(concept for match in vocabulary().find(packet) for concept in match.concept_ids)


def _folded(text: str) -> str:
    return _SPACE.sub(" ", text.casefold())


def _is_medical(concept_id: str) -> bool:
    if concept_id.startswith("HP:"):
        return hpo().is_a(concept_id, PHENOTYPIC_ABNORMALITY)
    concept = vocabulary().concept(concept_id)
    return concept is not None and concept.semantic_type in _MEDICAL
