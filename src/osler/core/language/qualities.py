"""Words that are no finding where they stand: the quality of a pain ("tearing chest pain"), the name of a scale ("coma scale")."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml


class _Rules(NamedTuple):
    qualities: frozenset[str]
    pain_after: re.Pattern[str]
    pain_before: re.Pattern[str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    table = read_yaml("pain.yml")
    pains, character, qualities = ("|".join(table[name]) for name in ("pains", "character", "qualities"))
    return _Rules(
        frozenset(table["qualities"]),
        re.compile(
            rf"(?:(?:,|\s+and|\s+or)?\s+(?:{qualities}))?(?:\s+(?!and\b|or\b|with\b|of\b|but\b)[\w-]+){{0,3}}?\s+(?:{pains})\b"
            rf"|\s+(?:{character})\b",
            re.IGNORECASE,
        ),
        re.compile(
            rf"\b(?:{pains})(?:\s+(?:is|was|that\s+is|described|felt)|\s+as|,|\s+and|\s+(?:{qualities}))*\s+$",
            re.IGNORECASE,
        ),
    )


def is_pain_quality(text: str, start: int, end: int) -> bool:
    """Whether the word at a place says what a pain beside it is like."""
    rules = _rules()
    if text[start:end].lower() not in rules.qualities:
        return False
    return bool(rules.pain_after.match(text, end) or rules.pain_before.search(text, max(0, start - 60), start))


_INSTRUMENT = re.compile(
    r"[-\s](?:[a-z]+[-\s]){0,2}?(?:scale|index|inventory|questionnaire|checklist|rating)s?\b|\s(?:severity\s)?score\b(?!\s?(?:of|was|is|:)?\s?\d)",
    re.IGNORECASE,
)


def names_an_instrument(text: str, end: int) -> bool:
    """Whether the words up to a place are what a scale or index measures, and no statement: "Glasgow Coma Scale"."""
    return bool(_INSTRUMENT.match(text, end))


def is_said_of_an_organ(text: str, start: int, end: int) -> bool:
    """Whether an adjective of mood speaks of an organ: "irritable myopathy", "depressed skull fracture"."""
    word = text[start:end].lower()
    nouns = read_yaml("pain.yml")["of_organs"].get(word, ())
    following = _NEXT_WORD.match(text, end) if nouns else None
    if following is not None and following[1].lower() in nouns:
        return True
    parts = read_yaml("pain.yml")["predicate_of"].get(word, ())
    subject = _SUBJECT.search(text, max(0, start - _SUBJECT_WITHIN), start) if parts else None
    return subject is not None and subject[1].lower() in parts


_SUBJECT_WITHIN = 60
_SUBJECT = re.compile(
    r"\b([a-z]+)\s(?:(?:is|are|was|were|looks?|appears?|seems?|remains?)\s)(?:(?:\w+ly|very|somewhat|rather|slightly|also)\s)?(?:[a-z-]+(?:,|\sand|\sbut)\s){0,3}$",
    re.IGNORECASE,
)
"""The noun of which an adjective is said: the bridge of "the nasal bridge is broad and depressed"."""
_NEXT_WORD = re.compile(r"\s+([A-Za-z]+)")


_OVER_A_PART = re.compile(
    r"(?:absent|missing|lost|reduced|decreased|diminished|increased|weak|normal|small|short|large|thin)\s(?:at|in|on|over|from|to|below|above)\s",
    re.IGNORECASE,
)
_BEFORE_A_PREDICATE = re.compile(r"[A-Za-z]\s(?:(?:is|are|was|were)\s)?$")


def is_said_of_a_place(text: str, start: int, end: int) -> bool:
    """Whether words are a predicate and its place and no name: "vibration absent at the toes" tells of no absent toe."""
    return bool(_OVER_A_PART.match(text, start, end) and _BEFORE_A_PREDICATE.search(text, max(0, start - 8), start))
