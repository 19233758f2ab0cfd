"""The table of names as the matcher reads it: what a word is, which key a window has, which concepts a key means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from osler.core.terminology.compiling import Arrays
from osler.core.terminology.names.keys import (
    ACRONYM,
    DERIVED,
    HAS_CONJUNCTION,
    IN_ORDER,
    guarded_names,
    is_acronym,
    sequence_hash,
    token_hash,
)
from osler.core.terminology.names.tokens import (
    CONJUNCTIONS,
    is_stop_word,
    light_stem,
    root,
    written_form,
)

_CACHE_LIMIT = 100_000
_LONGEST_KEPT_GAP = 16
_LONGEST_KEPT_WORD = 60
_RANKS_PER_VOCABULARY = 8
_LONGEST_UNINFLECTED = 4


class Word(NamedTuple):
    """What is known of a surface form: its root's hash, its own hash, the concepts it names alone, what it does."""

    root: int
    written: int
    alone: tuple[str, ...]
    role: int = 0


FINDING, ADJECTIVE, BARRIER, PASSED_OVER, NUMBER = 1, 2, 4, 8, 16
"""Roles of a word: the name of a phenotype as listed, a word that wants a noun, one that no list of findings contains, one
that may stand inside a name without being part of it ("hypoplasia of the left kidney", "the ears were low-set"), a number."""


DERIVED_DISTANCE = 3


class Hit(NamedTuple):
    """A possible match: how many words it has, and how far they are from the name (0 as written, 2 reordered, 3 derived)."""

    start: int
    end: int
    words: int
    distance: int
    ids: tuple[str, ...]


BREAK, COMMA, SLASH, AND, COMMA_AND = -1, -2, -3, -4, -5
"""What stands between two words; a separator's number is negative, as a root's hash never is."""

SKIP = Word(0, 0, ())
_CONJUNCTION = Word(AND, 0, ())
_ADJECTIVE_ENDINGS = ("al", "ic", "ar", "ous", "ive", "ory", "ary")
# Between two parts of one name in a list these do not stand: "hypotonia since birth and seizures" is no list of seizures.
_BARRIERS = frozenset(
    (
        "addition", "after", "age", "also", "are", "as", "associated", "be", "because", "been", "before",
        "being", "but", "can", "cause", "caused", "causes", "characterized", "child", "children", "could",
        "days", "describe", "described", "develop", "developed", "develops", "did", "do", "does", "due",
        "during", "from", "had", "has", "have", "having", "he", "history", "include", "included", "includes",
        "including", "is", "it", "may", "might", "months", "no", "not", "occur", "occurred", "occurs", "old",
        "other", "patient", "patients", "present", "presented", "presenting", "presents", "report",
        "reported", "reports", "result", "resulted", "resulting", "she", "should", "show", "showed", "shown",
        "shows", "since", "such", "than", "that", "then", "these", "they", "this", "those", "to", "until",
        "was", "we", "weeks", "were", "when", "which", "while", "who", "will", "with", "without", "would",
        "years",
    )
)  # fmt: skip
_BREAKS = frozenset(".;:!?()[]{}\n")
_AND_SIGN = re.compile(r"\s[&+]\s")
"""A sign that stands for "and": "petechiae & fever" is no petechial fever; "N&V" and "D&C" are one word."""
_PASSED_OVER = frozenset(
    token_hash(root(word))
    for word in (
        "left", "right", "both", "bilateral", "unilateral", "mild", "severe", "marked", "multiple", "several", "is", "are",
        "was", "were", "appeared", "appear", "appears", "seemed", "looked", "remained", "been", "being", "moderate",
        "very", "somewhat", "still", "quite", "rather", "also", "became", "noted", "found", "not",
        "level", "levels", "degree", "occurrence", "presence", "evidence",
    )
)  # fmt: skip
_SHORTEST_ADVERB = 6
_NO_ADVERBS = ("aly", "yly", "family", "assembly")


class Phrase:
    """The content words between two breaks, each with its place and what separates it from the one before."""

    __slots__ = ("ends", "is_list", "is_loose", "linked", "roots", "separators", "starts", "words")

    def __init__(self) -> None:
        self.words: list[Word] = []
        self.roots: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.separators: list[int] = []
        self.is_list = False
        self.is_loose = False
        """Whether it has words that may stand inside a name without being part of it."""
        self.linked: set[int] = set()
        """Words of a link: a comma before one parts nothing ("ears, which were small")."""

    def without_passed_over(self) -> Phrase:
        """The phrase without words that may stand inside a name."""
        rest = Phrase()
        parted = 0
        for index, word in enumerate(self.words):
            if word[3] & PASSED_OVER:
                # A comma before a word that is left out parts what stands around it: "vomits, not bilious".
                parted = parted or (0 if index in self.linked else self.separators[index])
            else:
                rest.roots.append(word[0])
                rest.words.append(word)
                rest.starts.append(self.starts[index])
                rest.ends.append(self.ends[index])
                rest.separators.append(self.separators[index] or (parted if parted == COMMA else 0))
                parted = 0
        return rest


