"""The words of a name: without what frames them, as written, and those that say who somebody is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.numbers import ROMAN
from osler.core.criteria.lexing.tokens import Token
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.terminology import singular

_LONGEST_PHRASE = 5
_LONGEST_RULES = 10
# "As calculated from", "as described in": what follows says by what rules.
_AS_DONE = re.compile(r"as [a-z]{4,}(?:ed|wn) (?:by|in|from|per|on|with|at|according|elsewhere)\b")
_TAKES_NO_OF = frozenset({"of", "in", "for"})
"""Words that "of" follows only where a number was taken out of a name between them."""
_BY_RULES = frozenset({"by", "per", "using"})
_DEFINED = frozenset({"defined", "diagnosed", "diagnosis", "of", "tr", "cm", "criteria", "for"})


def name_of(words: Sequence[Token], source: AtomSource) -> str:
    """The words as written, with single spaces."""
    pieces = []
    previous: Token | None = None
    for token in words:
        if (
            previous is not None
            and token.text == "of"
            and previous.text in _TAKES_NO_OF
            and token.start > previous.end + 1
        ):
            continue  # "Engaged in > 60 min/week of exercise": how much stood between them
        gap = source.text[previous.end : token.start] if previous else " "
        pieces.append((" " if gap.strip() or gap else "") + source.text[token.start : token.end])
        previous = token
    return " ".join("".join(pieces).split())


def strip_frames(words: Sequence[Token]) -> list[Token]:
    """The words without openings and closings that say nothing."""
    start, end = _stripped(tuple([word.text for word in words]))
    return list(words[start:end])


@lru_cache(maxsize=20_000)
def _stripped(texts: tuple[str, ...]) -> tuple[int, int]:
    """Where the words begin and end that say something; asked of the same few words over and over."""
    start, end = 0, len(texts)
    while start < end and (
        taken := _longest(texts[start : min(start + _LONGEST_PHRASE, end)], frame_phrases(), first=True)
    ):
        start += taken
    while start < end and (
        taken := _longest(texts[max(end - _LONGEST_PHRASE, start) : end], _phrases("tails"), first=False)
    ):
        end -= taken
    return start, end


def _longest(texts: tuple[str, ...], phrases: frozenset[tuple[str, ...]], *, first: bool) -> int:
    """How many words at an end are a phrase of a list."""
    for length in range(len(texts), 0, -1):
        if (texts[:length] if first else texts[-length:]) in phrases:
            return length
    return 0


def without_method(words: Sequence[Token]) -> list[Token]:
    """The words without how something was found: "heart failure according to …", "meets DSM-5 criteria for …"."""
    words = words[_rules_before([word.text for word in words]) :]
    texts = [word.text for word in words]
    opening = _first_of_methods()
    for place in range(1, len(texts)):
        if texts[place] not in opening:
            continue
        announced = any(tuple(texts[place : place + len(phrase)]) == phrase for phrase in _phrases("methods"))
        ruled = (
            texts[place] == "as"
            and _AS_DONE.match(" ".join(texts[place : place + 3]))
            and not cues().verbs & set(texts[place:])
        )
        named = texts[place] in _BY_RULES and singular(texts[-1]) in cues().of_works and place + 1 < len(texts)
        if announced and all(_says_how_sure(text) for text in texts[:place]):
            # "Pathologically diagnosed with X" names X after it.
            return (
                strip_frames(words[place + texts[place:].index("with") + 1 :])
                if "with" in texts[place:]
                else list(words)
            )
        if announced or ruled or named:
            return list(words[:place])
    return list(words)


def _says_how_sure(text: str) -> bool:
    return text.endswith("ly") or text in cues().degrees or text in cues().certainty


def _rules_before(texts: Sequence[str]) -> int:
    """How many words at the beginning only say by whose rules the rest is a diagnosis."""
    lexicon = cues()
    place = 1 if texts[:1] and texts[0] in lexicon.meeting else 0
    ends = (n + 2 for n in range(place, min(len(texts) - 2, _LONGEST_RULES)) if _announces(texts[n : n + 2]))
    classified = [text.split("-")[0] in lexicon.classifications for text in texts[place : place + 2]]
    if place and (end := next(ends, 0)):
        return end
    if not any(classified):
        return 0
    end = next(ends, 0) or place + classified.index(True) + 1
    while end < len(texts) - 1 and (texts[end] in _DEFINED or texts[end].isdigit() or texts[end] in ROMAN):
        end += 1
    return end if end < len(texts) else 0


def _announces(pair: Sequence[str]) -> bool:
    return tuple(pair) in (("criteria", "for"), ("criteria", "of"), ("diagnosis", "of"))


def frame_phrases() -> frozenset[tuple[str, ...]]:
    """The openings that say nothing, as rows of words."""
    return _phrases("frames")


@cache
def _phrases(name: Literal["frames", "tails", "methods"]) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in getattr(cues(), name))


@cache
def _first_of_methods() -> frozenset[str]:
    return frozenset({"as", *_BY_RULES, *(phrase[0] for phrase in _phrases("methods"))})


@cache
def sex_words() -> dict[str, Literal["female", "male"]]:
    """Every word for a woman or a man, with the sex."""
    table: dict[str, Literal["female", "male"]] = {}
    table.update(dict.fromkeys(cues().sexes["female"], "female"))
    table.update(dict.fromkeys(cues().sexes["male"], "male"))
    return table
