"""Searching one index: the surest ways first, the costly ones only when those find nothing."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from functools import cache

from osler.core.terminology.search.index import SearchIndex
from osler.core.terminology.search.match import (
    Accept,
    NameMatch,
    exact_hits,
    near_hits,
    paraphrase_hits,
    reordered_hits,
)
from osler.core.terminology.search.normal import normalise, table
from osler.core.terminology.search.types import Query, SearchHit
from osler.core.terminology.types import Concept

_MOST_WORDS = 12
_MOST_WAYS = 4
_LONGEST_ACRONYM = 6
_CURIE = re.compile(r"^[A-Za-z][A-Za-z0-9_.]*:[\w.-]+$")
_CUI = re.compile(r"^C\d{7}$")
_TAG = re.compile(r"\s*\((disorder|finding|procedure|situation|substance|product|regime/therapy|observable entity|event|"
                  r"physical object|medicinal product|clinical drug|morphologic abnormality|person)\)\s*$")  # fmt: skip


class Searcher:
    """One index and the concepts behind it."""

    def __init__(self, index: SearchIndex, concept: Callable[[str], Concept | None]) -> None:
        self.index = index
        self.concept = concept

    def search(self, query: Query) -> list[SearchHit]:
        """The best concepts of this index, each once, best first."""
        best: dict[int, NameMatch] = {}
        for hit in self._hits(query):
            if hit.concept not in best or hit.score > best[hit.concept].score:
                best[hit.concept] = hit
        ranked = sorted(best.values(), key=lambda hit: (-hit.score, hit.concept))[: query.limit]
        found = [answer for hit in ranked if (answer := self._found(hit)) is not None]
        return [answer for answer in found if not _is_another_acronym(query.term, answer)] or found

    def _hits(self, query: Query) -> list[NameMatch]:
        term = _TAG.sub("", query.term.strip())
        accept = self._accepting(query)
        by_code = self._by_code(term, accept)
        if by_code:
            return by_code
        normal = normalise(term)
        if not normal:
            return []
        hits = exact_hits(self.index, normal, accept)
        for way in written_out(term):
            hits += self._written_out(normalise(way), accept, near=query.near)
        if hits:
            return hits + reordered_hits(self.index, normal, accept)
        return self._other_ways(normal, accept, _acronyms(term), near=query.near)

    def _other_ways(
        self, normal: str, accept: Accept, as_written: frozenset[str] = frozenset(), *, near: bool = True
    ) -> list[NameMatch]:
        sure = [*reordered_hits(self.index, normal, accept), *paraphrase_hits(self.index, normal, accept)]
        return sure or (near_hits(self.index, normal, accept, as_written) if near else [])

    def _written_out(self, normal: str, accept: Accept, *, near: bool) -> list[NameMatch]:
        hits = exact_hits(self.index, normal, accept) or self._other_ways(normal, accept, near=near)
        return [hit._replace(ground="abbreviation") for hit in hits]

    def by_code(self, code: str) -> Concept | None:
        """The concept whose own id or cross-reference is `code`, a CURIE or a bare CUI."""
        numbers = self._numbers(code)
        return self.concept(self.index.concept_ids[numbers[0]]) if numbers else None

    def _numbers(self, code: str) -> list[int]:
        curie = f"UMLS:{code}" if _CUI.match(code) else code
        return self.index.concepts_by_code(curie.upper()) if _CURIE.match(curie) else []

    def _by_code(self, term: str, accept: Accept) -> list[NameMatch]:
        concepts = self._numbers(term)
        rows_of = ((int(self.index.names_of[concept][0]), concept) for concept in concepts)
        # A concept that has the code as its own goes before those that refer to it.
        scores = itertools.chain([1.0], itertools.repeat(0.9))
        pairs = zip(rows_of, scores, strict=False)
        return [NameMatch(concept, row, "code", score) for (row, concept), score in pairs if accept(row, concept)]

    def _accepting(self, query: Query) -> Accept:
        """What may be an answer: the kinds and vocabularies that were asked for, and not what is withheld."""
        index = self.index
        withheld = None
        if query.withheld is not None:
            concept_id, name = query.withheld
            withheld = (index.row(normalise(name)), index.concept_number(concept_id))

        def accept(row: int, concept: int) -> bool:
            asked_for = query.accepts(index.type_of(concept), index.vocabulary_of(concept))
            return asked_for and (withheld is None or (row, concept) != withheld)

        return accept

    def _found(self, hit: NameMatch) -> SearchHit | None:
        concept = self.concept(self.index.concept_ids[hit.concept])
        if concept is None:
            return None
        wanted = self.index.names[hit.row]
        names = (concept.name, *concept.synonyms)
        matched = next((name for name in names if normalise(name) == wanted), concept.name)
        return SearchHit(concept, matched, hit.ground, hit.score)


def _acronyms(term: str) -> frozenset[str]:
    """The short words of a term that are written in capitals, as names are normalised."""
    words = (word.strip(",;.()[]") for word in term.split())
    return frozenset(normalise(word) for word in words if len(word) <= _LONGEST_ACRONYM and word.isupper())


def _is_another_acronym(term: str, answer: SearchHit) -> bool:
    """Whether an ordinary word met an acronym of the same letters: a coma is not COMA, nor "all" ALL."""
    name = answer.matched_name
    return answer.ground in ("exact", "synonym") and name.isupper() and term.isalpha() and not term.isupper()


def written_out(term: str) -> list[str]:
    """The term with its abbreviations written out, in every meaning they have; empty if it has none."""
    words = term.split()
    if len(words) > _MOST_WORDS:
        return []
    meanings = [abbreviations().get(word.strip(",;()"), [word]) for word in words]
    ways = itertools.islice(itertools.product(*meanings), _MOST_WAYS)
    return [" ".join(way) for way in ways if list(way) != words]


@cache
def abbreviations() -> dict[str, list[str]]:
    """Abbreviation → what it stands for."""
    found: dict[str, list[str]] = {}
    for short, full in table("osler.core.terminology.data", "abbreviations.tsv"):
        found.setdefault(short, []).append(full)
    return found
