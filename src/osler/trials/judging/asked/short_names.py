"""The names of scores: the short one that a criterion gives in brackets ("Eczema Area and Severity Index (EASI)"), and how long one is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from osler.core.criteria import AllOf, Atom, Expression, Finding, MeasuredValue, map_atoms
from osler.core.terminology import Vocabularies
from osler.trials.judging.findings import named
from osler.trials.judging.rules import pattern

_SHORT_NAME = re.compile(r"\((?P<short>[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)?)\)")
_ABBREVIATED = re.compile(r"\s?\((?P<short>[A-Z]{2,6})\)")
_CAPITALISED = re.compile(r"\b[A-Z][a-z]+(?:[\s-][A-Z][a-z]+){2,8}\b")
_SPELT = 80
"""Characters before a bracket in which the name that it abbreviates begins."""
_WORD = re.compile(r"[^\W_]+")
_LETTERS = range(3, 12)
"""A name of two letters may be anything, and a longer one is a word."""
_BEFORE = 2
"""Words before the bracket by which it is known what the short name is of."""


def spelt_out(text: str, vocabularies: Vocabularies) -> dict[str, str]:
    """The short names that a text gives to diseases in brackets, with the names before them: "Atopic Dermatitis (AD)"."""
    found: dict[str, str] = {}
    for place in _ABBREVIATED.finditer(text):
        words = re.findall(r"[^\W_]+", text[max(0, place.start() - _SPELT) : place.start()])
        letters = place["short"].casefold()
        called = words[-len(letters) :]
        if "".join(word[0] for word in called).casefold() != letters:
            continue
        name = " ".join(called)
        if named(name, vocabularies).whole:
            found.setdefault(place["short"], name)
    return found


def by_initials(title: str, vocabularies: Vocabularies) -> dict[str, str]:
    """The short names that the diseases of a title would have: a title of "Chronic Subdural Hematoma" makes CSH of it."""
    found: dict[str, str] = {}
    for place in _CAPITALISED.finditer(title):
        words = place[0].replace("-", " ").split()
        for size in (5, 4, 3):
            for first in range(len(words) - size + 1):
                name = " ".join(words[first : first + size])
                short = "".join(word[0] for word in words[first : first + size])
                plain = pattern("degree").sub(" ", name.casefold())
                known = named(name, vocabularies).whole or named(plain, vocabularies).whole
                if short not in found and known and not named(short, vocabularies).concepts:
                    found[short] = name
    return found


def in_long_names(tree: Expression, short_names: Mapping[str, str]) -> Expression:
    """A tree whose findings have the long names of what their trial abbreviates."""
    if not short_names:
        return tree
    shorts = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, short_names))})(?![\w-])")

    def called(atom: Atom) -> Atom:
        if not isinstance(atom, Finding) or not shorts.search(atom.name):
            return atom
        name = shorts.sub(lambda found: short_names[found[0]], atom.name)
        return atom.model_copy(update={"name": name, "codes": ()})

    return map_atoms(tree, called)


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
