"""A phrase matcher by words: one pass over the text, whatever the number of phrases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u02bc": "'"})
# Words of which the final "s" is not a plural: status, sepsis, distress.
_NOT_PLURAL = ("us", "is", "ss")


class PhraseHit(NamedTuple):
    """A phrase found in a text; `key` is what the phrase was registered under."""

    start: int
    end: int
    key: str


class PhraseTable:
    """Phrases indexed by their first word."""

    def __init__(self, phrases: Iterable[tuple[str, str]]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for phrase, key in phrases:
            words = tuple(word for _, _, word in _words(phrase))
            if words:
                self._by_first.setdefault(words[0], []).append((words, key))

    def find(self, text: str) -> list[PhraseHit]:
        """Every phrase in the text, overlapping ones included, in order of where they start."""
        words = list(_words(text))
        hits = []
        for position, (start, _, word) in enumerate(words):
            for phrase, key in self._by_first.get(word, ()):
                window = words[position : position + len(phrase)]
                if len(window) == len(phrase) and all(w[2] == p for w, p in zip(window, phrase, strict=True)):
                    hits.append(PhraseHit(start, window[-1][1], key))
        return hits


def _words(text: str) -> Iterator[tuple[int, int, str]]:
    # `lower` may lengthen a few characters; those texts are matched as they are, to keep offsets true.
    lowered = text.lower()
    plain = (lowered if len(lowered) == len(text) else text).translate(_APOSTROPHES)
    for found in _WORD.finditer(plain):
        word = found.group()
        if word.endswith("s") and len(word) > 3 and not word.endswith(_NOT_PLURAL):
            word = word[:-1]
        yield found.start(), found.end(), word
