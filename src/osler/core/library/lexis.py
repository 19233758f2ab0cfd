"""The words of a library: what a shortened word and a row of initials stand for in its own texts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from osler.core.library.types import Chunk

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9']*")
_SEQUENCE = re.compile(r"[A-Za-z][A-Za-z0-9']*(?:[ -]+[A-Za-z][A-Za-z0-9']*)*")
_LITTLE = frozenset({"a", "an", "and", "the", "of", "for", "in", "or", "to", "with", "by", "on", "at", "is", "be"})
"""Words that initials pass over inside a name, and with which no name begins or ends."""
_LONGEST, _SHORTEST = 6, 3
_BEGINNING, _LONGER = 4, 3
_COMPLETIONS = 3


class Lexis(NamedTuple):
    """The words of some texts in order, and their phrases by initials."""

    words: tuple[str, ...]
    initials: dict[str, Counter[str]]

    def completions(self, beginning: str) -> list[str]:
        """The words that a shortened one stands for; none where they are too many to tell."""
        start = beginning.casefold()
        if len(start) < _BEGINNING:
            return []
        place = bisect_left(self.words, start)
        found = []
        while place < len(self.words) and self.words[place].startswith(start):
            if len(self.words[place]) >= len(start) + _LONGER:
                found.append(self.words[place])
            place += 1
        roots = {word[: len(start) + _LONGER] for word in found}
        return found[:_COMPLETIONS] if len(roots) == 1 else []

    def spelled(self, letters: str) -> str:
        """The phrase that a row of initials stands for, the most frequent one; empty where there is none."""
        known = self.initials.get(letters.casefold().removesuffix("s") if letters.endswith("s") else letters.casefold())
        return max(known.items(), key=lambda item: (item[1], -len(item[0])))[0] if known else ""


def lexis_of(chunks: Iterable[Chunk]) -> Lexis:
    """The words and phrases of passages."""
    words: set[str] = set()
    initials: dict[str, Counter[str]] = {}
    seen: set[str] = set()
    for chunk in chunks:
        for text in (chunk.title, *chunk.heading, chunk.text):
            if text in seen:
                continue
            seen.add(text)
            for sequence in _SEQUENCE.findall(text):
                row = _WORD.findall(sequence.casefold())
                words.update(row)
                _note(row, initials)
    return Lexis(tuple(sorted(words)), initials)


def _note(row: list[str], initials: dict[str, Counter[str]]) -> None:
    """Every phrase of a sequence of words under its initials."""
    for first in range(len(row)):
        if row[first] in _LITTLE:
            continue
        letters, last = row[first][0], first
        while len(letters) < _LONGEST and last + 1 < len(row):
            last += 1
            if row[last] in _LITTLE:
                continue
            letters += row[last][0]
            if len(letters) >= _SHORTEST:
                phrase = " ".join(row[first : last + 1])
                initials.setdefault(letters, Counter())[phrase] += 1
