"""Diseases called by a name alone: "Crohn's", "Hashimoto's", "Parkinson's"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from osler.core.terminology import Match, SemanticType, Vocabularies

_NAME = re.compile(r"(?<![\w-])(?P<name>[A-Z][a-zö]{3,14})(?:['’]s|s['’])(?![\w'’])")
_NOUN_FOLLOWS = re.compile(
    r"\s(?!and\b|or\b|with\b|in\b|on\b|for\b|at\b|is\b|was\b|since\b|who\b|dx\b|diagnosed\b|treated\b)[a-z]"
)
_NOUNS = ("disease", "syndrome", "thyroiditis", "lymphoma", "phenomenon", "esophagus")


def eponyms(text: str, vocabularies: Vocabularies) -> Iterator[Match]:
    """Every disease that is named by its eponym alone, where a vocabulary has one disease of that name."""
    if "'" not in text and "’" not in text:
        return
    for match in _NAME.finditer(text):
        if _NOUN_FOLLOWS.match(text, match.end()) is None:
            ids = _disease(match["name"], vocabularies)
            if ids:
                yield Match(match.start(), match.end(), ids)


@lru_cache(maxsize=1024)
def _disease(name: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    for noun in _NOUNS:
        written = f"{name} {noun}"
        for match in vocabularies.find(written):
            concept = vocabularies.concept(match.concept_ids[0])
            is_disease = concept and concept.semantic_type in (SemanticType.CONDITION, SemanticType.PHENOTYPE)
            if is_disease and match.start == 0 and match.end == len(written):
                return match.concept_ids
    return ()
