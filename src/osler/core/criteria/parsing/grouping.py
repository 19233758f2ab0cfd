"""Tokens with their brackets resolved: a bracketed stretch becomes one group."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias, Union

from osler.core.criteria.lexing.tokens import Kind, Token

MAX_DEPTH = 12
"""Brackets nested deeper than this are read as if they were not there."""


_LONGEST_OPEN = 24
"""Items after a bracket that was never closed, at most."""
_OTHER_PEOPLE = frozenset(
    {
        "parent",
        "parents",
        "guardian",
        "guardians",
        "representative",
        "representatives",
        "caregiver",
        "relative",
        "relatives",
        "equivalent",
        "similar",
    }
)
_LONGEST_NAME = 7
"""Items of a bracket that names an alternative, at most."""


class Group(NamedTuple):
    """What stands between a pair of brackets."""

    items: list[Item]
    start: int
    end: int

    @property
    def kind(self) -> None:
        """Of no kind that a token is of."""
        return None

    @property
    def text(self) -> str:
        """No word: what it holds is told by its items."""
        return ""


Item: TypeAlias = Union[Token, Group]  # noqa: UP007 - a string forward reference cannot use |


def grouped(row: Sequence[Token]) -> list[Item]:
    """The row with every pair of brackets as a group; one that a few words before the end nothing closes ends there, others are dropped."""
    stack: list[tuple[list[Item], int]] = [([], 0)]
    for token in row:
        if token.kind is Kind.OPEN and len(stack) <= MAX_DEPTH:
            stack.append(([], token.start))
        elif token.kind is Kind.CLOSE and len(stack) > 1:
            items, start = stack.pop()
            stack[-1][0].append(Group(items, start, token.end))
        elif len(stack) > 1 and token.text == ";":
            # Within brackets a semicolon divides a list, not sentences.
            stack[-1][0].append(token._replace(kind=Kind.COMMA))
        elif token.kind not in (Kind.OPEN, Kind.CLOSE):
            stack[-1][0].append(token)
    while len(stack) > 1:
        items, start = stack.pop()
        ends = items[-1:] if items and is_kind(items[-1], Kind.STOP) else []
        items = items[: len(items) - len(ends)]
        plain = items and len(items) <= _LONGEST_OPEN and not any(is_kind(item, Kind.STOP) for item in items)
        stack[-1][0].extend([Group(items, start, items[-1].end)] if plain and stack[-1][0] else items)
        stack[-1][0].extend(ends)
    return _with_alternatives(stack[0][0])


def _with_alternatives(row: list[Item]) -> list[Item]:
    """ "AST (or ALT) > 3 x ULN": a bracket that opens with "or" names one more thing of which all that follows is said."""
    place = next(
        (n for n, item in enumerate(row) if n and isinstance(item, Group) and _is_alternative(item.items)), None
    )
    if place is None or not isinstance(group := row[place], Group):
        return row
    ends = (Kind.OR, Kind.AND, Kind.COMMA, Kind.STOP, Kind.COLON)
    end = next((n for n in range(place + 1, len(row)) if is_kind(row[n], *ends)), len(row))
    said = row[place + 1 : end]
    return [*row[:place], *said, *group.items, *_with_alternatives([*said, *row[end:]])]


def _is_alternative(items: Sequence[Item]) -> bool:
    """Whether a bracket opens with "or" and goes on with a name, and not with who speaks for the patient."""
    named = all(isinstance(item, Token) and item.kind in (Kind.WORD, Kind.TIME) for item in items[1:])
    named = named and _OTHER_PEOPLE.isdisjoint(
        word for item in items if isinstance(item, Token) for word in re.split(r"\W+", item.text)
    )
    return 1 < len(items) <= _LONGEST_NAME and is_kind(items[0], Kind.OR) and named


def is_kind(item: Item, *kinds: Kind) -> bool:
    """Whether an item is a token of one of these kinds."""
    return item.kind in kinds


def split_at(items: Sequence[Item], divides: Callable[[Item], bool]) -> list[list[Item]]:
    """The stretches between dividing items, empty ones left out."""
    pieces: list[list[Item]] = [[]]
    for item in items:
        if divides(item):
            pieces.append([])
        else:
            pieces[-1].append(item)
    return [piece for piece in pieces if piece]


def first_index(items: Sequence[Item], *kinds: Kind, words: frozenset[str] | None = None, start: int = 0) -> int | None:
    """Where the first token of these kinds (and, if given, these words) stands."""
    for index in range(start, len(items)):
        item = items[index]
        if item.kind in kinds and (words is None or (isinstance(item, Token) and item.text in words)):
            return index
    return None
