"""The cue lexicon, and where its cues occur in a sentence."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.language.cue_tree import Cue, CueTree, Step, parts_of, telling_words
from osler.core.language.rules import read_table

_TOKEN = re.compile(r"[a-z]+(?:['/][a-z]+)*|\([-+]\)|\[[ x]?\]|[-+]ve\b|\d+|[;:,?☐☑☒⊕⊖⚭⊙]")
_PLAIN = str.maketrans("ï", "i")
"""Letters that a cue may be written with ("naïve"), in the plain form in which the table has it."""
_SHOWN_BY = frozenset({"on", "by", "at", "via", "per", "in", "with", "after", "following"})
_NEAR = 6
"""In how many words an examination is named: "on a repeat thin-slice pituitary MRI"."""

_CHANGE_NOTHING_ALONE = frozenset({"end", "pseudo", "presupposed", "refuting", "labelled"})


class FoundCue(NamedTuple):
    """A cue in a sentence: its place in characters and in tokens."""

    start: int
    end: int
    cue: Cue
    first_token: int
    next_token: int


class Lexicon(NamedTuple):
    """All cues, by their words."""

    root: Step
    triggers: frozenset[bytes]
    """A telling word of every cue that can change an assertion; a sentence without any needs no closer look."""
    marks: tuple[str, ...]
    """Those triggers that hold no letter."""


def lexicon(table: str = "cues.tsv") -> Lexicon:
    """The lexicon of a table of cues: that of assertions, of plans, of what is done with medicines."""
    return _lexicon(table)  # the table by name or by default is one lexicon, built once


@cache
def _lexicon(table: str) -> Lexicon:
    rank = {row[0]: place for place, row in enumerate(read_table("common_words.tsv"))}
    rows: list[tuple[str, Cue]] = []
    triggers: set[str] = set()
    marks: set[str] = set()
    for written, category, direction, reach in read_table(table):
        ends = frozenset(filter(None, reach.split(","))) if category == "end" else frozenset[str]()
        rows.append((written, Cue(category, direction or "forward", reach, ends)))  # type: ignore[arg-type]  # checked by a test
        if category not in _CHANGE_NOTHING_ALONE:
            words, alone = telling_words(parts_of(written), lambda word: rank.get(word, len(rank)))
            triggers |= words
            marks |= alone
    triggering = frozenset(trigger.encode() for trigger in triggers | marks)
    return Lexicon(CueTree(rows).root, triggering, tuple(sorted(marks)))


_YEAR = re.compile(r"(?:19|20)\d\d")


@lru_cache(maxsize=1)
def _examinations() -> frozenset[str]:
    return frozenset(row[0] for row in read_table("examinations.tsv"))


def _is_examination(words: Sequence[str], start: int) -> bool:
    """Whether what follows a cue is how or when it was found out: "on MRI", "by CT angiogram", "(CTPA)", "in 2019"."""
    if any(_YEAR.fullmatch(word) for word in words[start : start + 2]):
        return words[start] == "in" or _YEAR.fullmatch(words[start]) is not None
    if start < len(words) and words[start] in _SHOWN_BY:
        phrase = itertools.takewhile(lambda word: word[0].isalnum(), words[start + 1 : start + 1 + _NEAR])
        return any(word in _examinations() for word in phrase)
    return start < len(words) and words[start] in _examinations()


def tokens_of(low: str) -> list[re.Match[str]]:
    """The words, numbers and marks of a lower-cased sentence."""
    return list(_TOKEN.finditer(low.translate(_PLAIN)))


def find_cues(
    tokens: list[re.Match[str]], names: Sequence[tuple[int, int]] = (), table: str = "cues.tsv"
) -> list[FoundCue]:
    """The cues among the tokens, left to right; the longest wins and cues do not overlap.

    A cue takes no words of a name that runs on to its end or beyond: in "no [acute distress]" only "no" is a cue.
    """
    root = lexicon(table).root
    begins = root.nexts
    words = [token.group() for token in tokens]
    found: list[FoundCue] = []
    index, count = 0, len(words)
    while index < count:
        if words[index] not in begins:
            index += 1
            continue
        node = root.after(words[index])
        best: FoundCue | None = None
        stop = index + 1
        while node is not None:
            follows = words[stop] if stop < count else ""
            cue = node.final_cue if node.final_cue and not follows[:1].isalnum() else node.cue
            if node.examined_cue and index and cue is node.cue and _is_examination(words, stop):
                cue = node.examined_cue
            if cue is not None:
                start, end = tokens[index].start(), tokens[stop - 1].end()
                is_cut = (
                    stop - index > 1
                    and cue.category != "pseudo"
                    and any(start < first < end <= last for first, last in names)
                )
                if not is_cut:
                    best = FoundCue(start, end, cue, index, stop)
            node = node.after(follows) or (node.after("#") if follows.isdigit() else None)
            stop += 1
        if best is None:
            index += 1
        else:
            found.append(best)
            index = best.next_token
    return found
