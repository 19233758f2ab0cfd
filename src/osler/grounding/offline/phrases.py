"""The noun phrases of a criterion: runs of words between breaks, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from osler.grounding.wording.lexicon import Lexicon

_TOKEN = re.compile(
    r"(?P<word>[Ii]n\s(?:situ|vitro|utero)\b|(?:[A-Z]\.\ ?(?=[a-z]{4})|St\.\ (?=[A-Z]))?[^\W\d_](?:[\w'\u2019]|[-\u2010\u2011](?=\w)|\.(?=\w\.))*)"
    r"|(?P<number>\d+(?:[.,]\d+)*%?(?:[-\u2010\u2011](?=[^\W\d])[\w-]+|(?:st|nd|rd|th)\b)?)"
    r"|(?P<compare>[<>\u2264\u2265=\u00b1])"
    r"|(?P<sign>[^\s\w])|(?P<line>\n)"
)
# After these words a number belongs to the name: "type 2 diabetes", "factor 8".
_NUMBERED = frozenset(
    {"type", "factor", "stage", "grade", "class", "hiv", "covid", "hpv", "vitamin", "interleukin", "hsv"}
)
_COMPARATIVE = re.compile(r"(?!other$|rather$)[a-z]{3,}er")
_JOINED = frozenset({"-", "\u2010", "\u2011", "\u2013"})


class Word(NamedTuple):
    """A word and its place."""

    start: int
    end: int
    text: str
    lower: str


@dataclass
class Phrase:
    """Words with nothing but spaces between them, and what stands before and after."""

    words: list[Word]
    before: str
    """What separates it from the phrase before: "or", ",", "/", "of", or another break."""
    after: str = ""
    value_follows: bool = False
    """Whether a comparison comes right after."""

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.words[-1].end

    @property
    def head(self) -> str:
        """Its last word, in lower case."""
        return self.words[-1].lower


def phrases(text: str, lexicon: Lexicon) -> list[Phrase]:
    """Every phrase of a text, in order."""
    found: list[Phrase] = []
    words: list[Word] = []
    before = separator = ""
    for kind, word in _tokens(text):
        lettered = word.text == "A" and bool(words) and not words[-1].text.isupper()  # "hemophilia A"
        if (kind == "word" and (lettered or word.lower not in lexicon.breaks)) or (
            kind == "number" and words and words[-1].lower in _NUMBERED
        ):
            if not words:
                before = separator
            words.append(word)
            continue
        compared = word.lower == "than" and bool(words) and _COMPARATIVE.fullmatch(words[-1].lower) is not None
        if compared:
            # "Tumour larger than 3 cm": the comparison is no word of the name.
            separator = words.pop().lower
        if words:
            found.append(Phrase(words, before, after=word.lower, value_follows=kind == "compare" or compared))
            words = []
            separator = ""
        elif found and kind == "compare" and separator in _BEFORE_VALUE:
            found[-1].value_follows = True
        separator = f"{separator} {word.lower}".strip() if separator else word.lower
    if words:
        found.append(Phrase(words, before))
    return found


_BEFORE_VALUE = frozenset(
    {
        "is",
        "of",
        "was",
        "at least",
        "of at least",
        "less than",
        "greater than",
        "more than",
        "below",
        "above",
        "must be",
        "between",
        "should be",
        ":",
        "must be at least",
        "equal to",
        "over",
        "under",
        "from",
        ")",
        "(",
    }
)


def _tokens(text: str) -> Iterator[tuple[str, Word]]:
    for match in _TOKEN.finditer(text):
        surface = match.group()
        yield match.lastgroup or "", Word(match.start(), match.end(), surface, surface.lower())
