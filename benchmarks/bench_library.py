"""Libraries: 50,000 ready chunks into the index, and searches over them; a question to the guidelines offline."""

from __future__ import annotations

import importlib.util
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.figure import Figure
from osler.core.library import Chunk, Document, DocumentMetadata, Library, SearchOptions
from osler.core.library.embeddings import EmbeddingCache, Progress, silent
from osler.core.terminology import vocabulary
from osler.guidelines import Deps, ask
from osler.guidelines.demo_library import add_demo_guidelines

_CHUNKS = 50_000
_QUERIES = 200
_INDEX_BAR, _SEARCH_BAR, _HYBRID_BAR = 15.0, 5.0, 35.0
_DIMENSIONS = 384


def measure() -> list[Figure]:
    """CPU seconds (other work on the machine must not count) for the index, milliseconds at the median for searches and for a whole question."""
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / "library")
        chunks, queries = _corpus()
        started = time.process_time()
        library.add_chunks(Document(id="corpus", metadata=DocumentMetadata(title="corpus")), chunks)
        indexed = time.process_time() - started
        plain = _median(lambda query: library.search(query, SearchOptions(expand=False, feedback=False)), queries)
        full = _median(library.search, queries)
        hybrid = _hybrid(Path(folder) / "library", queries)
        demo = Library(Path(folder) / "demo")
        add_demo_guidelines(demo)
        deps = Deps(libraries=[demo])
        question = _median(lambda query: ask(query, deps=deps), ["How is low-severity pneumonia treated?"] * 20)
    meaning = [] if hybrid is None else [hybrid]
    return [
        *meaning,
        Figure(
            f"library: {_CHUNKS} ready chunks indexed",
            indexed,
            "s",
            bar=f"<= {_INDEX_BAR:g}",
            met=indexed <= _INDEX_BAR,
        ),
        Figure("library: text search, p50", full, "ms", bar=f"<= {_SEARCH_BAR:g}", met=full <= _SEARCH_BAR),
        Figure("library: text search without expansion and feedback, p50", plain, "ms"),
        Figure("guidelines: a question answered offline, p50", question, "ms"),
    ]


class _AnyVectors(EmbeddingCache):
    """Vectors out of the air: how long a search takes does not depend on what they mean."""

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> NDArray[np.float16]:
        drawn = np.random.default_rng(7).standard_normal((len(texts), _DIMENSIONS)).astype(np.float32)
        vectors: NDArray[np.float16] = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float16)
        return vectors


def _hybrid(folder: Path, queries: list[str]) -> Figure | None:
    """The search by words and meaning; none where the extra 'embeddings' is not installed."""
    if importlib.util.find_spec("onnxruntime") is None:
        return None
    library = Library(folder, cache=_AnyVectors())
    library.embed()
    taken = _median(lambda query: library.search(query, SearchOptions(retriever="hybrid")), queries)
    return Figure("library: hybrid search, p50", taken, "ms", bar=f"<= {_HYBRID_BAR:g}", met=taken <= _HYBRID_BAR)


def _median(work: Callable[[str], object], queries: list[str]) -> float:
    for query in queries[:10]:
        work(query)
    taken = []
    for query in queries:
        started = time.process_time()
        work(query)
        taken.append(1000 * (time.process_time() - started))
    return statistics.median(taken)


def _corpus() -> tuple[list[Chunk], list[str]]:
    """Passages of about a hundred words, made of the names of concepts; the same on every machine."""
    chance = random.Random(7)
    names = [concept.name for number, concept in enumerate(vocabulary().concepts()) if number % 40 == 0]
    chunks = []
    for number in range(_CHUNKS):
        words = " ".join(chance.choice(names) for _ in range(30))
        title = chance.choice(names)
        chunks.append(Chunk(id=str(number), document_id="corpus", ordinal=number, title=title, text=words))
    queries = [f"What is recommended for {chance.choice(names)} with {chance.choice(names)}?" for _ in range(_QUERIES)]
    return chunks, queries
