"""What a cited sentence shortens, put in the words of the criterion that it is cited for: "No CTO" for a chronic total occlusion.

Only for what a mind cites, which says thereby what the short form means: nobody finds a fact by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from osler.core.language import NUMBER_OF_WORD, ONES, TENS
from osler.core.safety import known_words
from osler.core.terminology import Vocabularies
from osler.trials.kinship import concepts_in

_WORD = re.compile(r"[^\W\d_]+")
_SHORT = re.compile(r"(?<![\w/-])[A-Z]{2,6}(?![\w/-])")
_CLIPPED = re.compile(r"(?<![\w/-])[a-z]{4,}(?![\w/-])", re.IGNORECASE)
_PARTICLE = 2
_JOINING = frozenset({"and", "the", "for", "with", "any", "has", "had", "not", "nor"})
"""Words that have no letter in an abbreviation."""
_ANY_ORDER = 3
"""An abbreviation of so many letters may have them in another order than the criterion its words."""
_LONGER = 3
"""Letters that a clipped word leaves out, at least: with fewer it is a plural or a slip."""
_GRADE = re.compile(r"\b(?:g|gr|gd|grd)\.?\s?(?P<number>[0-5])\b", re.IGNORECASE)
_ONES, _TENS = "|".join(one for one in ONES if one != "one"), "|".join(TENS)
_SPELT = re.compile(
    rf"\b(?:(?P<tens>{_TENS})(?:[\s-](?P<ones>one|{_ONES}))?|(?P<small>{_ONES})|half an?\s(?=hour|mile|kilomet))\b\s?",
    re.IGNORECASE,
)


@lru_cache(maxsize=5000)
def in_asked_words(sentence: str, asked: str, vocabularies: Vocabularies) -> str:
    """A sentence with its abbreviations and clipped words spelt out as a criterion has them, and its numbers in figures.

    An abbreviation that the vocabularies know means what they say, whatever it is cited for.
    """
    text = sentence
    if any(letter.isdigit() for letter in asked):
        text = _SPELT.sub(_figure, text)
    if re.search(r"\bgrade", asked, re.IGNORECASE):
        text = _GRADE.sub(lambda found: f"grade {found['number']}", text)
    words = [word for word in _WORD.findall(asked) if len(word) > _PARTICLE and word.casefold() not in _JOINING]
    text = _SHORT.sub(
        lambda found: found[0] if concepts_in(found[0], vocabularies) else _spelt_out(found[0], words), text
    )
    return _CLIPPED.sub(lambda found: _unclipped(found[0], words), text)


def _figure(found: re.Match[str]) -> str:
    behind = " " if found[0].endswith(" ") else ""
    if found["tens"]:
        ones = NUMBER_OF_WORD[found["ones"].casefold()] if found["ones"] else 0
        return f"{NUMBER_OF_WORD[found['tens'].casefold()] + (ones if ones < 10 else 0)}{behind}"
    return f"{NUMBER_OF_WORD[found['small'].casefold()] if found['small'] else 0.5}{behind}"


def _spelt_out(short: str, words: Sequence[str]) -> str:
    """The words that an abbreviation may stand for; itself where the criterion has it, or none fit."""
    if short in words:
        return short
    for fits in (_are_first_letters, _begin_parts, _are_first_letters_anyhow):
        for run in _runs(words, len(short)):
            if fits(short.casefold(), run):
                return " ".join(run)
    return short


def _runs(words: Sequence[str], longest: int) -> Iterator[Sequence[str]]:
    for size in range(longest, 0, -1):
        for start in range(len(words) - size + 1):
            yield words[start : start + size]


def _are_first_letters(letters: str, run: Sequence[str]) -> bool:
    return letters == _firsts(run)


def _begin_parts(letters: str, run: Sequence[str]) -> bool:
    """Whether letters stand in some words in their order and one begins each of them, as "ECT" in a compound word."""
    if len(letters) < _ANY_ORDER or letters[0] != run[0][0].casefold():
        return False
    at = 0
    for first in _firsts(run):
        at = letters.find(first, at) + 1
        if not at:
            return False
    return re.fullmatch(".*?".join(map(re.escape, letters)) + ".*", " ".join(run).casefold()) is not None


def _are_first_letters_anyhow(letters: str, run: Sequence[str]) -> bool:
    return len(letters) >= _ANY_ORDER and sorted(letters) == sorted(_firsts(run))


def _firsts(run: Sequence[str]) -> str:
    return "".join(word[0] for word in run).casefold()


def _unclipped(word: str, words: Sequence[str]) -> str:
    """The asked word of which a written one is the beginning; itself where it is a word of its own."""
    low = word.casefold()
    if low in known_words():
        return word
    return next((one for one in words if one.casefold().startswith(low) and len(one) >= len(low) + _LONGER), word)
