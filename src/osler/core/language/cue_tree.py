"""The rows of a table of cues as one tree of words, which grows only where a text walks.

A row with its choices and optional words stands for up to hundreds of thousands of sequences; none is written out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

Direction = Literal["forward", "backward", "both"]

_NO_WORD_FOLLOWS, _EXAMINED = "$", "@"
_FINAL = frozenset({_NO_WORD_FOLLOWS, _EXAMINED})
_LETTERS = re.compile(r"[a-z]+")


class Cue(NamedTuple):
    """One row of the lexicon."""

    category: str
    direction: Direction
    reach: str
    ends: frozenset[str]
    """For an end cue, the categories that it ends; empty for all."""


class Part(NamedTuple):
    """One place of a cue: the words of which one stands there."""

    words: tuple[str, ...]
    optional: bool


_Place = tuple[int, int]
"""A row, and how many of its parts have been read."""


def parts_of(written: str) -> tuple[Part, ...]:
    """The places of a cue as it is written in the table."""
    parts = []
    for part in written.split():
        optional = part.endswith("?") and part != "?"
        words = ("[ ]", "[]") if part == "[]" else tuple(part.removesuffix("?" * optional).split("|"))
        parts.append(Part(words, optional))
    return tuple(parts)


class CueTree:
    """All cues of a table, and the steps that texts have taken through them."""

    def __init__(self, rows: Iterable[tuple[str, Cue]]) -> None:
        self.rows = [(parts_of(written), cue) for written, cue in rows]
        self._steps: dict[frozenset[_Place], Step] = {}
        self.root = self.step_at((row, 0) for row in range(len(self.rows)))

    def step_at(self, places: Iterable[_Place]) -> Step:
        """The one step at which these places of rows are reached together."""
        reached = frozenset(passed for place in places for passed in self._passed(*place))
        step = self._steps.get(reached)
        return step if step is not None else self._steps.setdefault(reached, Step(self, reached))

    def _passed(self, row: int, place: int) -> Iterable[_Place]:
        """A place, and those behind it that are reached when optional words are left out."""
        parts = self.rows[row][0]
        yield row, place
        while place < len(parts) and parts[place].optional:
            place += 1
            yield row, place


class Step:
    """What may come next at a place in the tree, and the cue that is complete there."""

    __slots__ = ("_following", "_tree", "cue", "examined_cue", "final_cue", "nexts")

    def __init__(self, tree: CueTree, places: frozenset[_Place]) -> None:
        self._tree = tree
        self._following: dict[str, Step] = {}
        self.nexts: dict[str, list[_Place]] = {}
        """The places that each word leads to."""
        self.cue: Cue | None = None
        self.final_cue: Cue | None = None
        """The cue that is complete here when no word follows; that of the first row."""
        self.examined_cue: Cue | None = None
        """The cue that is complete here when the examination follows that showed it: "absent on MRI"."""
        for row, place in sorted(places):
            parts, cue = tree.rows[row]
            if place == len(parts):
                self.cue = cue
                continue
            for word in parts[place].words:
                if word not in _FINAL:
                    self.nexts.setdefault(word, []).append((row, place + 1))
                    continue
                self.final_cue = self.final_cue or cue
                self.examined_cue = cue if word == _EXAMINED else self.examined_cue

    def after(self, word: str) -> Step | None:
        """The step after one more word; none where no cue goes on with it."""
        step = self._following.get(word)
        if step is None and word in self.nexts:
            step = self._following[word] = self._tree.step_at(self.nexts[word])
        return step


def telling_words(parts: Sequence[Part], rarity: Callable[[str], int]) -> tuple[set[str], set[str]]:
    """The rarest word of each sequence that a cue stands for, and the first mark of those without letters."""
    # The rarest word so far, or the first mark where there was no word yet: of all sequences these are few.
    found: set[tuple[str, str]] = {("", "")}
    for part in parts:
        taken = {_rarer(before, word, rarity) for before in found for word in part.words}
        found = taken | found if part.optional else taken
    return {word for word, _ in found if word}, {mark for word, mark in found if mark and not word}


def _rarer(before: tuple[str, str], written: str, rarity: Callable[[str], int]) -> tuple[str, str]:
    word, mark = before
    for one in _LETTERS.findall(written):
        if not word or rarity(one) > rarity(word):
            word = one
    return word, "" if word else mark or written
