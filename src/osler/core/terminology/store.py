"""The process-wide vocabulary: concepts by id and names in text, over tables that are mapped into memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, cached_property

from osler.core.terminology.compiled import Arrays, Strings
from osler.core.terminology.matching.lookup import NameTable
from osler.core.terminology.matching.matcher import TextMatcher
from osler.core.terminology.names.compile import Progress, compiled_vocabulary
from osler.core.terminology.types import Concept, Match, SemanticType

_REMEMBERED = 20_000
"""Concepts that are kept once read; a search reads a dozen, and the same ones again and again."""


class Vocabulary:
    """All bundled concepts. Immutable; safe to share between threads."""

    def __init__(self, tables: Arrays) -> None:
        self._tables = tables
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
        return self._matcher.find(text)

    @cached_property
    def _matcher(self) -> TextMatcher:
        return TextMatcher(NameTable(self._tables, self._concept_id))

    def _concept_id(self, position: int) -> str:
        return self._records[position].split("\t", 1)[0]

    def _position(self, concept_id: str) -> int | None:
        wanted = concept_id.encode("utf-8", "surrogatepass")
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._concept_id(middle).encode() < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self) and self._concept_id(low) == concept_id else None

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


@cache
def vocabulary() -> Vocabulary:
    """The bundled vocabulary, compiled on first use."""
    return load_vocabulary()


def load_vocabulary(progress: Progress | None = None) -> Vocabulary:
    """The bundled vocabulary; `progress(done, total)` is told how far a first build has come."""
    return Vocabulary(compiled_vocabulary(progress))
