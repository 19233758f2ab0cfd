"""Finding concepts in text: token windows, hashed without order, looked up in memory-mapped tables.

The cost grows with the length of the text only: a window grows while its neighbouring words occur together in some
name, and never beyond the longest name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from osler.core.terminology.compile import (
    ACRONYM,
    HAS_CONJUNCTION,
    LONGEST_NAME,
    PAIR_TABLE,
    is_acronym,
    sequence_hash,
    token_hash,
)
from osler.core.terminology.hpo_cache import Arrays
from osler.core.terminology.tokens import CONJUNCTIONS, STOP_WORDS, fold, root
from osler.core.terminology.types import Match

_TOKEN = re.compile(r"[^\W_]+|[.;:!?()\[\]{},\n]")
_CACHE_LIMIT = 100_000
_HPO_RANKS = 8
"""Ranks below this are the phenotype vocabulary's, which is matched in any word order."""


class _Word(NamedTuple):
    """What is known of a surface form: its root's hash, its own hash, and the concepts it names alone."""

    root: int
    written: int
    alone: tuple[str, ...]


_BREAK = _Word(-1, 0, ())
_COMMA = _Word(-2, 0, ())
_SKIP = _Word(0, 0, ())
_AND = _Word(-3, 0, ())

_PUNCTUATION = {",": _COMMA, **dict.fromkeys(".;:!?()[]{}\n", _BREAK)}


