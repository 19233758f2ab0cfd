"""The port to vocabularies, wherever they are, and the one place that asks all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Protocol

from osler.config import Settings
from osler.core.terminology.search import Overrides, Query, Searcher, SearchHit, candidates, merge
from osler.core.terminology.sources.local import local_searchers
from osler.core.terminology.sources.semantic import SemanticPass, fused, semantic_pass
from osler.core.terminology.types import Candidate, Concept, SemanticType

MAX_RESULTS = 50


class TerminologySource(Protocol):
    """Somewhere that concepts can be searched and looked up."""

    name: str

    async def search(self, query: Query) -> list[SearchHit]:
        """What this source knows under the query's term, best first; nothing for a term it does not know."""

    async def concept(self, concept_id: str) -> Concept | None:
        """The concept with this CURIE or, if the source has its cross-references, this code of another system."""


class LocalSource:
    """Vocabularies on this machine: the bundled ones, the imported ones, or given ones."""

    def __init__(self, searchers: Sequence[Searcher] | None = None, name: str = "local") -> None:
        self.name = name
        self._given = searchers

    async def search(self, query: Query) -> list[SearchHit]:
        return [answer for searcher in self._searchers() for answer in searcher.search(query)]

    async def concept(self, concept_id: str) -> Concept | None:
        for searcher in self._searchers():
            found = searcher.by_code(concept_id)
            if found is not None:
                return found
        return None

    def _searchers(self) -> Sequence[Searcher]:
        return local_searchers() if self._given is None else self._given


class Terminology:
    """All configured sources behind one search: the same meaning is answered once, with the codes of all sources."""

    def __init__(
        self,
        sources: Sequence[TerminologySource],
        overrides: Overrides | None = None,
        by_meaning: SemanticPass | None = None,
    ) -> None:
        self._sources = sources
        self._overrides = overrides
        self._by_meaning = by_meaning

    async def search(
        self, term: str, max_results: int = 5, semantic_types: Collection[SemanticType] | None = None
    ) -> list[Candidate]:
        """The concepts that `term` most likely means, best first."""
        wanted = max(1, min(max_results, MAX_RESULTS))
        query = Query(term, frozenset(semantic_types) if semantic_types else None, limit=Query.enough_for(wanted))
        answers = await asyncio.gather(*(source.search(query) for source in self._sources))
        found = candidates(merge(answer for listed in answers for answer in listed), wanted)
        if self._by_meaning is not None:
            found = fused(found, self._by_meaning.search(query), wanted)
        decided = self._overrides.corrected(term) if self._overrides is not None else None
        if decided is None:
            return found
        return [decided, *(other for other in found if other.concept_id != decided.concept_id)][:wanted]

    async def concept(self, concept_id: str) -> Concept | None:
        """The concept with this code, with what the other sources add to its cross-references."""
        found: Concept | None = None
        for source in self._sources:
            other = await source.concept(concept_id)
            found = other if found is None else _completed(found, other)
            if found is not None and found.cui and found.snomed_code:
                break
        return found


def _completed(concept: Concept, other: Concept | None) -> Concept:
    if other is None:
        return concept
    missing = {system: codes for system, codes in other.xrefs.items() if system not in concept.xrefs}
    if other.snomed_code and concept.snomed_code is None:
        missing["SCTID"] = [other.snomed_code]
    return concept.model_copy(update={"xrefs": {**concept.xrefs, **missing}}) if missing else concept


def terminology(
    settings: Settings, overrides: Overrides | None = None, *, searchers: Sequence[Searcher] | None = None
) -> Terminology:
    """The sources that the settings name: always the local ones, UTS if there is a key for it, and search by meaning.

    With `searchers` the local ones stay as they are given; without, imports made in the meantime are looked for.
    """
    sources: list[TerminologySource] = [LocalSource(searchers)]
    if settings.terminology.uts_api_key is not None:
        from osler.core.terminology.sources.uts import UtsSource

        sources.append(UtsSource(settings))
    return Terminology(sources, overrides, semantic_pass() if settings.terminology.semantic else None)
