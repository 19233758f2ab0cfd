"""The process-wide vocabulary: concepts by id and names in text, over tables that are mapped into memory."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import Any

from numpy.typing import NDArray

from osler.core.terminology.compiling import Arrays, Strings, compiled, read_arrays
from osler.core.terminology.imports import ImportReport, index_file, installed, installed_state
from osler.core.terminology.matching.lookup import NameTable
from osler.core.terminology.matching.matcher import TextMatcher
from osler.core.terminology.names.bundle import BundledConcept, Scope
from osler.core.terminology.names.compile import FORMAT_VERSION, Progress, compile_names, compiled_vocabulary
from osler.core.terminology.search import ConceptTable, SearchIndex
from osler.core.terminology.types import Concept, Match, SemanticType
from osler.errors import DataError

_REMEMBERED = 20_000
"""Concepts that are kept once read; a search reads a dozen, and the same ones again and again."""


class Vocabulary:
    """Concepts by id and by the names they have in text. Immutable; safe to share between threads.

    What `further` gives is asked too: the vocabularies that were imported, which may change while this one does not.
    """

    def __init__(self, tables: Arrays, further: Callable[[], Sequence[Vocabulary]] = tuple) -> None:
        self._tables = tables
        self._further = further
        self._records = Strings(tables["records"], tables["record_offsets"])
        self._read: dict[str, Concept] = {}

    def __len__(self) -> int:
        return len(self._records)

    @cached_property
    def versions(self) -> dict[str, str]:
        """The release of each vocabulary."""
        found: dict[str, str] = json.loads(self._tables["versions"].tobytes())
        return found

    @property
    def version(self) -> str:
        """All releases in one line."""
        return ", ".join(f"{name} {release}" for name, release in self.versions.items())

    def concept(self, concept_id: str) -> Concept | None:
        """The concept of that id, or None."""
        found = self.own_concept(concept_id)
        if found is not None:
            return found
        return next((other for part in self._further() if (other := part.concept(concept_id))), None)

    def own_concept(self, concept_id: str) -> Concept | None:
        """The concept of that id, if it is one of this vocabulary itself."""
        found = self._read.get(concept_id)
        if found is None:
            position = self._position(concept_id)
            if position is None:
                return None
            found = self._concept(position)
            if len(self._read) >= _REMEMBERED:
                self._read.clear()
            self._read[concept_id] = found
        return found

    def concepts(self) -> Iterator[Concept]:
        """Every concept, in the order of their ids."""
        return (self._concept(position) for position in range(len(self)))

    def names(self, concept_id: str) -> list[str]:
        """The preferred name, then the synonyms; empty for an unknown id."""
        found = self.concept(concept_id)
        return [] if found is None else [found.name, *found.synonyms]

    def find(self, text: str) -> list[Match]:
        """Every stretch of `text` that names a concept, in order of appearance."""
        found = self._matcher.find(text)
        for other in self._further():
            found = together(found, other.find(text))
        return found

    def may_name(self, text: str) -> bool:
        """Whether the whole text may be the name of a concept; false only where `find` gives no match of all of it."""
        return self._matcher.may_name(text) or any(other.may_name(text) for other in self._further())

    @cached_property
    def _matcher(self) -> TextMatcher:
        return TextMatcher(NameTable(self._tables, self._concept_id))

    def _concept_id(self, position: int) -> str:
        return self._records[position].split("\t", 1)[0]

    def _position(self, concept_id: str) -> int | None:
        # An id ends in a tab, which comes before every letter of an id: whole ids are held against each other.
        wanted = concept_id.encode("utf-8", "surrogatepass") + b"\t"
        records, length = self._records, len(wanted)
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if records.begins(middle, length) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self) and records.begins(low, length) == wanted else None

    def _concept(self, position: int) -> Concept:
        concept_id, vocabulary_name, name, synonyms, semantic_type, xrefs, definition = self._records[position].split(
            "\t"
        )
        codes: dict[str, list[str]] = {}
        for xref in filter(None, xrefs.split("|")):
            system, _, code = xref.partition(":")
            codes.setdefault(system, []).append(code)
        return Concept(
            id=concept_id,
            vocabulary=vocabulary_name,
            name=name,
            synonyms=tuple(filter(None, synonyms.split("|"))),
            semantic_type=SemanticType(semantic_type),
            xrefs=codes,
            definition=definition,
            version=self.versions.get(vocabulary_name, ""),
        )


def together(own: list[Match], others: list[Match]) -> list[Match]:
    """The matches of two vocabularies: the same stretch once, and none that lies inside a longer one of the other."""
    by_place = {(match.start, match.end): match for match in own if not _is_inside(match, others)}
    for match in others:
        same = by_place.get((match.start, match.end))
        if same is not None:
            ids = dict.fromkeys((*same.concept_ids, *match.concept_ids))
            by_place[match.start, match.end] = same._replace(concept_ids=tuple(ids))
        elif not _is_inside(match, own):
            by_place[match.start, match.end] = match
    return sorted(by_place.values())


def _is_inside(match: Match, others: list[Match]) -> bool:
    length = match.end - match.start
    return any(o.start <= match.start and match.end <= o.end and o.end - o.start > length for o in others)


@cache
def vocabulary() -> Vocabulary:
    """The bundled vocabulary, compiled on first use, with what was imported."""
    return load_vocabulary()


def load_vocabulary(progress: Progress | None = None) -> Vocabulary:
    """The bundled vocabulary; `progress(done, total)` is told how far a first build has come."""
    return Vocabulary(compiled_vocabulary(progress), imported_vocabularies)


def imported_vocabularies() -> tuple[Vocabulary, ...]:
    """The imported vocabularies as they are found in text; imports made since the last call are seen."""
    return _imported(installed_state())


@lru_cache(maxsize=2)
def _imported(state: tuple[tuple[str, int], ...]) -> tuple[Vocabulary, ...]:
    found = []
    for report in installed():
        key = hashlib.sha256(f"{report.build} {FORMAT_VERSION}".encode()).hexdigest()[:16]
        tables = compiled(f"imported-{report.name}", key, partial(_imported_tables, report))
        found.append(Vocabulary(tables))
    return tuple(found)


def _imported_tables(report: ImportReport) -> dict[str, NDArray[Any]]:
    arrays = read_arrays(index_file(report))
    if arrays is None:
        raise DataError(
            f"the imported vocabulary {report.name!r} is damaged", mend=f"import it again under the name {report.name}"
        )
    concepts = ConceptTable(SearchIndex(arrays), arrays).concepts()
    return compile_names(map(_as_bundled, concepts), {report.name: report.version})


def _as_bundled(concept: Concept) -> BundledConcept:
    return BundledConcept(
        id=concept.id,
        vocabulary=concept.vocabulary,
        name=_one_line(concept.name),
        semantic_type=concept.semantic_type,
        synonyms=[(_one_line(text), Scope.EXACT) for text in concept.synonyms],
        xrefs=concept.xrefs,
        definition=_one_line(concept.definition),
    )


def _one_line(text: str) -> str:
    return " ".join(text.replace("|", "/").split())
