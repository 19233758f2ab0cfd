"""The everyday words of a question and the words of guidelines for the same thing."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from osler.core.library import stems, word_classes
from osler.yaml_reader import packaged_yaml


class Everyday(NamedTuple):
    """Words of a question, where they stand, and the clinical names for them."""

    start: int
    end: int
    names: tuple[str, ...]


@lru_cache(maxsize=4096)
def everyday_words(text: str) -> tuple[Everyday, ...]:
    """The everyday words in a text, the longest first where several overlap; in their order."""
    table, pattern = _table()
    text = without_course(text)
    return tuple(Everyday(match.start(), match.end(), table[_key(match["words"])]) for match in pattern.finditer(text))


_COURSE = re.compile(
    r"\b(?P<clause>(?:as|when|if|once|while|until)\s+(?:[\w'-]+\s+){1,4})(?P<verb>(?:falls?|drops?|rises?)(?: (?:off|down|up))?)\b(?! (?:prevention|risk|assessment))",
    re.IGNORECASE,
)


def without_course(text: str) -> str:
    """A text with blanks for the verbs by which a value changes ("as kidney function falls"): they name nothing."""
    return _COURSE.sub(lambda found: found["clause"] + " " * len(found["verb"]), text)


def with_clinical_names(text: str) -> str:
    """A query with the clinical names of its everyday words added."""
    names = dict.fromkeys(name for one in everyday_words(text) for name in one.names)
    return " ".join([text, *names])


@cache
def _table() -> tuple[dict[str, tuple[str, ...]], re.Pattern[str]]:
    rows: dict[str, tuple[str, ...]] = {}
    for line in files("osler.guidelines").joinpath("everyday.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            words, names = line.split("\t")
            rows[_key(words)] = tuple(names.split("|"))
    longest_first = sorted(rows, key=len, reverse=True)
    words = "|".join(re.escape(one).replace(r"\ ", r"[\s-]+") for one in longest_first)
    return rows, re.compile(rf"\b(?P<words>{words})(?:s|es)?\b", re.IGNORECASE)


def _key(words: str) -> str:
    return " ".join(re.split(r"[\s-]+", words.casefold()))


@cache
def common_stems() -> frozenset[str]:
    """Everyday words that name nothing which could be asked about."""
    table = packaged_yaml("osler.guidelines", "asking.yml")
    return frozenset(stem for name in ("common", "words", "joining") for word in table[name] for stem in stems(word))


_PHRASAL = re.compile(
    r"\b(?P<verb>[a-z]+)\s+(?:(?:it|this|that|them|him|her|things)\s+)?"
    r"(?:(?:off|up|down|out|away|along|around|back)\b|(?:on|in|over|through|for)(?=\s*(?:[,.;?!]|$)|\s+(?:to|with|after|before|once|and|when|if)\b))",
    re.IGNORECASE,
)
"""A verb with its particle: "hang on to", "what can we throw in?"; what is done in a place has one before the place."""


def phrasal_stems(text: str) -> frozenset[str]:
    """The everyday verbs of a text that stand with a particle: they are how something is asked, and not what about."""
    verbs = frozenset(stem for match in _PHRASAL.finditer(text) for stem in stems(match["verb"]))
    return verbs & word_classes().everyday
