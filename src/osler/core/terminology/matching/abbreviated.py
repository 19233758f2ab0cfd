"""Abbreviations that a text defines for itself: "intellectual disability (ID) … ID was severe"."""

from __future__ import annotations

import re

from osler.core.terminology.matching.lookup import Hit

_DEFINITION = re.compile(r"\(([A-Z][A-Za-z0-9-]{1,7})\)")
_MOST_DEFINITIONS = 50


def defined_abbreviations(text: str, hits: list[Hit]) -> list[Hit]:
    """What the abbreviations stand for, at every place where they are written."""
    if "(" not in text:
        return []
    by_end: dict[int, Hit] = {}
    for hit in hits:
        longer = by_end.get(hit.end)
        if longer is None or hit.start < longer.start:
            by_end[hit.end] = hit
    meanings: dict[str, Hit] = {}
    for definition in _DEFINITION.finditer(text):
        opening = definition.start()
        defined = by_end.get(opening - 1 if text[opening - 1 : opening] == " " else opening)
        if (
            defined
            and len(meanings) < _MOST_DEFINITIONS
            and _stands_for(definition[1], text[defined.start : defined.end])
        ):
            meanings[definition[1]] = defined
    if not meanings:
        return []
    taken = {(hit.start, hit.end) for hit in hits}
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, meanings))})\b")
    return [
        Hit(place.start(), place.end(), 1, 0, meanings[place[0]].ids)
        for place in pattern.finditer(text)
        if place.span() not in taken
    ]


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
