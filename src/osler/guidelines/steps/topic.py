"""What a question asks about, and how much of that a passage speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from osler.core.library import Chunk, Library, stems
from osler.core.terminology import SemanticType, vocabulary
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.steps.intent import asking_words
from osler.yaml_reader import parse_yaml

_CLINICAL = {
    SemanticType.CONDITION,
    SemanticType.MEDICATION,
    SemanticType.PROCEDURE,
    SemanticType.PHENOTYPE,
    SemanticType.LAB_VALUE,
    SemanticType.BIOMARKER,
}
_KNOWN = 0.4
_FOREIGN = 0.25
"""Weights of a word that is no clinical name: one that the library uses, and one that it does not."""
_PERSON = re.compile(
    r"\b\d{1,3}(?:\.\d)?[\s-]*(?:years?|yrs?|yo|y/o|months?|weeks?|days?)(?:[\s-]*old)?\b|\b(?:aged?|at)\s+\d{1,3}\b(?!\s*(?:%|m|g|k))|\b\d{1,3}\s?[mf]\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Term:
    """One thing that a question asks about: its stems, every other way to say it, and how much it weighs."""

    text: str
    stems: frozenset[str]
    names: tuple[frozenset[str], ...]
    weight: float
    clinical: bool


@dataclass(frozen=True)
class Topic:
    """What a question asks about."""

    terms: tuple[Term, ...]

    @property
    def words(self) -> str:
        """The topic as a query."""
        return " ".join(term.text for term in self.terms)

    def coverage(
        self, text_stems: frozenset[str], title_stems: frozenset[str] = frozenset(), beside: float = 1.0
    ) -> float:
        """The share of the topic, by weight, that a passage speaks of.

        A clinical name that the passage has and its title has not counts `beside`: it may be mentioned in passing.
        """
        total = sum(term.weight for term in self.terms)
        met = 0.0
        for term in self.terms:
            here = _met(term, text_stems)
            if term.clinical and beside < 1.0:
                here = max(_met(term, title_stems), beside * here)
            met += term.weight * here
        return met / total if total else 0.0


def topic_of(question: str, libraries: Sequence[Library]) -> Topic:
    """The terms of a question: clinical names first, then its other content words."""
    text = asking_words(_PERSON.sub(" ", question))
    rarity = _rarity(text, libraries)
    known = vocabulary()
    terms: list[Term] = []
    taken: set[str] = set()
    asking = _asking()
    for match in known.find(text):
        words = text[match.start : match.end]
        own = frozenset(stem for stem in stems(words) if stem not in asking)
        kinds = {concept.semantic_type for one in match.concept_ids[:3] if (concept := known.concept(one))}
        if not own or not kinds & _CLINICAL or own <= taken:
            continue
        names = {frozenset(stems(name)) for one in match.concept_ids[:3] for name in known.names(one)[:12]}
        weight = sum(rarity.get(stem, 1.0) for stem in own) / len(own) ** 0.5
        terms.append(Term(words, own, tuple(name for name in names if name), weight, clinical=True))
        taken |= own
    for stem in dict.fromkeys(stems(text)):
        if stem in taken or stem in asking or stem[0].isdigit():
            continue
        there = any(library.rarity(stem) for library in libraries) and rarity.get(stem, 0.0) < _highest(libraries)
        weight = rarity.get(stem, 1.0) * (_KNOWN if there else _FOREIGN)
        terms.append(Term(stem, frozenset({stem}), (), weight, clinical=False))
    return Topic(tuple(terms))


def without_person(question: str) -> str:
    """A question without the age of the person, whose number would find whatever has the same number."""
    return " ".join(_PERSON.sub(" ", question).split())


def stems_of(chunk: Chunk) -> frozenset[str]:
    """The stems of a passage and of the headings above it."""
    return frozenset(stems(chunk.searched))


def _met(term: Term, there: frozenset[str]) -> float:
    """How far a passage speaks of a term: fully by any of its names, partly by part of its words."""
    if any(name <= there for name in term.names):
        return 1.0
    share = sum(_stands(stem, there) for stem in term.stems) / len(term.stems)
    return share if share == 1.0 or not term.clinical else 0.6 * share


def _stands(stem: str, there: frozenset[str]) -> bool:
    return stem in there or not there.isdisjoint(lexicon().same.get(stem, ()))


def _rarity(text: str, libraries: Sequence[Library]) -> dict[str, float]:
    """The rarity of each word; over several libraries, the least of it."""
    least: dict[str, float] = {}
    for library in libraries:
        for stem, value in library.rarity(text).items():
            least[stem] = min(value, least.get(stem, value))
    return least


def _highest(libraries: Iterable[Library]) -> float:
    """The rarity of a word that no passage has."""
    return min(max(library.rarity("zzzunheardof").values()) for library in libraries) - 1e-9


@cache
def _asking() -> frozenset[str]:
    table = parse_yaml(files("osler.guidelines").joinpath("asking.yml").read_text(encoding="utf-8"))
    return frozenset(stem for word in table["words"] for stem in stems(str(word))) | frozenset(map(str, table["words"]))
