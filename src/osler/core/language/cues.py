"""The cue lexicon, and where its cues occur in a sentence."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from osler.core.language.rules import read_table

Direction = Literal["forward", "backward", "both"]

TOKEN = re.compile(r"\([-+]\)|\[[ x]?\]|[-+]ve\b|\b[a-z]/[a-z]\b|[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[;:,?☐☑☒]")


class Token(NamedTuple):
    """A word, number or mark of a lower-cased sentence."""

    start: int
    end: int
    word: str


class Cue(NamedTuple):
    """One row of the lexicon, with its choices resolved."""

    category: str
    direction: Direction
    reach: str
    ends: frozenset[str]
    """For an end cue, the categories that it ends; empty for all."""


class FoundCue(NamedTuple):
    """A cue in a sentence: its place in characters and in tokens."""

    start: int
    end: int
    cue: Cue
    first_token: int
    next_token: int


class _Pattern(NamedTuple):
    words: tuple[str, ...]
    final: bool
    cue: Cue


class Lexicon(NamedTuple):
    """All cues by their first word, longest first."""

    by_first_word: dict[str, tuple[_Pattern, ...]]
    triggers: frozenset[str]
    """First words of cues that can change an assertion; a sentence without any needs no closer look."""


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon of `rules/cues.tsv`."""
    patterns: dict[str, list[_Pattern]] = {}
    for written, category, direction, reach in read_table("cues.tsv"):
        ends = frozenset(filter(None, reach.split(","))) if category == "end" else frozenset[str]()
        cue = Cue(category, direction or "forward", reach, ends)  # type: ignore[arg-type]  # checked by a test
        for words in expand(written):
            final = words[-1] == "$"
            kept = words[:-1] if final else words
            patterns.setdefault(kept[0], []).append(_Pattern(kept, final, cue))
    ordered = {
        first: tuple(sorted(rows, key=lambda row: (len(row.words), row.final), reverse=True))
        for first, rows in patterns.items()
    }
    triggers = frozenset(
        first for first, rows in ordered.items() if any(row.cue.category not in {"end", "pseudo"} for row in rows)
    )
    return Lexicon(ordered, triggers)


def expand(written: str) -> Iterator[tuple[str, ...]]:
    """All word sequences that a cue as written in the table stands for."""
    choices: list[tuple[tuple[str, ...], ...]] = []
    for part in written.split():
        optional = part.endswith("?") and part != "?"
        words = (
            [("[ ]",), ("[]",)] if part == "[]" else [(word,) for word in part.removesuffix("?" * optional).split("|")]
        )
        choices.append((*words, ()) if optional else tuple(words))
    for combination in itertools.product(*choices):
        words_of = tuple(itertools.chain.from_iterable(combination))
        if words_of:
            yield words_of


def tokens_of(lowered: str) -> list[Token]:
    """The tokens of a lower-cased sentence."""
    return [Token(match.start(), match.end(), match.group()) for match in TOKEN.finditer(lowered)]


def find_cues(tokens: list[Token], names: Sequence[tuple[int, int]] = ()) -> list[FoundCue]:
    """The cues among the tokens, left to right; the longest wins and cues do not overlap.

    A cue takes no words of a name that runs on to its end or beyond: in "no [acute distress]" only "no" is a cue.
    """
    by_first_word = lexicon().by_first_word
    words = [token.word for token in tokens]
    found: list[FoundCue] = []
    index, count = 0, len(tokens)
    while index < count:
        after = index + 1
        for pattern in by_first_word.get(words[index], ()):
            stop = index + len(pattern.words)
            if stop > count or tuple(words[index:stop]) != pattern.words:
                continue
            if pattern.final and stop < count and words[stop][0].isalnum():
                continue
            start, end = tokens[index].start, tokens[stop - 1].end
            if any(start < name_start < end <= name_end for name_start, name_end in names):
                continue
            found.append(FoundCue(start, end, pattern.cue, index, stop))
            after = stop
            break
        index = after
    return found
