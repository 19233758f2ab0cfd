"""Whether a text is written in another language than the one that is read here."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from osler.yaml_reader import packaged_yaml

_WORD = re.compile(r"[^\W\d_]+")
_FEWEST = 2
_SHARE = 1 / 3
"""Of the words of a message, how many must be known words of one other language."""
_FEWEST_OF_A_NOTE = 3
_TIMES_ENGLISH = 2
"""How many more of them a note must have than words of English grammar."""
_ANOTHER_SCRIPT = "another script"
_ASKING = "asking"
_FOREIGN_LETTERS = 0.3
"""Of the letters of a question or a document, how many of another script make it foreign."""


def in_another_language(text: str) -> bool:
    """Whether the letters are of another script, or a third of the words, two at least, are common words of one other language."""
    if _in_another_script(text):
        return True
    words = {word.lower() for word in _WORD.findall(text)}
    most = max((len(words & known) for name, known in _languages().items() if name != "english"), default=0)
    return most >= _FEWEST and most >= _SHARE * len(words)


def foreign_language(text: str) -> bool:
    """Whether a question or a document is in another language: by its script, by words of grammar, or by the word that asks."""
    if _of_another_script(text) > _FOREIGN_LETTERS:
        return True
    words = [word.lower() for word in _WORD.findall(text)]
    counts = _counts(words)
    english, most = counts.pop("english"), max(counts.values())
    asks = not english and not _asking().isdisjoint(words)
    return asks or (most >= _FEWEST and most > english)


@lru_cache(maxsize=16)
def language_of_note(text: str) -> str | None:
    """The language of a clinical note that is not English, by the words of grammar and of notes; None for English and in doubt."""
    if _in_another_script(text):
        return _ANOTHER_SCRIPT
    counts = _counts([word.lower() for word in _WORD.findall(text)])
    english = counts.pop("english")
    name, most = max(counts.items(), key=lambda item: item[1])
    return name.capitalize() if most >= _FEWEST_OF_A_NOTE and most > _TIMES_ENGLISH * english else None


def _counts(words: list[str]) -> dict[str, int]:
    """How many of the words are common ones of each language."""
    return {name: sum(word in known for word in words) for name, known in _languages().items()}


def _in_another_script(text: str) -> bool:
    return _of_another_script(text) > 1 / 2


def _of_another_script(text: str) -> float:
    letters = [letter for letter in text if letter.isalpha()]
    return sum(not _is_latin(letter) for letter in letters) / len(letters) if letters else 0.0


def _is_latin(letter: str) -> bool:
    return letter.isascii() or "LATIN" in unicodedata.name(letter, "")


@cache
def _table() -> dict[str, frozenset[str]]:
    table: dict[str, list[str]] = packaged_yaml("osler.core.language", "other_languages.yml")
    return {name: frozenset(word for line in lines for word in line.split()) for name, lines in table.items()}


@cache
def _languages() -> dict[str, frozenset[str]]:
    return {name: known for name, known in _table().items() if name != _ASKING}


def _asking() -> frozenset[str]:
    return _table()[_ASKING]
