"""Concepts and their names: bundled vocabularies, the text matcher, search, the HPO graph and its disease annotations."""

from osler.core.terminology.local import concept_search
from osler.core.terminology.measures import Measure, measure, measures
from osler.core.terminology.store import Vocabulary, load_vocabulary, vocabulary
from osler.core.terminology.types import Candidate, Concept, Match, MatchKind, SemanticType

__all__ = [
    "Candidate",
    "Concept",
    "Match",
    "MatchKind",
    "Measure",
    "SemanticType",
    "Vocabulary",
    "concept_search",
    "load_vocabulary",
    "measure",
    "measures",
    "vocabulary",
]
