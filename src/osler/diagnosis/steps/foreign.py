"""Medical words that a text uses although its source does not: the mark of an invented fact."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.terminology import SemanticType, hpo, vocabulary

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
    words, ids = _known(packet)
    foreign = []
    for match in vocabulary().find(text):
        written = text[match.start : match.end]
        if _folded(written) in words or ids.intersection(match.concept_ids):
            continue
        if _is_medical(match.concept_ids[0]):
            foreign.append(written)
    return list(dict.fromkeys(foreign))


@lru_cache(maxsize=4)
def _known(packet: str) -> tuple[str, frozenset[str]]:
    named = (match.concept_ids for match in vocabulary().find(packet))
    return _folded(packet), frozenset(concept for ids in named for concept in ids)


def _folded(text: str) -> str:
    return _SPACE.sub(" ", text.casefold())


def _is_medical(concept_id: str) -> bool:
    if concept_id.startswith("HP:"):
        return hpo().is_a(concept_id, "HP:0000118")
    concept = vocabulary().concept(concept_id)
    return concept is not None and concept.semantic_type in _MEDICAL
