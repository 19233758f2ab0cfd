"""UMLS Terminology Services (UTS) as a source of concepts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from rapidfuzz import fuzz

from osler.config import Settings
from osler.core.outside import OutsideService
from osler.core.terminology.imports.kinds import Kind, semantic_types
from osler.core.terminology.search import Query, SearchHit
from osler.core.terminology.search.normal import normalise
from osler.core.terminology.sources.uts_client import UtsClient
from osler.core.terminology.types import Concept, SemanticType

_LOOKED_AT = 8
_FALL_PER_PLACE = 0.02
_LONGEST_TERM = 200


class UtsSource:
    """UMLS concepts, searched where UTS keeps them."""

    name = "uts"

    def __init__(
        self, settings: Settings, *, service: OutsideService | None = None, timeout: float | None = None
    ) -> None:
        self._client = UtsClient(settings, service, timeout)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def search(self, query: Query) -> list[SearchHit]:
        """Concepts with the term among their names, or else with its words in them."""
        term = " ".join(query.term.encode("utf-8", "ignore").decode("utf-8").split())[:_LONGEST_TERM]
        if not normalise(term):
            return []
        exact = await self._cuis(term, "exact")
        cuis = exact or await self._cuis(term, "words")
        concepts = await asyncio.gather(*(self._by_cui(cui) for cui in cuis[:_LOOKED_AT]))
        return [
            _judged(concept, term, place, named_so=bool(exact))
            for place, concept in enumerate(concept for concept in concepts if concept is not None)
            if query.accepts(concept.semantic_type, concept.vocabulary)
        ]

    async def concept(self, concept_id: str) -> Concept | None:
        """The concept of a CUI (`UMLS:C0000970`) or of a SNOMED CT code (`SCTID:396275006`)."""
        system, _, code = concept_id.partition(":")
        if system == "UMLS" and code.isalnum():
            return await self._by_cui(code)
        if system == "SCTID" and code.isdigit():
            cuis = await self._cuis(code, "exact", inputType="sourceUi", sabs="SNOMEDCT_US")
            return await self._by_cui(cuis[0]) if cuis else None
        return None

    async def _cuis(self, text: str, search_type: str, **more: str) -> list[str]:
        asked = {"string": text, "searchType": search_type, "pageSize": str(_LOOKED_AT), **more}
        answer = await self._client.get("/search/current", asked)
        results = answer["result"].get("results", []) if answer else []
        # An empty search is answered with a single result called NONE by some versions of the service.
        return [str(result["ui"]) for result in results if result.get("ui") not in {None, "NONE"}]

    async def _by_cui(self, cui: str) -> Concept | None:
        """A clinical concept; None for a CUI that does not exist or is another kind of thing."""
        answer = await self._client.get(f"/content/current/CUI/{cui}", {})
        kind = _kind(answer["result"].get("semanticTypes", ())) if answer else None
        if answer is None or kind is None:
            return None
        asked = {"sabs": "SNOMEDCT_US", "language": "ENG"}
        atoms = await self._client.get(f"/content/current/CUI/{cui}/atoms", asked)
        listed = [atom for atom in (atoms["result"] if atoms else []) if _is_current(atom)]
        # Preferred terms first: their code is the one that stands for the concept.
        listed.sort(key=lambda atom: atom.get("termType") not in {"PT", "FN"})
        codes = dict.fromkeys(str(atom["code"]).rpartition("/")[2] for atom in listed)
        name = str(answer["result"]["name"])
        names = dict.fromkeys(str(atom["name"]) for atom in listed if atom["name"] != name)
        return Concept(
            id=f"UMLS:{cui}",
            vocabulary="UMLS",
            name=name,
            synonyms=tuple(names),
            semantic_type=SemanticType(kind.type),
            xrefs={"UMLS": [cui], **({"SCTID": list(codes)} if codes else {})},
            version="current",
        )


def _kind(types: Iterable[dict[str, Any]]) -> Kind | None:
    known = semantic_types("umls")
    found = [known[code] for entry in types if (code := str(entry.get("uri", "")).rpartition("/")[2]) in known]
    return min(found, key=lambda kind: kind.rank, default=None)


def _is_current(atom: dict[str, Any]) -> bool:
    return str(atom.get("obsolete", "false")) == "false" and str(atom.get("suppressible", "false")) == "false"


def _judged(concept: Concept, term: str, place: int, *, named_so: bool) -> SearchHit:
    """The concept with the ground and score that the local search would give it."""
    wanted = normalise(term)
    if normalise(concept.name) == wanted:
        return SearchHit(concept, concept.name, "exact", 1.0)
    if named_so:
        return SearchHit(concept, term, "synonym", max(0.9, 0.99 - _FALL_PER_PLACE * place))
    likeness = fuzz.token_sort_ratio(wanted, normalise(concept.name)) / 100
    return SearchHit(concept, concept.name, "overlap", max(0.0, likeness - _FALL_PER_PLACE * place))
