"""The plain words that a clinical name is made of: "cholecystectomy" says gallbladder and removal."""

from __future__ import annotations

import itertools
import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from osler.core.terminology.search.normal import singular

_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_JOINED_BY = ("", "o", "i", "a")
"""The vowels between two parts of a word."""
_SHORTEST = 5
"""A shorter word is not taken apart: too many everyday words begin like a part."""
_GENERIC = "~"


class _Parts(NamedTuple):
    words: dict[str, frozenset[str]]
    parts: dict[str, frozenset[str]]


class Glossed(NamedTuple):
    """What a name says in plain words, and of these what tells nothing by itself."""

    meanings: frozenset[str]
    generic: frozenset[str]


@cache
def _table() -> _Parts:
    text = files("osler.core.terminology").joinpath("data/word_parts.tsv").read_text(encoding="utf-8")
    words: dict[str, set[str]] = {}
    parts: dict[str, set[str]] = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        meaning, said, inside = [*line.split("\t"), "", ""][:3]
        for word in (meaning.removeprefix(_GENERIC), *said.split(",")):
            words.setdefault(singular(word), set()).add(meaning)
        for part in filter(None, inside.split(",")):
            parts.setdefault(part, set()).add(meaning)
    del words[""]
    return _Parts(
        {word: frozenset(meant) for word, meant in words.items()},
        {part: frozenset(meant - {_GENERIC}) for part, meant in parts.items()},
    )


@lru_cache(maxsize=4096)
def plain_meanings(word: str) -> frozenset[str]:
    """What one word says in plain ones; nothing where neither it nor all of its parts are known."""
    known = _table().words.get(singular(word))
    if known is not None:
        return known
    return (_taken_apart(word, first=True) or frozenset()) if len(word) >= _SHORTEST else frozenset()


def _taken_apart(word: str, *, first: bool) -> frozenset[str] | None:
    """The meanings of the parts that make up a whole word, the longest part first; None where a rest stays unknown."""
    if not word:
        return frozenset()
    for length in range(len(word), 1, -1):
        meant = _table().parts.get(word[:length])
        if meant is None or (first and length == len(word)):
            continue
        for vowel in _JOINED_BY:
            if word[length:].startswith(vowel):
                rest = _taken_apart(word[length + len(vowel) :], first=False)
                if rest is not None:
                    return meant | rest
    return None


@lru_cache(maxsize=4096)
def in_plain_words(name: str) -> Glossed:
    """What the words of a name say, one by one and in twos."""
    spoken = [singular(word) for word in _WORD.findall(name.lower())]
    pairs = [f"{one} {other}" for one, other in itertools.pairwise(spoken)]
    found = {meaning for word in [*spoken, *pairs] for meaning in plain_meanings(word)}
    return Glossed(frozenset(found), frozenset(meaning for meaning in found if meaning.startswith(_GENERIC)))
