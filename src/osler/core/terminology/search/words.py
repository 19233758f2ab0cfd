"""Which words of an index a word of a query may stand for: itself, a word of the same meaning, a word spelt almost so."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import OSA

from osler.core.terminology.search.build import trigrams
from osler.core.terminology.search.index import SearchIndex
from osler.core.terminology.search.normal import stem
from osler.core.terminology.search.paraphrase import rules

_SAME_MEANING = 0.9
_LONGEST_LIST = 40
_KEPT = 6


class Reading(NamedTuple):
    """A word of the index that a query's word may stand for, and how surely."""

    token: int
    similarity: float


class Word(NamedTuple):
    """A word of a query: its letters, what it weighs, what it may stand for, and whether it looks misspelt."""

    text: str
    weight: float
    readings: tuple[Reading, ...]
    misspelt: bool

    def is_near(self, name: str) -> bool:
        """Whether a word of the name is spelt almost like this one; near stems alone can belong to other words."""
        allowed = _edits(self.text)
        return any(OSA.distance(self.text, word, score_cutoff=allowed) <= allowed for word in name.split())


def read_word(index: SearchIndex, text: str, *, may_be_misspelt: bool = True) -> Word:
    """What a word of the query may stand for in this index."""
    word = stem(text)
    own = index.token(word)
    readings = [] if own is None else [Reading(own, 1.0)]
    for other, similarity in _same_meaning().get(word, {}).items():
        token = index.token(other)
        if token is not None:
            readings.append(Reading(token, similarity))
    weight = float(index.token_weight[own]) if own is not None else index.unseen_weight
    if readings:
        return Word(text, weight, tuple(readings), misspelt=False)
    near = _near(index, word) if may_be_misspelt else []
    if near:
        weight = float(index.token_weight[near[0].token])
    return Word(text, weight, tuple(near), misspelt=bool(near))


def _near(index: SearchIndex, word: str) -> list[Reading]:
    """Words within one edit (two for long words), among those that share most runs of letters."""
    allowed = _edits(word)
    if not allowed:
        return []
    found = [index.tokens_with[gram] for letters in trigrams(word) if (gram := index.gram(letters)) is not None]
    if not found:
        return []
    tokens, shared = np.unique(np.concatenate(found), return_counts=True)
    # An edit changes at most three runs of letters, so a word within the limit still shares the others.
    enough = shared >= max(1, len(word) - 3 * allowed)
    tokens, shared = tokens[enough], shared[enough]
    best = tokens[np.argsort(-shared, kind="stable")[:_LONGEST_LIST]]
    readings = []
    for token in best.tolist():
        text = index.tokens[token]
        distance = OSA.distance(word, text, score_cutoff=allowed)
        if distance <= allowed and not _is_number(text):
            readings.append(Reading(token, 1.0 - distance / max(len(word), len(text))))
    return sorted(readings, key=lambda reading: -reading.similarity)[:_KEPT]


def _edits(word: str) -> int:
    """How many slips of the pen a word may have: none in a short word or a number."""
    if len(word) < 4 or any(char.isdigit() for char in word):
        return 0
    return 1 if len(word) < 8 else 2


def _is_number(text: str) -> bool:
    return any(char.isdigit() for char in text)


@cache
def _same_meaning() -> dict[str, dict[str, float]]:
    """Stem → stems of words that can stand for it, and how surely."""
    found: dict[str, dict[str, float]] = {}
    for phrase, options in rules().items():
        for rule in options:
            if len(phrase) == len(rule.replacement) == 1 and stem(phrase[0]) != stem(rule.replacement[0]):
                others = found.setdefault(stem(phrase[0]), {})
                others.setdefault(stem(rule.replacement[0]), _SAME_MEANING * rule.reliability)
    return found
