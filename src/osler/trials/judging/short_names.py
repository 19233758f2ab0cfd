"""The short name that a criterion gives a measure in brackets: "Eczema Area and Severity Index (EASI)"."""

from __future__ import annotations

import re

from osler.core.criteria import Atom, Expression, MeasuredValue, map_atoms
from osler.trials.judging.rules import pattern

_SHORT_NAME = re.compile(r"\((?P<short>[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)?)\)")
_WORD = re.compile(r"[^\W_]+")
_LETTERS = range(3, 12)
"""A name of two letters may be anything, and a longer one is a word."""
_BEFORE = 2
"""Words before the bracket by which it is known what the short name is of."""


def with_short_names(tree: Expression, text: str) -> Expression:
    """A tree whose measures have the short names that its criterion gives them."""
    shorts = [(place["short"], _named_before(text[: place.start()])) for place in _SHORT_NAME.finditer(text)]
    shorts = [(short, words) for short, words in shorts if _is_short(short) and words]
    if not shorts:
        return tree

    def called(atom: Atom) -> Atom:
        if not isinstance(atom, MeasuredValue):
            return atom
        own = frozenset(_WORD.findall(atom.name.casefold()))
        also = tuple(short for short, words in shorts if words & own and short.casefold() != atom.name.casefold())
        return atom.model_copy(update={"also": also}) if also else atom

    return map_atoms(tree, called)


def _is_short(name: str) -> bool:
    capitals = sum(letter.isupper() for letter in name)
    return len(name) in _LETTERS and (capitals > 1 or pattern("short_with_one_capital").fullmatch(name) is not None)


def _named_before(text: str) -> frozenset[str]:
    """The last words before a bracket that say what is measured."""
    line = re.split(r"[.;:(),]|\band\b|\bor\b", text.casefold())[-1]
    words = [
        word for word in _WORD.findall(line) if not pattern("measure_dress").fullmatch(word) and not word.isdigit()
    ]
    return frozenset(words[-_BEFORE:])
