"""What a record holds that is nearest to words that name nothing in it, so that somebody can be asked what they mean."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Generator, Sequence
from functools import cache, lru_cache

from rapidfuzz.distance import DamerauLevenshtein

from osler.consult.record.answers import NOT_FOUND, RecordAnswer, unread
from osler.consult.record.asking import types_in
from osler.consult.record.called import measure_names, measure_words, words
from osler.consult.record.reading.types import Kind
from osler.core.agents import Call, ToolOutcome
from osler.core.safety import known_words
from osler.core.terminology import SemanticType, Vocabularies, in_plain_words, medicines_in_use, plain_meanings

_KINDS: tuple[Kind, ...] = ("condition", "medication", "observation", "procedure", "vaccine", "allergy")
_MOST = 4
_LONG = 8
"""Letters of a word in which two slips are forgiven."""
_NEAREST = 3
"""Names that a misspelt one is held against."""
_ROOT = 5
"""Letters that two words share at their beginning where they may be forms of one."""


def ask_back(phrase: str, kind: Kind | None) -> Generator[Call, ToolOutcome, RecordAnswer]:
    """No answer, with the names in the record that share something with the words, rare words counting most."""
    kinds: tuple[Kind, ...] = (kind,) if kind is not None and kind in _KINDS else _KINDS
    names: list[str] = []
    for one in kinds:
        names += [entry.name for entry in (yield from types_in(one))]
    near = nearest(phrase, names)
    if not near:
        return unread(phrase)
    asked = f"{NOT_FOUND.format(words=phrase)} Did you mean {' or '.join(near)}?"
    return unread(phrase).model_copy(update={"text": asked})


def spelt_as_recorded(
    phrase: str, kinds: Sequence[Kind], vocabularies: Vocabularies
) -> Generator[Call, ToolOutcome, str]:
    """A phrase with each word that is no word spelt as the one word of the record that is a slip away; empty where none is."""
    odd = [word for word in phrase.split() if len(word) >= _ROOT and word.isalpha() and _is_no_word(word, vocabularies)]
    if not odd:
        return ""
    held: set[str] = set()
    for kind in kinds:
        for entry in (yield from types_in(kind)):
            held |= {word for word in words(entry.name) if len(word) >= _ROOT and word.isalpha()}
    meant = {word: _slip_of(word, held) or _slip_of(word, _known_near(word, vocabularies)) for word in odd}
    return " ".join(meant.get(word) or word for word in phrase.split()) if any(meant.values()) else ""


def medicine_meant(word: str, own: Sequence[str], vocabularies: Vocabularies) -> str:
    """The one medicine of which a word that is no word is a slip of the pen, of the record's own first; empty where none is."""
    lower = word.lower()
    if len(lower) < _ROOT + 1 or not lower.isalpha() or not _is_no_word(lower, vocabularies):
        return ""
    held = {part for label in own for part in words(label) if len(part) > _ROOT and part.isalpha()}
    named = {
        part
        for found in vocabularies.search(lower, _NEAREST)
        if found.semantic_type is SemanticType.MEDICATION
        for part in words(found.matched_name)
    }
    if lower in held | named:
        return ""
    # Of ten thousand names one is always near; those that people take come first, and nobody misses the first letter.
    rare = {name for name in named if name[0] == lower[0]}
    return _slip_of(lower, held) or _slip_of(lower, medicines_in_use()) or _slip_of(lower, rare)


_BEFORE_A_VALUE = re.compile(r"(?<![\w'-])[A-Za-z]{6,}(?![\w'-])(?=[^.;,\d]{0,25}\d)")


def measures_spelt(text: str) -> str:
    """A text in which a word before a number, that is no word, is written as the one name of a measure that it is a slip of."""
    return _BEFORE_A_VALUE.sub(lambda match: _measure_meant(match.group().lower()) or match.group(), text)


@lru_cache(maxsize=2048)
def _measure_meant(word: str) -> str:
    if word in known_words() or word in measure_words():
        return ""
    return _slip_of(word, [name for name in _measures() if name[0] == word[0]])


@cache
def _measures() -> tuple[str, ...]:
    """The words that are the whole name of a measure, or that no other text uses."""
    alone = {name[0] for name in measure_names() if len(name) == 1}
    return tuple(word for word in {*alone, "pressure"} if len(word) > _ROOT and word.isalpha())


def _is_no_word(word: str, vocabularies: Vocabularies) -> bool:
    return word not in known_words() and not vocabularies.find(word)


def _known_near(word: str, vocabularies: Vocabularies) -> set[str]:
    """The words of the vocabularies' best match for a word."""
    best = next(iter(vocabularies.search(word, 1)), None)
    return set(words(best.matched_name)) if best is not None else set()


def _slip_of(word: str, held: Collection[str]) -> str:
    """The one name that is fewest letters away from a word; none where two are as near, or all are too far."""
    most = 2 if len(word) >= _LONG else 1
    far = {one: DamerauLevenshtein.distance(word, one, score_cutoff=most) for one in held}
    least = min(far.values(), default=most + 1)
    near = [one for one, letters in far.items() if letters == least]
    return near[0] if least <= most and len(near) == 1 else ""


def nearest(phrase: str, names: Sequence[str]) -> list[str]:
    """The names that share words, roots or meanings with a phrase, the best first."""
    said = {name: _said(name) for name in dict.fromkeys(names)}
    common = Counter(word for held in said.values() for word in held)
    scored = sorted(((_shared(phrase, held, common, len(said)), name) for name, held in said.items()), reverse=True)
    best = scored[0][0] if scored else 0.0
    return [name for score, name in scored if score > 0 and score >= best / 2][:_MOST]


def _said(name: str) -> frozenset[str]:
    glossed = in_plain_words(name)
    return frozenset(words(name)) | (glossed.meanings - glossed.generic)


def _shared(phrase: str, held: frozenset[str], common: Counter[str], many: int) -> float:
    total = 0.0
    for word in words(phrase):
        meant = {one for one in plain_meanings(word) if not one.startswith("~")} | {word}
        found = [other for other in held if other in meant or _is_form(word, other)]
        total += max((math.log(1 + many / common[other]) for other in found), default=0.0)
    return total


def _is_form(one: str, other: str) -> bool:
    return len(one) >= _ROOT and len(other) >= _ROOT and one[:_ROOT] == other[:_ROOT]
