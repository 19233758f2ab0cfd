"""What a sentence is compared by: its words, which of them follow each other, and the parts of its words, as places of a vector."""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

PLACES = 1 << 16
"""The length of the vector: so many features that few share a place."""
_TOKEN = re.compile(r"\[[a-z]\]|[a-z]+(?:'[a-z]+)?|\d+|[?!]", re.IGNORECASE)
_PART, _NEAR = 4, 5
"""Letters of a part of a word; how many words a word is seen together with."""
_SORTS = {"words": 1.0, "parts": 0.8, "order": 0.6}
"""How much the features of a sort count together: parts of words find misspelt ones, words in order those with others between them."""


class Features(NamedTuple):
    """The places of a text's features, each once, and how much of each there is."""

    places: NDArray[np.int64]
    values: NDArray[np.float32]


def features(text: str, rarity: NDArray[np.float32] | None = None) -> Features:
    """The features of a text, those of each sort of length one; by how rare they are, where that is known."""
    tokens = _TOKEN.findall(text.lower().replace("’", "'"))
    summed: dict[int, float] = {}
    for sort, found in (("words", _words(tokens)), ("parts", _parts(tokens)), ("order", _order(tokens))):
        counted: dict[int, float] = {}
        for what, count in Counter(found).items():
            place = zlib.crc32(f"{sort} {what}".encode()) % PLACES
            counted[place] = counted.get(place, 0.0) + 1.0 + math.log(count)
        places = np.fromiter(counted, np.int64, len(counted))
        values = np.fromiter(counted.values(), np.float32, len(counted))
        if rarity is not None:
            values = values * rarity[places]
        length = max(float(np.linalg.norm(values)), 1e-6)
        for place, value in zip(places.tolist(), (values * (_SORTS[sort] / length)).tolist(), strict=True):
            summed[place] = summed.get(place, 0.0) + value
    return Features(np.fromiter(summed, np.int64, len(summed)), np.fromiter(summed.values(), np.float32, len(summed)))


def _words(tokens: Sequence[str]) -> Iterator[str]:
    yield from tokens
    yield from (f"{one} {two}" for one, two in pairwise(tokens))
    yield from (f"{one} _ {two}" for one, two in zip(tokens, tokens[2:], strict=False))
    yield from (f"^{token}" for token in tokens[:2])
    yield from (f"{token}$" for token in tokens[-2:])


def _parts(tokens: Sequence[str]) -> Iterator[str]:
    for token in tokens:
        if len(token) >= _PART and not token.startswith("["):
            bounded = f"<{token}>"
            yield from (bounded[at : at + _PART] for at in range(len(bounded) - _PART + 1))


def _order(tokens: Sequence[str]) -> Iterator[str]:
    for at, one in enumerate(tokens):
        yield from (f"{one}>{two}" for two in tokens[at + 1 : at + 1 + _NEAR])
