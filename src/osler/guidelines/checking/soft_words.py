"""How much a word of a sentence claims: a name or a qualifier all that it says, an everyday verb or adverb hardly anything.

Whoever says a thing in other words changes its verbs first: "carry on", "kick off", "look again". A sentence that lacks
only such words in its source adds no fact to it; what a verb can turn round is held against the source by rules of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from osler.core.library import stems, word_classes
from osler.guidelines.checking.lexicon import lexicon
from osler.yaml_reader import packaged_yaml

_SOFT = 0.25
"""What an everyday verb or adverb weighs beside a word that names or narrows something."""


class Predicates(NamedTuple):
    """The verbs and nouns by which a sentence says what is done, what a treatment is called, and what it does."""

    done: frozenset[str]
    """The stems of what is done with a treatment or a patient."""
    roles: frozenset[str]
    """The stems of what a treatment is called by whoever advises it."""
    effects: frozenset[str]
    """The stems of what a treatment does."""


@cache
def predicates() -> Predicates:
    """The table `asserted.yml`, as stems."""
    table = packaged_yaml("osler.guidelines.checking", "asserted.yml")
    return Predicates(*(frozenset(stem for word in table[name] for stem in stems(word)) for name in Predicates._fields))


def is_soft(stem: str) -> bool:
    """Whether a word is of everyday language and claims nothing: no effect, no side of a thing that has a contrary."""
    return stem in word_classes().everyday and stem not in lexicon().opposites and stem not in predicates().effects


def weight_of(words: Iterable[str]) -> float:
    """What some words claim together."""
    return sum(_SOFT if is_soft(stem) else 1.0 for stem in words)


def share_a_sense(stem: str, there: set[str]) -> bool:
    """Whether a word of everyday language is used for one among others; what has a contrary is compared by itself."""
    same = word_classes().same.get(stem)
    return same is not None and stem not in lexicon().opposites and not there.isdisjoint(same)
