"""A small index of words with BM25 scores, for some thousands of texts in memory."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from osler.trials.retrieval.words import words_of

Weights = Mapping[str, float]
"""How much each word of a query counts."""

_K1, _B = 1.2, 0.75
"""The usual values of BM25 (Robertson and Zaragoza 2009)."""


class WordIndex:
    """Texts by id."""

    def __init__(self, texts: Mapping[str, str], *, words: Callable[[str], Sequence[str]] = words_of) -> None:
        self.ids = list(texts)
        self.texts = texts
        self.counts = [Counter(words(texts[name])) for name in self.ids]
        self.lengths = [sum(count.values()) for count in self.counts]
        self._mean = sum(self.lengths) / max(1, len(self.lengths)) or 1.0
        self.postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, count in enumerate(self.counts):
            for word, times in count.items():
                self.postings[word].append((place, times))

    def __len__(self) -> int:
        return len(self.ids)

    def rarity(self, word: str) -> float:
        """The inverse document frequency of a word; zero for one that no text has."""
        having = len(self.postings.get(word, ()))
        return math.log(1 + (len(self) - having + 0.5) / (having + 0.5)) if having else 0.0

    def scores(self, weights: Weights) -> dict[int, float]:
        """The score of every text that has a word of the query, by its place."""
        found: dict[int, float] = defaultdict(float)
        for word, weight in weights.items():
            rarity = self.rarity(word)
            for place, times in self.postings.get(word, ()):
                length = self.lengths[place] / self._mean
                found[place] += weight * rarity * times * (_K1 + 1) / (times + _K1 * (1 - _B + _B * length))
        return found

    def ranked(self, scores: Mapping[int, float]) -> list[int]:
        """Places in the order of their scores; equal ones by id."""
        return sorted(scores, key=lambda place: (-scores[place], self.ids[place]))
