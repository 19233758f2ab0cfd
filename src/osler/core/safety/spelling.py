"""Slips of the pen: a word that no dictionary has, one letter away from a word of the rules."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib import resources
from string import ascii_lowercase
from typing import NamedTuple

_SHORTEST_SWAPPED = 4
"""Letters of the shortest word in which two neighbours may have changed places ("chest pian")."""
_SHORTEST = 6
"""Letters of the shortest word that may lack a letter, have one too many or a wrong one."""


class Spelling:
    """The words that phrases are made of, found also where one letter went wrong.

    The first letter has to be right and the written word must not be a word itself: "never" is no fever.
    """

    def __init__(self, words: Iterable[str], beginnings: Iterable[str] = ()) -> None:
        self._words = frozenset(word for word in words if len(word) >= _SHORTEST_SWAPPED and word.isalpha())
        self._beginnings = tuple(word for word in beginnings if len(word) >= _SHORTEST_SWAPPED and word.isalpha())

    def mended(self, word: str) -> str:
        """The word that was meant, or the word itself where none is near."""
        if (
            len(word) < _SHORTEST_SWAPPED
            or not (word.isascii() and word.isalpha())
            or word in self._words
            or word in known_words()
        ):
            return word
        slips = _slips(word)
        meant = self._words & slips.near | {one for one in slips.known if one.startswith(self._beginnings)}
        return next(one for one in slips.in_order if one in meant) if meant else word


class _Slips(NamedTuple):
    """The words that one slip makes of a word: in order, all together, and those that are words."""

    in_order: tuple[str, ...]
    near: frozenset[str]
    known: frozenset[str]


@lru_cache(maxsize=512)
def _slips(word: str) -> _Slips:
    """Kept, for one text is held against many tables of phrases."""
    in_order = tuple(_near(word))
    near = frozenset(in_order)
    return _Slips(in_order, near, near & known_words())


def _near(word: str) -> Iterator[str]:
    """The words that one slip makes of a word: neighbours swapped first, then a letter too many, too few, or wrong."""
    places = range(1, len(word))
    yield from (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in places[:-1])
    if len(word) > _SHORTEST:
        yield from (word[:at] + word[at + 1 :] for at in places)
    if len(word) >= _SHORTEST - 1:
        yield from (word[:at] + letter + word[at:] for at in (*places, len(word)) for letter in ascii_lowercase)
    if len(word) >= _SHORTEST:
        yield from (word[:at] + letter + word[at + 1 :] for at in places for letter in ascii_lowercase)


@cache
def known_words() -> frozenset[str]:
    """Ordinary and clinical words, which mean themselves (scripts/build_words.py)."""
    packed = resources.files(__package__).joinpath("words.txt.xz").read_bytes()
    return frozenset(lzma.decompress(packed).decode().split())
