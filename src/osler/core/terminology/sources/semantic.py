"""Search by meaning: the concepts whose names lie nearest to the term, whatever words they use (extra 'embeddings').

A second pass: where words match as written they are right more often, so that what they surely found comes first; after
it, and before it where they found nothing sure, stands what is near in meaning. Embedding a phrase takes some ten
milliseconds on one core.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, zip_longest
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from osler.config import cache_dir
from osler.core.terminology.compiling import Arrays, read_arrays, write_arrays
from osler.core.terminology.hierarchy import hierarchy
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.search import Query, Searcher, SearchHit, candidates, merge
from osler.core.terminology.search.arrays import pack_texts, texts
from osler.core.terminology.search.normal import normalise
from osler.core.terminology.sources.embedding import embedder
from osler.core.terminology.sources.local import bundled_searcher
from osler.core.terminology.store import vocabulary
from osler.core.terminology.types import Candidate, Concept
from osler.errors import ConfigError

SURE = 0.8
"""From this confidence on, what the words of a term found comes first."""

_FORMAT = 3
_STEP = 512
_NEAREST = 40
_ANSWERS = 5
_LEAST = 0.45
_LONGEST_TERM = 500

Progress = Callable[[int, int], None]


class SemanticPass:
    """Names as vectors; a name in quite other words can still be near."""

    def __init__(self, arrays: Arrays, searcher: Searcher) -> None:
        self._names, self._ids = texts(arrays, "name"), texts(arrays, "concept_id")
        self._owner, self._vectors = arrays["owner"], arrays["vectors"]
        self._searcher = searcher

    def search(self, query: Query) -> list[SearchHit]:
        """The nearest concepts, each once, best first; the score is the likeness."""
        if not normalise(query.term):
            return []
        meant = embedder().embed([query.term[:_LONGEST_TERM]])[0]
        likeness = self._vectors @ meant.astype(self._vectors.dtype)
        found: dict[str, SearchHit] = {}
        nearest = np.argpartition(-likeness, min(_NEAREST, len(likeness) - 1))[:_NEAREST]
        for row in nearest[np.argsort(-likeness[nearest])].tolist():
            concept_id, name, score = self._ids[int(self._owner[row])], self._names[row], float(likeness[row])
            if score < _LEAST or concept_id in found or query.withheld == (concept_id, name):
                continue
            concept = self._searcher.concept(concept_id)
            if concept is not None and query.accepts(concept.semantic_type, concept.vocabulary):
                found[concept_id] = SearchHit(concept, name, "semantic", min(score, 1.0))
        return list(found.values())[:_ANSWERS]


def fused(by_words: Sequence[Candidate], by_meaning: Sequence[SearchHit], max_results: int) -> list[Candidate]:
    """Both in turn, so that each is offered: first what the words found where that is sure, else what is near in meaning."""
    if not by_meaning:
        return list(by_words[:max_results])
    sure = by_words[:1] if by_words and by_words[0].confidence >= SURE else by_words[:0]
    meant = candidates(merge(by_meaning), max_results)
    turns = (*sure, *chain.from_iterable(zip_longest(meant, by_words[len(sure) :])))
    known = {same: found.confidence for found in reversed(by_words) for same in _same(found.concept_id)}
    chosen: list[Candidate] = []
    seen: set[str] = set()
    for candidate in turns:
        if candidate is None or candidate.concept_id in seen:
            continue
        seen.update(_same(candidate.concept_id))
        # What both found is one answer, as sure as the surer of the two; none is surer than one before it.
        confidence = max(candidate.confidence, known.get(candidate.concept_id, 0.0))
        limit = chosen[-1].confidence if chosen else 1.0
        chosen.append(candidate.model_copy(update={"confidence": min(confidence, limit)}))
    return chosen[:max_results]


def _same(concept_id: str) -> Iterable[str]:
    return {concept_id, *hierarchy().same(concept_id)}


def build_semantic(progress: Progress = lambda done, total: None) -> None:
    """Embed every name of the HPO, once for each release of it; takes minutes, and goes on where it was interrupted."""
    if read_arrays(_place()) is not None:
        return
    named = ((one.id, name) for one in _phenotypes() for name in dict.fromkeys((one.name, *one.synonyms)))
    # Names of one length fill a batch without padding, which costs as much as words do.
    owned = sorted(named, key=lambda pair: (len(pair[1]), pair))
    parts = _place().with_suffix(".parts")
    vectors = _embed([name for _, name in owned], parts, progress)
    ids = list(dict.fromkeys(concept_id for concept_id, _ in owned))
    number = {concept_id: place for place, concept_id in enumerate(ids)}
    write_arrays(_place(), pack_names(ids, [number[owner] for owner, _ in owned], [name for _, name in owned], vectors))
    shutil.rmtree(parts, ignore_errors=True)


def pack_names(ids: list[str], owners: list[int], names: list[str], vectors: NDArray[np.float32]) -> Arrays:
    """The arrays of a semantic index."""
    return {
        "vectors": vectors.astype(np.float32),
        "owner": np.array(owners, dtype=np.int32),
        **pack_texts("concept_id", ids),
        **pack_texts("name", names),
    }


def _embed(names: Sequence[str], parts: Path, progress: Progress) -> NDArray[np.float32]:
    """The vectors of names; what an earlier attempt embedded is read instead of worked out again."""
    parts.mkdir(parents=True, exist_ok=True)
    rows = []
    for start in range(0, len(names), _STEP):
        file = parts / f"{start:07d}.arrays"
        done = read_arrays(file)
        if done is None:
            write_arrays(file, {"vectors": embedder().embed(names[start : start + _STEP])})
            done = read_arrays(file) or {}
        rows.append(done["vectors"])
        progress(min(start + _STEP, len(names)), len(names))
    return np.concatenate(rows)


def semantic_pass() -> SemanticPass:
    """The second pass over the names of the HPO, or how to get it."""
    arrays = read_arrays(_place())
    if arrays is None:
        raise ConfigError(
            "the vocabularies are not embedded yet",
            mend="run 'osler vocab build --semantic', or unset terminology.semantic",
        )
    return SemanticPass(arrays, bundled_searcher())


def _phenotypes() -> Iterable[Concept]:
    return (concept for concept in vocabulary().concepts() if concept.vocabulary == "HPO")


def _place() -> Path:
    return cache_dir() / f"semantic-{hpo_files.fingerprint(hpo_files.TERMS, format_version=_FORMAT)}.arrays"
