"""Whether a message is written in another language than the one that is read here."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from osler.yaml_reader import packaged_yaml

_WORD = re.compile(r"[^\W\d_]+")
_FEWEST = 2
_SHARE = 1 / 3
"""Of the words of a message, how many must be known words of one other language."""


def in_another_language(text: str) -> bool:
    """Whether the letters are of another script, or a third of the words, two at least, are common words of one other language."""
    letters = [letter for letter in text if letter.isalpha()]
    if sum(not _is_latin(letter) for letter in letters) > len(letters) / 2:
        return True
    words = {word.lower() for word in _WORD.findall(text)}
    most = max((len(words & known) for known in _languages()), default=0)
    return most >= _FEWEST and most >= _SHARE * len(words)


def _is_latin(letter: str) -> bool:
    return "LATIN" in unicodedata.name(letter, "")


@cache
def _languages() -> tuple[frozenset[str], ...]:
    table: dict[str, list[str]] = packaged_yaml("osler.consult.triage", "languages.yml")
    return tuple(frozenset(word for line in lines for word in line.split()) for lines in table.values())
