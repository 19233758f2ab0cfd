"""The words of `rules.yml`, ready for matching."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from osler.yaml_reader import packaged_yaml


@cache
def rules() -> dict[str, Any]:
    """The rules as they are written."""
    loaded: dict[str, Any] = packaged_yaml(__package__, "rules.yml")
    return loaded


def pattern(phrases: Iterable[str], *, case: bool = False) -> re.Pattern[str]:
    """A pattern for any of some phrases as whole words, longest first."""
    return _pattern(tuple(map(str, phrases)), case)


@lru_cache(maxsize=1000)
def _pattern(phrases: tuple[str, ...], case: bool) -> re.Pattern[str]:
    ordered = sorted(phrases, key=len, reverse=True)
    body = "|".join(r"[\s-]".join(map(re.escape, re.split(r"[\s-]", phrase))) for phrase in ordered)
    return re.compile(rf"(?<![\w-])(?:{body})(?![\w])", 0 if case else re.IGNORECASE)


class Choices(NamedTuple):
    """Phrases with what they stand for, in one pattern."""

    pattern: re.Pattern[str]
    meanings: dict[str, str]

    def meaning(self, written: str) -> str:
        """What the phrase stands for."""
        return self.meanings[_folded(written)]


def _folded(written: str) -> str:
    return re.sub(r"[\s-]+", " ", written).casefold()


@cache
def choices(key: str, *, case: bool = False) -> Choices:
    """The phrases of a table that maps a meaning to the ways it is written."""
    table: dict[str, list[str]] = rules()[key]
    meanings = {_folded(phrase): str(meaning) for meaning, phrases in table.items() for phrase in map(str, phrases)}
    written = [phrase for phrases in table.values() for phrase in map(str, phrases)]
    return Choices(pattern(written, case=case), meanings)


@cache
def histologies() -> tuple[Choices, Choices]:
    """The histologies in words, and those in shorthand, which is matched as written."""
    long: list[str] = [row for row in rules()["histologies"] if isinstance(row, str)]
    short: dict[str, str] = {}
    for row in rules()["histologies"]:
        if isinstance(row, dict):
            short.update(row)
    words = Choices(pattern(long), {_folded(name): name for name in long})
    return words, Choices(pattern(short, case=True), {_folded(name): full for name, full in short.items()})