class NameTable:
    """The compiled names; what was worked out for a word or a window is remembered up to a limit."""

    def __init__(self, tables: Arrays, concept_id: Callable[[int], str]) -> None:
        self._concept_id = concept_id
        self.pairs = tables["pairs"].data
        self.pair_mask = len(self.pairs) - 1
        self.words: dict[str, Word] = {}
        self.gaps: dict[str, int] = {}
        self._slots = tables["slots"].data
        self._mask = len(self._slots) - 1
        self._keys = tables["keys"].data
        self._starts = tables["key_starts"].data
        self._concepts = tables["name_concepts"].data
        self._ranks = tables["name_ranks"].data
        self._ordered = tables["name_ordered"].data
        self._written = tables["name_written"].data
        self._flags = tables["name_flags"].data
        self._resolved: dict[tuple[int, int, bool], tuple[int, tuple[str, ...]]] = {}

    def lookup(self, total: int) -> int:
        """The position of a key, or a negative number."""
        slots, mask = self._slots, self._mask
        slot = total & mask
        found: int = slots[slot]
        while found >= 0:
            if self._keys[found] == total:
                return found
            slot = (slot + 1) & mask
            found = slots[slot]
        return -1

    def learn(self, surface: str) -> Word:
        """What a surface form is, worked out once."""
        if len(self.words) > _CACHE_LIMIT:
            self.words.clear()
        word = self._word(surface)
        if len(surface) <= _LONGEST_KEPT_WORD:
            self.words[surface] = word
        return word

    def learn_gap(self, gap: str) -> int:
        """What the characters between two words mean: a break, a separator, or nothing (0)."""
        if len(self.gaps) > _CACHE_LIMIT:
            self.gaps.clear()
        if not _BREAKS.isdisjoint(gap):
            kind = BREAK
        elif "," in gap:
            kind = COMMA
        else:
            kind = SLASH if "/" in gap else AND if _AND_SIGN.search(gap) else 0
        if len(gap) <= _LONGEST_KEPT_GAP:
            self.gaps[gap] = kind
        return kind

    def resolve(self, key: int, window: list[Word], crossed: bool) -> tuple[int, tuple[str, ...]]:
        """The concepts of a key whose names are closest to what was written, with that distance."""
        written = sequence_hash([word[1] for word in window])
        memo = (key, written, crossed)
        known = self._resolved.get(memo)
        if known is None:
            if len(self._resolved) > _CACHE_LIMIT:
                self._resolved.clear()
            ordered = sequence_hash([word[0] for word in window])
            known = self._resolved[memo] = self._choose(key, ordered, written, crossed=crossed)
        return known

    def _choose(self, key: int, ordered: int, written: int, *, crossed: bool) -> tuple[int, tuple[str, ...]]:
        best: dict[bool, int] = {}
        found: list[tuple[int, bool, int]] = []
        for name in range(self._starts[key], self._starts[key + 1]):
            if crossed and not self._flags[name] & HAS_CONJUNCTION:
                continue
            distance = 0 if self._written[name] == written else 1 if self._ordered[name] == ordered else 2
            if self._flags[name] & DERIVED:
                distance = DERIVED_DISTANCE
            phenotype = self._ranks[name] < _RANKS_PER_VOCABULARY
            if distance >= 2 and (not phenotype or self._flags[name] & IN_ORDER):
                continue
            best[phenotype] = min(distance, best.get(phenotype, distance))
            found.append((distance, phenotype, self._concepts[name]))
        ids = self._ids(concept for distance, phenotype, concept in found if distance == best[phenotype])
        return min(best.values(), default=0), ids

    def _ids(self, concepts: Iterable[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._concept_id(concept) for concept in concepts))

    def _word(self, surface: str) -> Word:
        if is_stop_word(surface):
            return SKIP
        if surface.lower() in CONJUNCTIONS:
            return _CONJUNCTION
        word = written_form(surface)
        root_hash, written = token_hash(root(surface)), token_hash(word)
        key = self.lookup(root_hash)
        guarded = word in guarded_names() and not is_acronym(surface)
        alone, listed = self._choose_word(key, surface, word) if key >= 0 and not guarded else ((), False)
        lowered = surface.lower()
        role = FINDING if listed else ADJECTIVE if lowered.endswith(_ADJECTIVE_ENDINGS) else 0
        if lowered in _BARRIERS:
            role |= BARRIER
        if lowered.isdigit():
            role |= BARRIER | NUMBER
        if root_hash in _PASSED_OVER or _is_adverb(lowered):
            role |= PASSED_OVER
        return Word(root_hash, written, alone, role)

    def _choose_word(self, key: int, surface: str, word: str) -> tuple[tuple[str, ...], bool]:
        """The concepts that one word names, as written or inflected if it names a phenotype; whether as written."""
        written, light = (
            sequence_hash((token_hash(word),)),
            sequence_hash((token_hash(light_stem(word)),)),
        )
        # Capitals and short words are what they are: HIV is no form of hives, "mut" none of mutism.
        inflects = len(surface) > _LONGEST_UNINFLECTED and not is_acronym(surface)
        listed: list[int] = []
        others: list[int] = []
        inflected: list[int] = []
        for name in range(self._starts[key], self._starts[key + 1]):
            phenotype = self._ranks[name] < _RANKS_PER_VOCABULARY
            if self._written[name] == written:
                if is_acronym(surface) or not self._flags[name] & ACRONYM:
                    (listed if phenotype else others).append(self._concepts[name])
            elif inflects and phenotype and self._ordered[name] == light and not self._flags[name] & ACRONYM:
                inflected.append(self._concepts[name])
        return self._ids((*listed, *others) or inflected), bool(listed)


def _is_adverb(lowered: str) -> bool:
    """Whether a word says how something is: "posteriorly", "persistently", "markedly"."""
    return (
        len(lowered) >= _SHORTEST_ADVERB
        and lowered.endswith("ly")
        and (lowered.endswith("ally") or not lowered.endswith(_NO_ADVERBS))
    )
