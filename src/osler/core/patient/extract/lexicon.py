"""The words of `rules.yml`, ready for matching."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from osler.core.patient.types import Sex
from osler.yaml_reader import packaged_yaml


@cache
def rules() -> dict[str, Any]:
    """The rules as they are written."""
    loaded: dict[str, Any] = packaged_yaml(__package__, "rules.yml")
    return loaded


@cache
def words(name: str) -> re.Pattern[str]:
    """A pattern for any of the words of a list, longest first."""
    return any_of(tuple(rules()[name]))


@cache
def any_of(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern for any of some phrases as whole words, longest first."""
    ordered = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(phrase) for phrase in ordered)})(?!\w)", re.IGNORECASE)


def sex_of_word(word: str) -> Sex | None:
    """The sex that a noun or an entry of a form names."""
    plain = word.strip().casefold()
    short = {"f": Sex.FEMALE, "m": Sex.MALE, "o": Sex.OTHER, "u": Sex.UNKNOWN}
    if plain in set(Sex) or plain in short:
        return short.get(plain) or Sex(plain)
    return next((Sex(sex) for sex, nouns in rules()["sex"].items() if plain in nouns), None)