class TextMatcher:
    """The bundled names, ready to be found in text."""

    def __init__(self, tables: Arrays, concept_id: Callable[[int], str]) -> None:
        self._concept_id = concept_id
        self._slots = tables["slots"].data
        self._mask = len(self._slots) - 1
        self._keys = tables["keys"].data
        self._starts = tables["key_starts"].data
        self._pairs = tables["pairs"].data
        self._concepts = tables["name_concepts"].data
        self._ranks = tables["name_ranks"].data
        self._ordered = tables["name_ordered"].data
        self._written = tables["name_written"].data
        self._flags = tables["name_flags"].data
        self._words: dict[str, _Word] = {}
        self._resolved: dict[tuple[int, int, bool], tuple[str, ...]] = {}

    def find(self, text: str) -> list[Match]:
        """Every stretch of the text that names a concept, longest first where they overlap."""
        hits: dict[tuple[int, int], tuple[str, ...]] = {}
        segment: list[tuple[int, int, _Word, bool]] = []
        words = self._words
        after_conjunction = False
        for token in _TOKEN.finditer(text):
            surface = token.group()
            word = words.get(surface) or self._learn(surface)
            if word.root > 0:
                start, end = token.span()
                segment.append((start, end, word, after_conjunction))
                after_conjunction = False
            elif word is _AND:
                after_conjunction = True
            elif word is not _SKIP:
                if segment:
                    self._search(segment, hits)
                    segment = []
                after_conjunction = False
        if segment:
            self._search(segment, hits)
        return _longest(hits)

    def _search(
        self, segment: list[tuple[int, int, _Word, bool]], hits: dict[tuple[int, int], tuple[str, ...]]
    ) -> None:
        pairs, slots, keys, mask = self._pairs, self._slots, self._keys, self._mask
        last = len(segment)
        for first in range(last):
            start, _, word, _ = segment[first]
            if word.alone:
                hits[start, segment[first][1]] = word.alone
            total = previous = word.root
            crossed = False
            for position in range(first + 1, min(first + LONGEST_NAME, last)):
                _, end, word, after_conjunction = segment[position]
                current = word.root
                if not pairs[(previous + current) & (PAIR_TABLE - 1)]:
                    break
                crossed = crossed or after_conjunction
                total += current
                previous = current
                slot = total & mask
                found = slots[slot]
                while found >= 0:
                    if keys[found] == total:
                        window = segment[first : position + 1]
                        if ids := self._resolve(found, window, crossed):
                            hits[start, end] = ids
                        break
                    slot = (slot + 1) & mask
                    found = slots[slot]

    def _resolve(self, key: int, window: list[tuple[int, int, _Word, bool]], crossed: bool) -> tuple[str, ...]:
        written = sequence_hash(part[2].written for part in window)
        memo = (key, written, crossed)
        known = self._resolved.get(memo)
        if known is None:
            ordered = sequence_hash(part[2].root for part in window)
            known = self._choose(key, ordered, written, crossed=crossed)
            if len(self._resolved) > _CACHE_LIMIT:
                self._resolved.clear()
            self._resolved[memo] = known
        return known

    def _choose(self, key: int, ordered: int, written: int, *, crossed: bool) -> tuple[str, ...]:
        """The concepts of a key whose names are closest to what was written, best vocabulary first."""
        best: dict[bool, int] = {}
        found: list[tuple[int, bool, int]] = []
        for name in range(self._starts[key], self._starts[key + 1]):
            if crossed and not self._flags[name] & HAS_CONJUNCTION:
                continue
            distance = 0 if self._written[name] == written else 1 if self._ordered[name] == ordered else 2
            phenotype = self._ranks[name] < _HPO_RANKS
            if distance == 2 and not phenotype:
                continue
            best[phenotype] = min(distance, best.get(phenotype, distance))
            found.append((distance, phenotype, self._concepts[name]))
        return self._ids(concept for distance, phenotype, concept in found if distance == best[phenotype])

    def _ids(self, concepts: Iterable[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._concept_id(concept) for concept in concepts))

    def _learn(self, surface: str) -> _Word:
        """What a surface form is, worked out once."""
        if len(self._words) > _CACHE_LIMIT:
            self._words.clear()
        word = self._words[surface] = _PUNCTUATION.get(surface) or self._word(surface)
        return word

    def _word(self, surface: str) -> _Word:
        folded = fold(surface)
        if folded in STOP_WORDS:
            return _SKIP
        if folded in CONJUNCTIONS:
            return _AND
        root_hash, written = token_hash(root(surface)), token_hash(folded)
        return _Word(root_hash, written, self._alone(surface, root_hash, written))

    def _alone(self, surface: str, root_hash: int, written: int) -> tuple[str, ...]:
        slot = root_hash & self._mask
        while (key := self._slots[slot]) >= 0:
            if self._keys[key] == root_hash:
                return self._choose_word(key, surface, sequence_hash((written,)))
            slot = (slot + 1) & self._mask
        return ()

    def _choose_word(self, key: int, surface: str, written: int) -> tuple[str, ...]:
        """The concepts that one word names: as written, or inflected if it names a phenotype or a disease."""
        exact: list[int] = []
        inflected: list[int] = []
        for name in range(self._starts[key], self._starts[key + 1]):
            same = self._written[name] == written
            if self._flags[name] & ACRONYM:
                if same and is_acronym(surface):
                    exact.append(self._concepts[name])
            elif same:
                exact.append(self._concepts[name])
            elif self._ranks[name] < 2 * _HPO_RANKS:
                inflected.append(self._concepts[name])
        return self._ids(exact or inflected)


def _longest(hits: dict[tuple[int, int], tuple[str, ...]]) -> list[Match]:
    """Hits that no longer hit of the same layer overlaps; phenotypes are a layer of their own."""
    layers: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for span, ids in hits.items():
        phenotypes = sum(1 for concept in ids if concept.startswith("HP:"))
        if phenotypes:
            layers[True].append(span)
        if phenotypes < len(ids):
            layers[False].append(span)
    kept: dict[tuple[int, int], tuple[str, ...]] = {}
    for phenotype, spans in layers.items():
        for span in _not_overlapped(spans):
            ids = tuple(concept for concept in hits[span] if concept.startswith("HP:") == phenotype)
            kept[span] = kept.get(span, ()) + ids
    return [
        Match(start, end, ids) for (start, end), ids in sorted(kept.items(), key=lambda hit: (hit[0][0], -hit[0][1]))
    ]


def _not_overlapped(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    chosen: list[tuple[int, int]] = []
    reach = -1
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start >= reach:
            chosen.append((start, end))
            reach = end
        elif end - start > chosen[-1][1] - chosen[-1][0]:
            chosen[-1] = (start, end)
            reach = end
    return chosen
