"""A phrase matcher by words: one pass over the text, whatever the number of phrases."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
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
        self._by_first: dict[str, list[tuple[list[str], str]]] = {}
        for phrase, key in phrases:
            words = _words(_plain(phrase))
            if words:
                self._by_first.setdefault(words[0], []).append((words, key))

    def find(self, text: str) -> list[PhraseHit]:
        """Every phrase in the text, overlapping ones included, in order of where they start."""
        plain = _plain(text)
        words = _words(plain)
        hits = [
            (place, place + len(phrase) - 1, key)
            for place, word in enumerate(words)
            if word in self._by_first
            for phrase, key in self._by_first[word]
            if words[place : place + len(phrase)] == phrase
        ]
        if not hits:
            return []
        offsets = [found.span() for found in _WORD.finditer(plain)]
        return [PhraseHit(offsets[first][0], offsets[last][1], key) for first, last, key in hits]


def _plain(text: str) -> str:
    # `lower` may lengthen a few characters; those texts are matched as they are, to keep offsets true.
    lowered = text.lower()
    return (lowered if len(lowered) == len(text) else text).replace("\u2019", "'").replace("\u02bc", "'")


def _words(plain: str) -> list[str]:
    return [
        word[:-1] if word[-1] == "s" and len(word) > 3 and not word.endswith(_NOT_PLURAL) else word
        for word in _WORD.findall(plain)
    ]
