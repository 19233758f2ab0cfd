"""What texts are about, though they say it in other words: words that keep the same company count as one."""

from __future__ import annotations

import math

import numpy as np

from osler.trials.retrieval.index import Weights, WordIndex
from osler.trials.retrieval.sparse import Matrix, SparseMatrix

_TOPICS = 64
_SPARE, _ROUNDS, _SEED = 20, 2, 0
"""Directions beyond those that are kept, and rounds, of the randomised decomposition (Halko, Martinsson and Tropp 2011)."""
_LEAST_TEXTS, _LARGEST_SHARE, _LEAST_LETTERS = 3, 0.3, 3
_NO_LENGTH = 1e-9


class TopicSpace:
    """Texts as directions among topics: latent semantic analysis (Deerwester et al. 1990) of the words of an index."""

    def __init__(self, index: WordIndex, *, topics: int = _TOPICS) -> None:
        self._index = index
        telling = [word for word in index.postings if _is_telling(word, index)]
        self._columns = {word: column for column, word in enumerate(telling)}
        texts = self._weighed()
        self._topics = _main_directions(texts, min(topics, *texts.shape))
        self._places = _unit(texts.times(self._topics.T))

    def likeness(self, weights: Weights) -> dict[int, float]:
        """How much each text is about what the words of a query are about, by its place; what is unlike it is not there."""
        wanted = np.zeros(len(self._columns), np.float32)
        for word, weight in weights.items():
            column = self._columns.get(word)
            if column is not None:
                wanted[column] = weight * self._index.rarity(word)
        alike = self._places @ _unit((self._topics @ wanted)[None, :])[0]
        return {int(place): float(alike[place]) for place in np.flatnonzero(alike > 0)}

    def _weighed(self) -> SparseMatrix:
        """What each word weighs in each text, every text being of length one."""
        rows, columns, weights = [], [], []
        for row, count in enumerate(self._index.counts):
            told = {word: times for word, times in count.items() if word in self._columns}
            weighed = [(1 + math.log(times)) * self._index.rarity(word) for word, times in told.items()]
            length = math.hypot(*weighed)
            rows += [row] * len(told)
            columns += [self._columns[word] for word in told]
            weights += [weight / length for weight in weighed]
        return SparseMatrix.of(rows, columns, weights, (len(self._index), len(self._columns)))


def _is_telling(word: str, index: WordIndex) -> bool:
    """Whether a word can tell topics apart: it is no number, and neither nearly alone nor nearly everywhere."""
    if len(word) < _LEAST_LETTERS or word.isdigit():
        return False
    return _LEAST_TEXTS <= len(index.postings[word]) < _LARGEST_SHARE * len(index)


def _main_directions(texts: SparseMatrix, wanted: int) -> Matrix:
    """The directions in which texts differ most, one in a row; the same for the same texts."""
    turned = texts.turned()
    width = min(wanted + _SPARE, *texts.shape)
    guess = np.random.default_rng(_SEED).standard_normal((texts.shape[1], width)).astype(np.float32)
    for _ in range(_ROUNDS):
        guess = turned.times(np.linalg.qr(texts.times(guess))[0])
    whole = turned.times(np.linalg.qr(texts.times(guess))[0]).T
    return np.linalg.svd(whole, full_matrices=False)[2][:wanted].astype(np.float32)


def _unit(rows: Matrix) -> Matrix:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Matrix = rows / np.maximum(lengths, _NO_LENGTH).astype(np.float32)
    return scaled
