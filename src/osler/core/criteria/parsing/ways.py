"""How something is found out: "as established by medical history, physical examination and ECG" names no condition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item, is_kind
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.terminology import singular

_LONGEST_CUE = 3
_LONGEST_WAY = 5
_WORDED = (Kind.WORD, Kind.TIME, Kind.RESULT)


def without_ways(items: Sequence[Item]) -> list[Item]:
    """The items without the ways in which something was found; after a plain preposition they stay, as words of the name."""
    row: list[Item] = []
    place = 0
    while place < len(items):
        opening = _cue(items, place) if row else 0
        end = _end(items, place + opening) if opening else place
        if end == place + opening:
            row.append(items[place])
            place += 1
            continue
        told = _phrase(items[place + opening : end]).split()
        if _phrase(items[place : place + opening]) in cues().ways_after and told[-1] != "history":
            row += map(_plain, items[place:end])
        place = end
    return row


def _cue(items: Sequence[Item], place: int) -> int:
    """How many items announce a way."""
    known = _announcing()
    return next((n for n in range(_LONGEST_CUE, 0, -1) if _phrase(items[place : place + n]) in known), 0)


def _end(items: Sequence[Item], start: int) -> int:
    """Where a list of ways ends; at its start where there is none."""
    end, place = start, start
    while place < len(items):
        member = place
        while place < len(items) and is_kind(items[place], *_WORDED):
            place += 1
        words = [word for item in items[member:place] for word in _text(item).split()]
        if place < len(items) and isinstance(group := items[place], Group) and words and _end(group.items, 0):
            place += 1
        if not 0 < len(words) <= _LONGEST_WAY or singular(words[-1]) not in cues().ways or set(words) & cues().verbs:
            return end
        end = place
        while place < len(items) and is_kind(items[place], *CONNECTIVES):
            place += 1
        if place == end:
            return end
    return end


@cache
def _announcing() -> frozenset[str]:
    return frozenset({*cues().found_by, *cues().ways_after})


def _phrase(items: Sequence[Item]) -> str:
    return " ".join(map(_text, items))


def _text(item: Item) -> str:
    return item.text if isinstance(item, Token) else "()"


def _plain(item: Item) -> Item:
    return item._replace(kind=Kind.WORD) if isinstance(item, Token) else item
