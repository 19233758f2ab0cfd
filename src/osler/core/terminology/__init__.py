"""Concepts and their names: bundled vocabularies, the text matcher, search, the HPO graph and its disease annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.core.terminology.compiling import Arrays, build_listeners, compiled
from osler.core.terminology.diseases.annotations import Annotation, Disease, DiseaseAnnotations, disease_annotations
from osler.core.terminology.drug_classes import DrugClass, drug_classes
from osler.core.terminology.hierarchy import ConceptHierarchy, Hierarchy, hierarchy, local_hierarchy
from osler.core.terminology.measures import Measure, fold_unit, measure, measures, measures_by_loinc, measures_of
from osler.core.terminology.medicine_purposes import (
    medicines_called,
    medicines_in_use,
    medicines_of_class,
    medicines_taken_for,
)
from osler.core.terminology.names.variants import clinical_names
from osler.core.terminology.ontology.graph import HpoGraph, hpo
from osler.core.terminology.search.normal import singular, spelling
from osler.core.terminology.search.types import Overrides
from osler.core.terminology.sources.embedding import DIMENSIONS, Embedder, can_embed, embedder
from osler.core.terminology.sources.local import concept_search
from osler.core.terminology.sources.port import Terminology, TerminologySource, terminology
from osler.core.terminology.store import Vocabulary, load_vocabulary, vocabulary
from osler.core.terminology.types import Candidate, Concept, Match, MatchKind, SemanticType
from osler.core.terminology.vocabularies import Vocabularies, bundled_vocabularies, toy_vocabularies
from osler.core.terminology.word_parts import in_plain_words, plain_meanings
from osler.lazy import lazily

if TYPE_CHECKING:
    from osler.core.terminology.mcp import terminology_server

__all__ = [
    "DIMENSIONS",
    "Annotation",
    "Arrays",
    "Candidate",
    "Concept",
    "ConceptHierarchy",
    "Disease",
    "DiseaseAnnotations",
    "DrugClass",
    "Embedder",
    "Hierarchy",
    "HpoGraph",
    "Match",
    "MatchKind",
    "Measure",
    "Overrides",
    "SemanticType",
    "Terminology",
    "TerminologySource",
    "Vocabularies",
    "Vocabulary",
    "build_listeners",
    "bundled_vocabularies",
    "can_embed",
    "clinical_names",
    "compiled",
    "concept_search",
    "disease_annotations",
    "drug_classes",
    "embedder",
    "fold_unit",
    "hierarchy",
    "hpo",
    "in_plain_words",
    "load_vocabulary",
    "local_hierarchy",
    "measure",
    "measures",
    "measures_by_loinc",
    "measures_of",
    "medicines_called",
    "medicines_in_use",
    "medicines_of_class",
    "medicines_taken_for",
    "plain_meanings",
    "singular",
    "spelling",
    "terminology",
    "terminology_server",
    "toy_vocabularies",
    "vocabulary",
]

__getattr__ = lazily(__name__, {"terminology_server": "mcp"})
