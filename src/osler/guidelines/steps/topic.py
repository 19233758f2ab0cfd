"""What a question asks about, as terms with their weights, and how much of that a passage speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from osler.core.library import Chunk, stems
from osler.core.terminology import SemanticType, Vocabularies
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.names import marks_of
from osler.guidelines.steps.meaning import of_names, of_words

_KIND_OF, _CLASS_OF = 0.95, 0.8
"""How far a passage speaks of something by naming a kind of it, or what it is a kind of."""
_SCATTERED = 0.85
"""How far by all words of a name that stand somewhere in it: "diabetes" here and "pregnancy" there."""
_AROUND = 0.7
"""How far a row on a drug speaks of the disease that its document is about and that it does not name."""
_FOREIGN = 0.6
"""How far likeness speaks for a word that no passage of the library has: it may be what the question is about."""
_SPOKEN = 0.5
_DISEASE_ID = re.compile(r"MONDO:|ICD10CM:[^RZ]")
_NOT_SEVERE = re.compile(r"\b(?:low[- ]severity|non-?severe|not severe)\b", re.IGNORECASE)
_MILD = stems("mild")
"""What is of low severity is mild, whichever word a question has for it."""
_BEGINNING = 4
"""Letters that a shortened word must have: "echo" for echocardiography."""


class Words(NamedTuple):
    """What a text says, to be held against a topic: its stems, and the concepts that it names."""

    stems: frozenset[str] = frozenset()
    concepts: frozenset[str] = frozenset()
    marks: frozenset[tuple[str, str]] = frozenset()
    """Words with the sign that tells them from their like: type 2, hepatitis C."""


@dataclass(frozen=True)
class Term:
    """One thing that a question asks about: its stems, every other way to say it, and how much it weighs."""

    text: str
    stems: frozenset[str]
    names: tuple[frozenset[str], ...]
    weight: float
    clinical: bool
    concepts: frozenset[str] = frozenset()
    general: frozenset[str] = frozenset()
    """Concepts by which a passage speaks of it in more general words."""
    purposes: tuple[frozenset[str], ...] = ()
    """What the classes of a drug say that it is for, as stems: smoking cessation."""
    marks: frozenset[tuple[str, str]] = frozenset()
    foreign: bool = False
    """Whether no passage of the library has its word."""
    strange: bool = False
    """Whether that word is none of the everyday ones: it may be what the question is about."""
    people: bool = False
    """Whether it only says whom the question is about: "pregnant", "without symptoms"."""
    thing: bool = False
    """Whether it is a thing that only the library names: whoever names it speaks of what is asked about."""


@dataclass(frozen=True)
class Topic:
    """What a question asks about."""

    terms: tuple[Term, ...]
    vocabularies: Vocabularies = field(repr=False)

    @property
    def words(self) -> str:
        """The topic as a query."""
        return " ".join(term.text for term in self.terms)

    @property
    def names(self) -> str:
        """What the topic names, without what is asked of it."""
        return " ".join(term.text for term in self.terms if term.clinical or term.thing)

    @property
    def matter(self) -> list[Term]:
        """What the topic names: diseases, drugs, tests, things; not the state of the person in which they are asked about."""
        return [term for term in self.terms if (term.clinical or term.thing) and not term.people]

    def missing(self, texts: Iterable[Words]) -> list[str]:
        """The names of the topic, and its words that no passage of the library has, of which none of some texts speaks."""
        there = list(texts)
        return [
            term.text
            for term in self.terms
            if (term.clinical or term.strange)
            and not any(_met(term, one, self.vocabularies) >= _SPOKEN for one in there)
        ]

    def of_diseases(self) -> Topic:
        """The diseases of the topic; the symptoms where it names no disease."""
        known = self.vocabularies.names
        ill = {SemanticType.CONDITION, SemanticType.PHENOTYPE}
        named = [
            term
            for term in self.terms
            if any((found := known.concept(one)) and found.semantic_type in ill for one in term.concepts)
        ]
        diseases = [term for term in named if not is_symptom(term.concepts, self.vocabularies)]
        return Topic(tuple(diseases or named), self.vocabularies)

    def is_met(self, text: Words) -> bool:
        """Whether a text speaks of a term of the topic, or of what one is a kind of."""
        return any(
            _met(term, text, self.vocabularies) >= _SPOKEN or _is_kind(term.concepts, text.concepts, self.vocabularies)
            for term in self.terms
        )

    def names_drug(self, text: Words) -> bool:
        """Whether a text names a drug of the topic, or one of its kind; true where the topic names none."""
        drugs = [term for term in self.terms if term.general]
        return not drugs or any(
            _met(replace(term, general=frozenset()), text, self.vocabularies) >= _KIND_OF for term in drugs
        )

    def coverage(
        self,
        text: Words,
        title: Words | None = None,
        beside: float = 1.0,
        around: Words | None = None,
        likeness: float = 0.0,
    ) -> float:
        """The share of the topic, by weight, that a passage speaks of.

        A clinical name that the passage has and its title has not counts `beside`: it may be mentioned in passing. What
        the passages `around` it in its document speak of is its matter too, where it names the drug or thing that is asked about.
        By its `likeness` to the question a passage speaks of words that it does not have, hardly of names and never of drugs.
        """
        total = sum(term.weight for term in self.terms)
        if any(_is_of_another_kind(term, text) for term in self.terms):
            return 0.0
        met = 0.0
        for term, here in self.spoken(text, title, beside, around).items():
            # A drug is named or not: one of its like is never meant by it.
            alike = 0.0 if term.general else of_names(likeness) if term.clinical else of_words(likeness)
            met += term.weight * max(here, alike * (_FOREIGN if term.foreign else 1.0))
        return met / total if total else 0.0

    def spoken(
        self, text: Words, title: Words | None = None, beside: float = 1.0, around: Words | None = None
    ) -> dict[Term, float]:
        """How far a passage speaks of each term, by its words; see `coverage`."""
        spoken = {term: _met(term, text, self.vocabularies) for term in self.terms}
        exact = any((term.general or term.thing) and here == 1.0 for term, here in spoken.items())
        for term, here in spoken.items():
            if term.clinical:
                here = max(_met(term, title, self.vocabularies) if title else 0.0, beside * here)
                if exact and around and is_disease(term, self.vocabularies):
                    here = max(here, _AROUND * _met(term, around, self.vocabularies))
                spoken[term] = 0.0 if _is_of_another_kind(term, text) else here
        return spoken


@lru_cache(maxsize=8192)
def words_of(text: str, vocabularies: Vocabularies) -> Words:
    """What a text says."""
    concepts = frozenset(one for match in vocabularies.find(text) for one in match.concept_ids[:3])
    return Words(frozenset([*stems(text), *(_MILD if _NOT_SEVERE.search(text) else ())]), concepts, signs_of(text))


def signs_of(text: str) -> frozenset[tuple[str, str]]:
    """The words of a text that one sign tells from their like, each with its sign."""
    return frozenset((word, mark) for word, marks in marks_of(text).items() for mark in marks)


def words_of_chunk(chunk: Chunk, vocabularies: Vocabularies) -> Words:
    """What a passage says, with the headings above it."""
    return words_of(chunk.searched, vocabularies)


def is_symptom(concepts: Iterable[str], vocabularies: Vocabularies) -> bool:
    """Whether concepts are a finding and no disease: neither Mondo has it, nor ICD-10-CM outside its symptoms (R) and factors (Z)."""
    known = vocabularies.names
    kinds = {found.semantic_type for one in concepts if (found := known.concept(one))}
    return SemanticType.PHENOTYPE in kinds and not any(_DISEASE_ID.match(one) for one in concepts)


def is_disease(term: Term, vocabularies: Vocabularies) -> bool:
    """Whether a term is a disease, and no mere finding."""
    known = vocabularies.names
    kinds = {found.semantic_type for one in term.concepts if (found := known.concept(one))}
    return SemanticType.CONDITION in kinds and not is_symptom(term.concepts, vocabularies)


def _is_of_another_kind(term: Term, there: Words) -> bool:
    """Whether a text speaks of the like of a term and not of it: of type 2, where type 1 is asked about."""
    return any(
        (word, mark) not in there.marks and any(word == other for other, _ in there.marks) for word, mark in term.marks
    )


def _met(term: Term, there: Words, vocabularies: Vocabularies) -> float:
    """How far a text speaks of a term: fully by any of its names, nearly by a kind of it, partly by part of its words."""
    here = [len(name) for name in term.names if name <= there.stems]
    if 1 in here or (here and not term.concepts.isdisjoint(there.concepts)):
        return 1.0
    share = sum(_stands(stem, there.stems) for stem in term.stems) / len(term.stems)
    if not term.clinical:
        return share
    if share == 1.0:
        return (
            1.0
            if len(term.stems) == 1 or not term.concepts or not term.concepts.isdisjoint(there.concepts)
            else _SCATTERED
        )
    return max(
        0.6 * share,
        _SCATTERED * bool(here),
        _KIND_OF * _is_kind(there.concepts, _narrowest(term.concepts, vocabularies), vocabularies),
        _CLASS_OF * (not term.general.isdisjoint(there.concepts)),
        _CLASS_OF * any(purpose <= there.stems for purpose in term.purposes),
    )


@lru_cache(maxsize=4096)
def _narrowest(concepts: frozenset[str], vocabularies: Vocabularies) -> frozenset[str]:
    """Concepts without those that stand above another: who asks about a heart attack asks about no other disease of the heart."""
    above = vocabularies.hierarchy
    return frozenset(
        one for one in concepts if not any(above.is_a(other, one) and not above.is_a(one, other) for other in concepts)
    )


def _is_kind(concepts: frozenset[str], general: frozenset[str], vocabularies: Vocabularies) -> bool:
    """Whether one of some concepts is a kind of one of others."""
    above = vocabularies.hierarchy
    return any(above.is_a(one, other) for one in concepts for other in general)


def _stands(stem: str, there: frozenset[str]) -> bool:
    if stem in there or not there.isdisjoint(lexicon().same.get(stem, ())):
        return True
    return len(stem) >= _BEGINNING and any(_shortened(stem, other) for other in there)


def _shortened(stem: str, other: str) -> bool:
    """Whether a word is the beginning of a longer one that is built on it: echo, mammogram, asthmatic."""
    return other.startswith(stem) and len(other) >= len(stem) + 3
