"""The capitalised words of a text, in the runs in which they stand together: where names of people and places are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# A capitalised word: Smith, O'Neil, García-López, MRSA, St., and single letters.
_CAPITALISED = re.compile(
    r"(?<![\w'’/.-])(?:[^\W\d_a-zß-öø-ÿ][^\W\d_]*(?:['’][^\W\d_]+)*(?:-[^\W\d_]+(?:['’][^\W\d_]+)*)*)(?![\w/])"
)


class CapitalisedWord(NamedTuple):
    """One word that begins with a capital letter; `text` has no full stop, `end` has it where it belongs to an initial."""

    text: str
    start: int
    end: int

    @property
    def is_initial(self) -> bool:
        """A letter that stands for a name."""
        return len(self.text) == 1

    @property
    def is_upper(self) -> bool:
        """Written in capitals throughout."""
        return len(self.text) > 1 and self.text.isupper()


def capitalised_words(text: str) -> list[CapitalisedWord]:
    """Every word with a capital, in order."""
    words = []
    for match in _CAPITALISED.finditer(text):
        end = match.end()
        short = match.group() in _ABBREVIATED or len(match.group()) == 1
        if short and text[end : end + 1] == ".":
            end += 1
        words.append(CapitalisedWord(match.group(), match.start(), end))
    return words


_ABBREVIATED = {"St", "Mt", "Ft", "Dr", "Mr", "Mrs", "Ms", "Prof"}
_NEAR = 20
_BETWEEN = re.compile(r"[ \t]+(?:(?:van|von|de|der|den|del|la|le|di|da|bin|ibn|al|el|dos|of|and|&|the|for)[ \t]+){0,2}")


def runs(text: str, words: list[CapitalisedWord]) -> Iterator[list[CapitalisedWord]]:
    """Words that stand side by side, with nothing between them but blanks."""
    run: list[CapitalisedWord] = []
    for word in words:
        if run and text[run[-1].end : word.start].strip(" \t"):
            yield run
            run = []
        run.append(word)
    if run:
        yield run


def joined(text: str, left: CapitalisedWord, right: CapitalisedWord) -> bool:
    """Whether two words belong to one name, with nothing or a particle between them."""
    return _BETWEEN.fullmatch(text, left.end, right.start) is not None


def starts_sentence(text: str, position: int) -> bool:
    """Whether a capital there is owed to the beginning of a sentence or a line."""
    before = text[max(0, position - _NEAR) : position].rstrip(" \t\"'“(*-•")
    return not before or before[-1] in ".!?:\n\r;"
