"""Abbreviations that a criterion defines for itself: after "acetylsalicylic acid (ASA)", ASA is no scale."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import names_of_scale, scale_names

_DEFINED = re.compile(r"((?:[\w'-]+\s+){1,5})\(([A-Z][A-Za-z]{1,7})\)")
_SHORT = re.compile(r"\(([A-Z][A-Za-z]{1,7})\)")
_WORD = re.compile(r"[a-z]{4,}")


def is_drawn_from(short: str, words: Sequence[str]) -> bool:
    """Whether an abbreviation takes letters of every word in their order, the first of each: "DKA (diabetic ketoacidosis)"."""
    place = 0
    for word in words:
        if not word or place >= len(short) or word[0] != short[place]:
            return False
        place += 1
        ahead = words[words.index(word) + 1][:1] if word is not words[-1] else ""
        for letter in word[1:]:
            if place < len(short) and letter == short[place] and short[place] != ahead:
                place += 1
    return place == len(short)


def not_scales(text: str) -> frozenset[str]:
    """The short names of scales, in lower case, by which the text means something else that it spells out."""
    if not any(match[1].lower() in scale_names() for match in _SHORT.finditer(text)):
        return frozenset()
    found = set()
    for match in _DEFINED.finditer(text):
        short = match[2].lower()
        words = match[1].lower().split()
        if short in scale_names() and not _names_scale(words, short) and _spells(short, words):
            found.add(short)
    return frozenset(found)


def _names_scale(words: Sequence[str], short: str) -> bool:
    """Whether words share one with the names of a scale: "Mini-Mental Status (MMSE)" is that scale in another form."""
    names = {word for name in names_of_scale(scale_names()[short]) for word in _WORD.findall(name.lower())}
    return any(word in names for one in words for word in _WORD.findall(one))


def _spells(short: str, words: Sequence[str]) -> bool:
    return any(is_drawn_from(short, words[start:]) for start in range(len(words)))
