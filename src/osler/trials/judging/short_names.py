"""The names of scores: the short one that a criterion gives in brackets ("Eczema Area and Severity Index (EASI)"), and how long one is."""

from __future__ import annotations

import re
from itertools import pairwise

from osler.core.criteria import AllOf, Atom, Expression, Finding, MeasuredValue, map_atoms
from osler.trials.judging.rules import pattern

_SHORT_NAME = re.compile(r"\((?P<short>[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)?)\)")
_WORD = re.compile(r"[^\W_]+")
_LETTERS = range(3, 12)
"""A name of two letters may be anything, and a longer one is a word."""
_BEFORE = 2
"""Words before the bracket by which it is known what the short name is of."""


def with_short_names(tree: Expression, text: str) -> Expression:
    """A tree whose measures have the short names that its criterion gives them."""
    tree = _one_score(tree, text)
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


def _one_score(tree: Expression, text: str) -> Expression:
    """A tree in which a score whose name has an "and" is one ("Hospital Anxiety and Depression Scale"), and its range is no demand.

    The short name that follows such a name and begins with its first letter says that it is one.
    """
    if not isinstance(tree, AllOf):
        return tree
    parts = [part for part in tree.children if not _is_range(part, tree)]
    for first, second in pairwise(list(parts)):
        if not isinstance(first, MeasuredValue | Finding) or not isinstance(second, MeasuredValue):
            continue
        joined = (
            rf"{re.escape(first.name)}\s+and\s+{re.escape(second.name)}[\w\s]{{0,12}}\({re.escape(first.name[0])}\w"
        )
        alike = isinstance(first, Finding) or first.test.bounds == second.test.bounds
        if alike and re.search(joined, text, re.IGNORECASE):
            place = parts.index(first)
            parts[place : place + 2] = [second.model_copy(update={"name": f"{first.name} and {second.name}"})]
    return parts[0] if len(parts) == 1 else tree.model_copy(update={"children": tuple(parts)})


def _is_range(part: Expression, tree: AllOf) -> bool:
    """Whether a part only tells from where to where a score goes: "(scale of 0 to 4)"."""
    scores = [other for other in tree.children if isinstance(other, MeasuredValue) and other is not part]
    return (
        isinstance(part, MeasuredValue)
        and bool(scores)
        and len(part.test.bounds) > 1
        and pattern("bare_measures").fullmatch(part.name.casefold()) is not None
    )


def _is_short(name: str) -> bool:
    capitals = sum(letter.isupper() for letter in name)
    return len(name) in _LETTERS and (capitals > 1 or pattern("short_with_one_capital").fullmatch(name) is not None)


def _named_before(text: str) -> frozenset[str]:
    """The last words before a bracket that say what is measured."""
    line = re.split(r"[.;:(),]|\bor\b", text.casefold())[-1]
    words = [
        word for word in _WORD.findall(line) if not pattern("measure_dress").fullmatch(word) and not word.isdigit()
    ]
    return frozenset(words[-_BEFORE:])
