"""Where in the body a recorded thing is: which of several entries are those of the part that a question names."""

from __future__ import annotations

from typing import Any

from osler.consult.record.called import words
from osler.core.terminology import in_plain_words, plain_meanings

_SIDES = {"left": "right", "right": "left"}


def of_a_part(asked: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """The entries that name the part of the body which is all that is asked beyond them; None where it is more, or none names it."""
    parts = [_meanings(word) for word in words(asked) if word not in _SIDES]
    sides = {word for word in words(asked) if word in _SIDES}
    if not parts or not all(parts):
        return None  # something else than a part of the body is asked
    found = [row for row in rows if all(_meanings_of(row["name"]) & part for part in parts)]
    told = [row for row in found if sides <= {*words(row["name"])}]
    return told or None


def names_a_part(phrase: str) -> bool:
    """Whether a phrase names a part of the body."""
    return any(map(_meanings, words(phrase)))


def _meanings(word: str) -> frozenset[str]:
    return frozenset(meaning for meaning in plain_meanings(word) if not meaning.startswith("~"))


def _meanings_of(name: str) -> frozenset[str]:
    return frozenset(in_plain_words(name).meanings) | frozenset(one for word in words(name) for one in _meanings(word))
