"""What a sentence is compared by: its words, its pairs of words and the parts of its words, as places of a vector."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

PLACES = 1 << 13
"""The length of the vector: so many features that two seldom share a place."""
_TOKEN = re.compile(r"\[[a-z]\]|[a-z]+(?:'[a-z]+)?|\d+|[?!]", re.IGNORECASE)
_PART = 4
_WEIGHT = {"word": 1.0, "pair": 0.8, "apart": 0.5, "part": 0.5, "edge": 0.6}
"""How much a feature of a sort counts: parts of words find misspelt ones and say less than words."""


def vector(text: str) -> dict[int, float]:
    """The places of a text's features and their counts, sublinear."""
    counted: Counter[tuple[str, str]] = Counter(_features(_TOKEN.findall(text.lower().replace("’", "'"))))
    found: dict[int, float] = {}
    for (sort, what), count in counted.items():
        place = zlib.crc32(f"{sort} {what}".encode()) % PLACES
        found[place] = found.get(place, 0.0) + _WEIGHT[sort] * (1.0 + np.log(count))
    return found


def _features(tokens: Sequence[str]) -> list[tuple[str, str]]:
    found = [("word", token) for token in tokens]
    found += [("pair", f"{one} {two}") for one, two in pairwise(tokens)]
    found += [("apart", f"{one} _ {two}") for one, two in zip(tokens, tokens[2:], strict=False)]
    found += [("edge", f"^{token}") for token in tokens[:2]] + [("edge", f"{token}$") for token in tokens[-2:]]
    for token in tokens:
        if len(token) >= _PART and not token.startswith("["):
            bounded = f"<{token}>"
            found += [("part", bounded[at : at + _PART]) for at in range(len(bounded) - _PART + 1)]
    return found


def rows(texts: Sequence[str], weight: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """The vectors of texts, weighted and of length one."""
    made = np.zeros((len(texts), PLACES), dtype=np.float32)
    for row, text in enumerate(texts):
        for place, value in vector(text).items():
            made[row, place] = value
    if weight is not None:
        made *= weight
    made /= np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-6)
    return made
