"""Words of a text in the form in which they are compared."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")
_STOP = frozenset(
    ["a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "had", "has", "have", "he", "her", "him",
     "his", "in", "is", "it", "its", "no", "not", "of", "on", "or", "she", "that", "the", "their", "there", "they",
     "this", "to", "was", "were", "which", "who", "will", "with", "history", "old", "patient", "year"]
)  # fmt: skip
_ENDINGS = ("ing", "ed", "es", "s")
_KEPT = ("ss", "is", "us")
_LEAST_STEM = 4


def words_of(text: str) -> list[str]:
    """The words that carry content, each without its ending."""
    return [stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP]


def stem(word: str) -> str:
    """A word without the commonest English endings."""
    if word.endswith("ies") and len(word) > _LEAST_STEM:
        return word[:-3] + "y"
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM and not word.endswith(_KEPT):
            return word[: -len(ending)]
    return word
