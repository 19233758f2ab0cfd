"""Libraries: 50,000 ready chunks into the index, and searches over them; a question to the guidelines offline."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.figure import Figure
from osler.core.library import Chunk, Document, DocumentMetadata, Library, SearchOptions
from osler.core.terminology import vocabulary
from osler.guidelines import Deps, ask
from osler.guidelines.demo_library import add_demo_guidelines

_CHUNKS = 50_000
_QUERIES = 200
_INDEX_BAR, _SEARCH_BAR = 15.0, 5.0


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
        demo = Library(Path(folder) / "demo")
        add_demo_guidelines(demo)
        deps = Deps(libraries=[demo])
        question = _median(lambda query: ask(query, deps=deps), ["How is low-severity pneumonia treated?"] * 20)
    return [
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
