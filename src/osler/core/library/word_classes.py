"""The words of everyday language: which of them are verbs and adverbs that name no fact, and which mean the same."""

from __future__ import annotations

import lzma
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class WordClasses(NamedTuple):
    """What a dictionary of English tells of the stems of its words."""

    everyday: frozenset[str]
    """The stems of words that are above all verbs or adverbs, and often used: to get, to carry, once."""
    same: dict[str, frozenset[str]]
    """Each stem with those of the words that share a sense with it which is common for both: to begin and to commence."""


@cache
def word_classes() -> WordClasses:
    """The table that `scripts/build_word_classes.py` makes, read once."""
    packed = files("osler.core.library").joinpath("word_classes.tsv.xz").read_bytes()
    rows = [line.split("\t") for line in lzma.decompress(packed).decode().splitlines()]
    return WordClasses(
        everyday=frozenset(stem for stem, kind, _ in rows if kind),
        same={stem: frozenset(same.split()) for stem, _, same in rows if same},
    )
