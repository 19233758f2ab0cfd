"""Abbreviations that a text defines for itself: "intellectual disability (ID) … ID was severe"."""

from __future__ import annotations

import re
from collections.abc import Callable

from osler.core.terminology.matching.lookup import Hit

_DEFINITION = re.compile(r"\(([A-Z][A-Za-z0-9-]{1,7})\)")
_MOST_DEFINITIONS = 50


def defined_abbreviations(
    text: str, hits: list[Hit], whole: Callable[[str], tuple[str, ...]] = lambda name: ()
) -> list[Hit]:
    """What the abbreviations stand for, at every place where they are written; `whole` gives the concepts of a name."""
    if "(" not in text:
        return []
    by_end: dict[int, Hit] = {}
    for hit in hits:
        longer = by_end.get(hit.end)
        if longer is None or hit.start < longer.start:
            by_end[hit.end] = hit
    meanings: dict[str, tuple[str, ...]] = {}
    for definition in _DEFINITION.finditer(text):
        opening = definition.start()
        defined = by_end.get(opening - 1 if text[opening - 1 : opening] == " " else opening)
        if defined is None or len(meanings) >= _MOST_DEFINITIONS:
            continue
        if ids := _meant(definition[1], text[defined.start : defined.end], defined, whole):
            meanings[definition[1]] = ids
    if not meanings:
        return []
    taken = {(hit.start, hit.end) for hit in hits}
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, meanings))})\b")
    return [
        Hit(place.start(), place.end(), 1, 0, meanings[place[0]])
        for place in pattern.finditer(text)
        if place.span() not in taken
    ]


def _meant(abbreviation: str, name: str, defined: Hit, whole: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
    """What the end of a name is that an abbreviation stands for: all of it, or the "hearing loss (HL)" of a profound one."""
    if _stands_for(abbreviation, name):
        return defined.ids
    ends = [end for space in _SPACE.finditer(name) if _stands_for(abbreviation, end := name[space.end() :])]
    if ends and abbreviation[-1].isdigit():
        return defined.ids  # a number tells which of its kinds is meant: "proximal symphalangism (SYM1)"
    return next(filter(None, map(whole, ends)), ())


_SPACE = re.compile(r"[\s-]+")


def _stands_for(abbreviation: str, name: str) -> bool:
    """Whether the letters come in the name in the same order, beginning with its first."""
    letters = [letter for letter in abbreviation.lower() if letter.isalpha()]
    lowered = name.lower()
    if lowered[:1] != letters[0]:
        return False
    position = 0
    for letter in letters:
        position = lowered.find(letter, position) + 1
        if not position:
            return False
    return True
