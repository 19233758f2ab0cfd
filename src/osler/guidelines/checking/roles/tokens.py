"""A sentence as a row of what it says, word by word: stems, and each amount as one word by its kind and size."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from osler.core.library import stems
from osler.guidelines.checking.amounts import amounts
from osler.guidelines.checking.roles.standing import is_standing

_WORD = re.compile(r"[A-Za-z][\w'-]*|\d[\d.]*|[,;:()]")
_NOTHING = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "is",
        "are",
        "be",
        "been",
        "was",
        "were",
        "to",
        "that",
        "this",
        "these",
        "those",
        "which",
        "it",
        "its",
        "he",
        "she",
        "they",
        "them",
        "their",
        "his",
        "her",
        "as",
        "do",
        "does",
        "should",
        "must",
        "may",
        "can",
        "will",
        "would",
        "shall",
        "has",
        "have",
        "had",
        "also",
        "then",
        "there",
        "any",
        "and",
        "or",
        "for",
        "in",
        "on",
        "at",
        "with",
        "by",
        "from",
        "who",
        "whom",
        "whose",
        ",",
        ";",
        ":",
        "(",
        ")",
    ]
)
_JOINS = frozenset({"and", "or", "but", ";", ",", ":", "(", ")", "then", "while", "whereas", "nor"})


class Token(NamedTuple):
    """A word or an amount of a sentence."""

    text: str
    key: str
    at: int
    joins: bool
    """Whether it only joins parts."""
    amount: bool = False

    @property
    def tells(self) -> bool:
        """Whether it says something."""
        return self.key != ""


@lru_cache(maxsize=4096)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The words and amounts of a sentence, in order."""
    found: list[Token] = []
    taken: list[tuple[int, int]] = []
    for one in amounts(text):
        if one.at >= 0:
            found.append(Token(one.text, f"{one.kind}:{one.size:.4g}", one.at, joins=False, amount=True))
            taken.append((one.at, one.at + len(one.text)))
    for match in _WORD.finditer(text):
        if any(start <= match.start() < end for start, end in taken):
            continue
        word = match.group().casefold()
        key = "" if word in _NOTHING or word in _JOINS else (stems(word) or [word])[0]
        found.append(Token(match.group(), key, match.start(), joins=word in _JOINS))
    return tuple(sorted(found, key=lambda one: one.at))


def telling(text: str) -> list[Token]:
    """Those that say something."""
    return [one for one in tokens_of(text) if one.tells]


def same(one: Token, other: Token) -> bool:
    """Whether two words say the same."""
    if one.key == other.key or one.amount or other.amount:
        return one.key == other.key
    return _is_one_word(one.key, other.key)


@lru_cache(maxsize=65536)
def _is_one_word(one: str, other: str) -> bool:
    return is_standing(one, {other})
