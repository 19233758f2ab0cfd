"""The words of a query as an expression: all of them, either side of OR, none after NOT, phrases in quotes, groups in brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

_TOKEN = re.compile(r'"([^"]*)"|([()])|([^\W_]+)')
_STOP = frozenset(["a", "an", "and", "or", "of", "the", "in", "to", "for", "with", "by", "on", "at", "not", "no", "is"])
_DEEPEST = 20


@dataclass(frozen=True)
class Words:
    """A word, or several that stand one after another."""

    text: str


@dataclass(frozen=True)
class Group:
    """Parts that must all hold, of which one must hold, or (`none`) of which none may."""

    how: Literal["all", "any", "none"]
    parts: tuple[Part, ...]


Part = Words | Group
_Token = tuple[str, str]


def read_expression(text: str) -> Part | None:
    """The expression of a text; None where it has no word. What is left open is closed at the end, and an operator that joins
    nothing is passed over: a search has an answer for whatever was typed."""
    part, _ = _either(_tokens(text), 0, 0)
    return part


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    for match in _TOKEN.finditer(text):
        phrase, bracket, word = match.groups()
        if bracket:
            found.append(("bracket", bracket))
        elif word in ("AND", "OR", "NOT"):
            found.append(("operator", word))
        elif phrase is not None:
            words = re.findall(r"[^\W_]+", phrase.lower())
            found += [("words", " ".join(words))] if words else []
        elif word.lower() not in _STOP:
            found.append(("words", word.lower()))
    return found


def _either(tokens: Sequence[_Token], place: int, depth: int) -> tuple[Part | None, int]:
    sides: list[Part] = []
    while True:
        side, place = _every(tokens, place, depth)
        if side is not None:
            sides.append(side)
        if place >= len(tokens) or tokens[place] != ("operator", "OR"):
            return _group("any", sides), place
        place += 1


def _every(tokens: Sequence[_Token], place: int, depth: int) -> tuple[Part | None, int]:
    wanted: list[Part] = []
    unwanted: list[Part] = []
    denied = False
    while place < len(tokens) and tokens[place] not in (("operator", "OR"), ("bracket", ")")):
        kind, text = tokens[place]
        place += 1
        if kind == "operator":
            denied = denied or text == "NOT"
            continue
        part: Part | None = Words(text)
        if kind == "bracket":
            part, place = _either(tokens, place, depth + 1) if depth < _DEEPEST else (None, place)
            place += place < len(tokens) and tokens[place] == ("bracket", ")")
        if part is not None:
            (unwanted if denied else wanted).append(part)
        denied = False
    if depth == 0 and place < len(tokens) and tokens[place] == ("bracket", ")"):
        rest, place = _every(tokens, place + 1, depth)
        wanted += [rest] if rest is not None else []
    if unwanted:
        wanted.append(Group("none", tuple(unwanted)))
    return _group("all", wanted), place


def _group(how: Literal["all", "any"], parts: Sequence[Part]) -> Part | None:
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else Group(how, tuple(parts))
