"""Search over what is on this machine: the bundled vocabularies and those that were imported."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache

from osler.core.terminology.compiling import compiled, read_arrays
from osler.core.terminology.imports import index_file, installed, installed_state
from osler.core.terminology.names import bundle
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.search import (
    ConceptTable,
    Overrides,
    Query,
    Searcher,
    SearchIndex,
    build_index,
    candidates,
    merge,
)
from osler.core.terminology.search.build import INDEX_FORMAT
from osler.core.terminology.store import vocabulary
from osler.core.terminology.types import Candidate, Concept, SemanticType
from osler.errors import DataError

_TABLES = ("measures.tsv", "abbreviations.tsv", bundle.COMBINATIONS, bundle.BRANDS)


def concept_search(
    term: str,
    max_results: int = 5,
    semantic_types: Collection[SemanticType] | None = None,
    *,
    overrides: Overrides | None = None,
) -> list[Candidate]:
    """The concepts that `term` most likely means, best first, each with all codes known for it.

    `overrides` are decisions of local experts; they go before what any vocabulary says.
    """
    query = Query(term, frozenset(semantic_types) if semantic_types else None, limit=Query.enough_for(max_results))
    found = search_in(local_searchers(), query, max_results)
    decided = overrides.corrected(term) if overrides is not None else None
    if decided is None:
        return found
    return [decided, *(other for other in found if other.concept_id != decided.concept_id)][:max_results]


def search_in(searchers: Collection[Searcher], query: Query, max_results: int) -> list[Candidate]:
    """One list of answers from several indexes."""
    found = [answer for searcher in searchers for answer in searcher.search(query)]
    return candidates(merge(found), max_results)


def local_concept(concept_id: str) -> Concept | None:
    """The concept of that id in the bundled or an imported vocabulary."""
    return next((found for searcher in local_searchers() if (found := searcher.concept(concept_id))), None)


def local_searchers() -> tuple[Searcher, ...]:
    """The bundled index first, then the imported ones; imports made since the last call are seen."""
    return (bundled_searcher(), *_imported(installed_state()))


@cache
def bundled_searcher() -> Searcher:
    """The index of the bundled vocabularies, compiled on first use."""
    key = hpo_files.fingerprint(*bundle.FILES.values(), bundle.JOINS, *_TABLES, format_version=INDEX_FORMAT)
    arrays = compiled("search", key, lambda: build_index(vocabulary().concepts()))
    return Searcher(SearchIndex(arrays), vocabulary().own_concept)


@lru_cache(maxsize=2)
def _imported(state: tuple[tuple[str, int], ...]) -> tuple[Searcher, ...]:
    """The imported indexes as of `state`, which changes with every import."""
    searchers = []
    for report in installed():
        arrays = read_arrays(index_file(report))
        if arrays is None:
            raise DataError(
                f"the imported vocabulary {report.name!r} is damaged",
                mend=f"import it again under the name {report.name}",
            )
        index = SearchIndex(arrays)
        searchers.append(Searcher(index, ConceptTable(index, arrays).concept))
    return tuple(searchers)
