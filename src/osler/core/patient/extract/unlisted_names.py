"""What a result is called that the table of measures does not name, by the words before its value."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from osler.core.language import MONTH_NAME
from osler.core.patient.types import Quantity
from osler.yaml_reader import packaged_yaml

NAME_WORD = r"[A-Za-z0-9αβγδκλ][\w/.'’+()α-ω:-]{0,40}(?<![.:(])"
"""A word of a name."""
_SEPARATOR = re.compile(
    r"[;\n]|[.,:!?]\s|[()\[\]]|\s(?:and|but|with|plus|while|then|showed|shows|showing|had|has|gave|so|or|as)\s|\s[-–—•*]\s|\s&\s"
)
DETERMINER = re.compile(
    r"(?:(?:the|a|an|his|her|their|its|this|that|my|our|repeat|repeated|latest|last|recent|today['’]?s?|current|initial|first|peak|admission|baseline|also|now|today|yesterday|note|noted|is|was)\s)+",
    re.IGNORECASE,
)
_OF_SOMEBODY = re.compile(r"['’]s$")
_NUMBER = re.compile(r"[<>]?\d+(?:\.\d+)?[,;]?$")
_MONTH = re.compile(MONTH_NAME, re.IGNORECASE)
_FURTHEST = 90


class Result(NamedTuple):
    """A name and what was found, with the place of both."""

    name: str
    name_start: int
    start: int
    end: int
    quantity: Quantity | None = None
    words: str | None = None


@cache
def table() -> dict[str, Any]:
    """The words of `unlisted_results.yml`."""
    loaded: dict[str, Any] = packaged_yaml(__package__, "unlisted_results.yml")
    return loaded


def choice(words: list[str]) -> str:
    """A pattern for any of some words, longest first."""
    return "|".join(re.escape(str(word)) for word in sorted(map(str, words), key=len, reverse=True))


def bare_name(text: str, start: int, end: int) -> tuple[int, int]:
    """Some words without what leads to a name before it, and without what is said of the value behind it."""
    words = list(re.finditer(r"\S+", text[start:end]))
    leading, trailing = (frozenset(map(str, table()[key])) for key in ("leading", "trailing"))
    verbs = [place for place, word in enumerate(words) if word.group().casefold() in table()["verbs"]]
    words = words[verbs[-1] + 1 :] if verbs and verbs[-1] + 1 < len(words) else [] if verbs else words
    while words and words[0].group().casefold() in leading | trailing:
        words = words[1:]
    while words and words[-1].group().casefold() in trailing:
        words = words[:-1]
    return (start + words[0].start(), start + words[-1].end()) if words else (start, start)


def is_abbreviation(name: str) -> bool:
    """Whether some words are written as tests are: with a capital letter, a figure or a hyphen in one of them."""
    return re.search(r"[A-Z]{2}|[A-Za-z]\d|\w-\w", name) is not None


def is_name(name: str, *, sure: bool) -> bool:
    """Whether some words can be what was measured: with letters, and not the words before a day, a dose or a bed.

    What has the unit of a laboratory is `sure`, and may end with a letter: "vitamin D 34 nmol/L".
    """
    words = name.casefold().split()
    if not words or words[-1].endswith(("aemia", "emia")) or _MONTH.fullmatch(words[-1]):
        return False
    if any(word in ("target", "goal", "aim", "predicted", "expected", "parental", "mid-parental") for word in words):
        return False
    if any(_OF_SOMEBODY.search(word) or _NUMBER.match(word) for word in words):
        return False  # "Mother's HbA1c", and the words behind another value
    letters = re.sub(r"[^a-zα-ω]", "", name.casefold())
    lastis_name = words[-1] not in no_names() or (sure and len(words[-1]) == 1)
    return len(letters) > 1 and lastis_name and words[0] not in no_names() | {"of"} and not words[0].isdigit()


@cache
def no_names() -> frozenset[str]:
    """The words with which no name of a result ends."""
    return frozenset(str(word).casefold() for word in table()["no_names"])


def item_start(text: str, end: int) -> int:
    """Where the item of a list begins that ends before a place."""
    last = max(0, end - _FURTHEST)
    for mark in _SEPARATOR.finditer(text, last, end):
        if mark.end() < end or mark.group().strip() not in ("(", "[", ":"):
            last = mark.end()
    return last
