"""Search of passages against graded relevance: the library's text search, its vectors, and both fused."""

from __future__ import annotations

import json
import math
import tempfile
import time
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from osler.core.library import Chunk, Document, DocumentMetadata, Library, Retriever, SearchOptions
from osler.errors import DataError, UsageError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, sample

_DEPTH = 100
_AT = 10
_RETRIEVERS = ("bm25", "dense", "hybrid")
_DOCUMENT = "corpus"


class Judged(NamedTuple):
    """A corpus in BEIR layout: passages, questions, and which passages answer which question how well."""

    passages: dict[str, tuple[str, str]]
    queries: dict[str, str]
    relevance: dict[str, dict[str, int]]


class RetrievalSuite:
    """nDCG@10 and recall@100 of the library's search."""

    name = "retrieval"
    summary = "search of passages: ndcg10 and recall100 of the text search, of vectors and of both fused"
    data_format = "a ZIP or folder in BEIR layout: corpus.jsonl, queries.jsonl, qrels/test.tsv"
    options: Mapping[str, str] = {
        "retriever": "bm25 (default), dense or hybrid; the last two embed the corpus, which takes minutes once",
    }

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure the search; no mind takes part in it."""
        judged = read_judged(required(self, data))
        chosen = options.get("retriever", "bm25")
        if chosen not in _RETRIEVERS:
            raise UsageError(f"there is no retriever {chosen!r}", mend=f"choose one of: {', '.join(_RETRIEVERS)}")
        queries = sample([key for key in judged.queries if key in judged.relevance], limit, str)
        with tempfile.TemporaryDirectory(prefix="osler-retrieval-") as folder:
            library = _library(judged, Path(folder) / "corpus")
            variants = {"bm25": SearchOptions(k=_DEPTH)}
            variants["without_expansion"] = SearchOptions(k=_DEPTH, expand=False, feedback=False)
            variants["without_feedback"] = SearchOptions(k=_DEPTH, feedback=False)
            if chosen != "bm25":
                library.embed()
                variants["dense"] = SearchOptions(k=_DEPTH, retriever="dense")
                variants["hybrid"] = SearchOptions(k=_DEPTH, retriever="hybrid")
            measured: dict[str, dict[str, float]] = {}
            found: dict[str, dict[str, list[str]]] = {}
            seconds = {}
            for name, search in variants.items():
                started = time.perf_counter()
                found[name] = {
                    key: [hit.chunk.id for hit in library.search(judged.queries[key], search)] for key in queries
                }
                seconds[name] = time.perf_counter() - started
                measured[name] = _measures(found[name], judged.relevance)
                measured[name]["ms_per_query"] = 1000 * seconds[name] / max(1, len(queries))
        return SuiteRun(
            n=len(queries),
            metrics={**measured[cast("Retriever", chosen)], **measured},
            seconds=seconds[chosen],
            notes=[f"{len(judged.passages)} passages; the figures at the top are those of {chosen}"],
            items=[_item(key, found[chosen][key], judged.relevance[key]) for key in queries],
        )


def read_judged(data: Path) -> Judged:
    """A judged corpus from a ZIP file or a folder."""
    try:
        passages = {
            str(row["_id"]): (row.get("title") or "", row.get("text") or "") for row in _rows(data, "corpus.jsonl")
        }
        queries = {str(row["_id"]): str(row["text"]) for row in _rows(data, "queries.jsonl")}
        relevance: dict[str, dict[str, int]] = {}
        for line in _text(data, "qrels/test.tsv").splitlines():
            query, passage, grade = [*line.split("\t"), "", ""][:3]
            if grade.strip().lstrip("-").isdigit():
                relevance.setdefault(query, {})[passage] = int(grade)
    except (KeyError, ValueError, TypeError, OSError, zipfile.BadZipFile) as error:
        raise DataError("this is no corpus in BEIR layout", mend=f"give {RetrievalSuite.data_format}") from error
    if not relevance:
        raise DataError("the corpus has no judgements", mend=f"give {RetrievalSuite.data_format}")
    return Judged(passages, queries, relevance)


def _rows(data: Path, name: str) -> Iterable[dict[str, Any]]:
    return (json.loads(line) for line in _text(data, name).splitlines() if line.strip())


def _text(data: Path, name: str) -> str:
    if data.is_dir():
        return (data / name).read_text(encoding="utf-8")
    with zipfile.ZipFile(data) as archive:
        inside = next((one for one in archive.namelist() if one == name or one.endswith(f"/{name}")), name)
        return archive.read(inside).decode("utf-8")


def _library(judged: Judged, folder: Path) -> Library:
    library = Library(folder)
    document = Document(id=_DOCUMENT, metadata=DocumentMetadata(title=_DOCUMENT))
    library.add_chunks(
        document,
        [
            Chunk(id=key, document_id=_DOCUMENT, ordinal=number, title=title, text=text)
            for number, (key, (title, text)) in enumerate(judged.passages.items())
        ],
    )
    return library


def _measures(found: Mapping[str, Sequence[str]], relevance: Mapping[str, Mapping[str, int]]) -> dict[str, float]:
    count = max(1, len(found))
    return {
        "ndcg10": sum(ndcg(ids, relevance[key]) for key, ids in found.items()) / count,
        "recall100": sum(_recall(ids, relevance[key]) for key, ids in found.items()) / count,
    }


def ndcg(found: Sequence[str], grades: Mapping[str, int], at: int = _AT) -> float:
    """The normalised discounted cumulative gain of the first hits."""
    gain = sum(grades.get(one, 0) / math.log2(rank + 2) for rank, one in enumerate(found[:at]))
    best = sum(grade / math.log2(rank + 2) for rank, grade in enumerate(sorted(grades.values(), reverse=True)[:at]))
    return gain / best if best else 0.0


def _recall(found: Sequence[str], grades: Mapping[str, int]) -> float:
    relevant = {key for key, grade in grades.items() if grade > 0}
    return len(relevant & set(found[:_DEPTH])) / len(relevant) if relevant else 0.0


def _item(key: str, found: Sequence[str], grades: Mapping[str, int]) -> ItemResult:
    return ItemResult(id=key, score=ndcg(found, grades), predicted=list(found[:_AT]), gold=dict(grades))


SUITE = RetrievalSuite()
