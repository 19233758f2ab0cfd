"""What a question is about, apart from what it says of whom, when and where: the feet of "how often are the feet of a diabetic examined?".

A passage that does not speak of that is no answer, however much else of the question it has; a word of a place or a time
("at the booking visit") may well be missing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from osler.core.library import stems
from osler.guidelines.steps.intent import intents_of
from osler.guidelines.steps.parts import asking_stems

_THINGS = {"surgery", "operation", "vaccination", "imaging", "birth", "daily life", "handling", "cost", "background"}
"""Kinds of question that are known by the thing they ask about."""
_PIECE = re.compile(r"[.?!;:]+(?:\s|$)|\s[-–—]\s")
_ASIDE = re.compile(
    r"\b(?:of|for|between|about|against|in|at|with|without|within|after|before|during|while|if|unless|despite|since|until|on|from|by|to|into|as|than|who|whose|whom|that|which|because|among|under|over)\b",
    re.IGNORECASE,
)
"""What opens the words that say of whom, when, where and how."""
_BESIDE = re.compile(
    r"\b(?:in relation to|relative to|with (?:respect|regard) to|(?:as )?compared (?:with|to)|(?:together|along) with|at the same time as|alongside)\b",
    re.IGNORECASE,
)
"""What sets two things beside each other: the question is about the second as much as about the first."""
_INFINITIVE = re.compile(r"\b(?:how|when|where|whether|what|which \w+|need|has|have|ought|going) to\b", re.IGNORECASE)
_PERSON = re.compile(
    r"\b(?:an?|this|that|the|my|our|his|her|every|some)\s+(?:[a-z]+\s+){0,2}?(?:\d+[\s-]*(?:year|month|week|day)s?[\s-]*olds?|(?:[a-z]+-){1,2}year-old"
    r"|man|wom[ae]n|lady|patient|person|child|boy|girl|adult|baby|infant|teenager|people)\b",
    re.IGNORECASE,
)
"""Somebody with the words before that tell of them: "a chubby 45-year-old"."""
_CLAUSE = re.compile(
    r"\b(?:who|whose|whom|if|when|where|unless)\b(?:(?!\b(?:should|must|may|can|shall)\b)[^,.;:])*", re.IGNORECASE
)
"""A clause that says for whom or under which circumstances: what it names is not what is advised."""
_BEGUN = re.compile(
    r"\b(?:start|begin|initiat|commenc|order|perform)\w*\b|:\s*when\W*$|\bwhen (?:is|are|do|does|should|to)\b",
    re.IGNORECASE,
)
"""What asks when something is to be begun or done."""


class Focus(NamedTuple):
    """What a question is about, as stems."""

    words: frozenset[str]
    heads: frozenset[str]
    """The last word of each: of a "kidney transplant" the transplant, of which the rest says which."""


@lru_cache(maxsize=1024)
def focus_of(question: str) -> Focus:
    """What a question is about, without the words that only ask; of each piece of it the first words that say something."""
    kinds = [
        found.group().split()
        for one in intents_of(question)
        if one.name not in _THINGS
        for found in one.asks.finditer(question)
    ]
    # What stands between the words for a kind of question is what it is about: "how often are the feet examined".
    empty = {stem for words in kinds for word in (words[0], words[-1]) for stem in stems(word)} | asking_stems()
    found: list[list[str]] = []
    for piece in _PIECE.split(_BESIDE.sub(" ", _PERSON.sub(" ", question))):
        words = _ASIDE.split(_INFINITIVE.sub(" ", piece))
        heads = ([stem for stem in stems(one) if stem not in empty and not stem[0].isdigit()] for one in words)
        found += [head for head in [next(filter(None, heads), [])] if head]
    return Focus(frozenset(stem for head in found for stem in head), frozenset(head[-1] for head in found))


def asks_when(question: str) -> bool:
    """Whether a question asks when something is begun or done."""
    return bool(_BEGUN.search(question))


def without_clauses(text: str) -> str:
    """A text without the clauses that say for whom, or under which circumstances, something is advised."""
    return _CLAUSE.sub(" ", text)
