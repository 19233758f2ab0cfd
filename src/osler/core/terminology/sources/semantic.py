"""Search by meaning: the concepts whose names lie nearest to the term, whatever words they use (extra 'embeddings')."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from osler.config import cache_dir
from osler.core.terminology.compiled import Arrays, read_arrays, write_arrays
from osler.core.terminology.names import bundle
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.search import Query, Searcher, SearchHit
from osler.core.terminology.search.arrays import pack_texts, texts
from osler.core.terminology.search.normal import normalise
from osler.core.terminology.sources.embedding import embedder
from osler.core.terminology.sources.local import bundled_searcher
from osler.core.terminology.store import vocabulary
from osler.core.terminology.types import Concept
from osler.errors import ConfigError

_FORMAT = 1
_EMBEDDED = ("HPO", "MONDO", "SNOMEDCT", "LAB")
_STEP = 512
_NEAREST = 20
_LEAST = 0.45
_BELOW_WRITTEN = 0.85

Progress = Callable[[int, int], None]


class SemanticSource:
    """Preferred names as vectors; a name in quite other words can still be near."""

    name = "semantic"

    def __init__(self, arrays: Arrays, searcher: Searcher) -> None:
        self._ids = texts(arrays, "concept_id")
        self._vectors = arrays["vectors"]
        self._searcher = searcher

    async def search(self, query: Query) -> list[SearchHit]:
        """The nearest concepts, best first; their scores stay below those of names that match as written."""
        if not normalise(query.term):
            return []
        likeness = self._vectors @ embedder().embed([query.term[:500]])[0].astype(self._vectors.dtype)
        found = []
        for number in np.argsort(-likeness)[:_NEAREST].tolist():
            concept = self._searcher.concept(self._ids[number])
            if concept is None or likeness[number] < _LEAST:
                continue
            if query.accepts(concept.semantic_type, concept.vocabulary):
                found.append(SearchHit(concept, concept.name, "semantic", float(likeness[number]) * _BELOW_WRITTEN))
        return found

    async def concept(self, concept_id: str) -> Concept | None:
        """The concept with this code, in the vocabularies that were embedded."""
        return self._searcher.by_code(concept_id)


def embed_concepts(concepts: Sequence[Concept], progress: Progress = lambda done, total: None) -> Arrays:
    """The vectors of the preferred names of concepts."""
    rows = []
    for start in range(0, len(concepts), _STEP):
        rows.append(embedder().embed([concept.name for concept in concepts[start : start + _STEP]]))
        progress(min(start + _STEP, len(concepts)), len(concepts))
    return {"vectors": np.concatenate(rows), **pack_texts("concept_id", [concept.id for concept in concepts])}


def build_semantic(progress: Progress = lambda done, total: None) -> None:
    """Embed the bundled vocabularies, once for each version of them; takes minutes."""
    if read_arrays(_place()) is None:
        write_arrays(_place(), embed_concepts(list(_embedded(vocabulary().concepts())), progress))


def semantic_source() -> SemanticSource:
    """The source over the bundled vocabularies, or how to get it."""
    arrays = read_arrays(_place())
    if arrays is None:
        raise ConfigError(
            "the vocabularies are not embedded yet",
            mend="run 'osler vocab build --semantic', or unset terminology.semantic",
        )
    return SemanticSource(arrays, bundled_searcher())


def _embedded(concepts: Iterable[Concept]) -> Iterable[Concept]:
    return (concept for concept in concepts if concept.vocabulary in _EMBEDDED)


def _place() -> Path:
    key = hpo_files.fingerprint(*bundle.FILES.values(), bundle.JOINS, "measures.tsv", format_version=_FORMAT)
    return cache_dir() / f"semantic-{key}.arrays"
