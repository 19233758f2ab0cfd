"""Where concepts come from: this machine, release files, embeddings, UMLS Terminology Services."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.core.terminology.sources.catalogue import VocabularyInfo, catalogue
from osler.core.terminology.sources.local import local_concept, local_searchers, search_in
from osler.core.terminology.sources.neighbours import Neighbours, neighbours
from osler.core.terminology.sources.port import Terminology, terminology
from osler.lazy import lazily

if TYPE_CHECKING:
    from osler.core.terminology.sources.pulling import pull
    from osler.core.terminology.sources.semantic import SURE, SemanticPass, build_semantic, fused, semantic_pass

__all__ = [
    "SURE",
    "Neighbours",
    "SemanticPass",
    "Terminology",
    "VocabularyInfo",
    "build_semantic",
    "catalogue",
    "fused",
    "local_concept",
    "local_searchers",
    "neighbours",
    "pull",
    "search_in",
    "semantic_pass",
    "terminology",
]

__getattr__ = lazily(
    __name__,
    {
        "pull": "pulling",
        "SURE": "semantic",
        "SemanticPass": "semantic",
        "build_semantic": "semantic",
        "fused": "semantic",
        "semantic_pass": "semantic",
    },
)
