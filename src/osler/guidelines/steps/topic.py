"""What a question asks about, and how much of that a passage speaks of."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.library import Chunk, Library, SearchOptions, population_of, stems
from osler.core.terminology import Match, SemanticType, Vocabularies
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.everyday import everyday_words
from osler.guidelines.steps.intent import asking_words, is_form
from osler.guidelines.steps.parts import ACRONYM
from osler.yaml_reader import packaged_yaml

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
_CHATTER = 0.45
"""What all words that are no clinical names may weigh together, beside the names: a long question asks for no more."""
_KIND_OF, _CLASS_OF = 0.95, 0.8
"""How far a passage speaks of something by naming a kind of it, or what it is a kind of."""
_SCATTERED = 0.85
"""How far by all words of a name that stand somewhere in it: "diabetes" here and "pregnancy" there."""
_AROUND = 0.7
"""How far a row on a drug speaks of the disease that its document is about and that it does not name."""
_SYMPTOM = 0.5
"""What a symptom weighs beside a drug that is asked about: "propranolol for palpitations in thyrotoxicosis"."""
_TOLD = 0.3
"""What a value or the want of a state weighs that is told of the person, beside what is asked: "cystitis, eGFR 38, not pregnant"."""
_VALUE_AFTER = re.compile(r"\s*(?:(?:is|was|of|at|about)\s+|[=:]\s*)*\d", re.IGNORECASE)
_SPOKEN = 0.5
_PAIR, _SHORTEST, _FEW_HITS = 2, 3, SearchOptions(k=5)
"""A thing that only the library names: its words, the letters of each at least, and the passages that are looked at."""
_SERVICE = re.compile(r"\b(?:screening|testing|test)\b", re.IGNORECASE)
"""What is done about a disease: "cervical cancer screening" speaks of cervical cancer."""
_BEGINNING = 4
"""Letters that a shortened word must have: "echo" for echocardiography."""
_PERSON = re.compile(
    r"\b\d{1,3}(?:\.\d)?[\s-]*(?:years?|yrs?|yo|y/o|y|months?|mo|weeks?|days?)(?:[\s-]*old)?\b|\b(?:aged?|at)\s+\d{1,3}\b(?!\s*(?:%|m|g|k))|\b\d{1,3}\s?[mf]\b",
    re.IGNORECASE,
)


class Words(NamedTuple):
    """What a text says, to be held against a topic: its stems, and the concepts that it names."""

    stems: frozenset[str] = frozenset()
    concepts: frozenset[str] = frozenset()


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

    def missing(self, texts: Iterable[Words]) -> list[str]:
        """The clinical names of the topic that none of some texts speaks of."""
        there = list(texts)
        return [
            term.text
            for term in self.terms
            if term.clinical and not any(_met(term, one, self.vocabularies) >= _SPOKEN for one in there)
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
        diseases = [term for term in named if not _is_symptom(term.concepts, self.vocabularies)]
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
        self, text: Words, title: Words | None = None, beside: float = 1.0, around: Words | None = None
    ) -> float:
        """The share of the topic, by weight, that a passage speaks of.

        A clinical name that the passage has and its title has not counts `beside`: it may be mentioned in passing. What
        the passages `around` it in its document speak of is its matter too, where it names the drug or thing that is asked about.
        """
        total = sum(term.weight for term in self.terms)
        spoken = {term: _met(term, text, self.vocabularies) for term in self.terms}
        exact = any((term.general or term.thing) and here == 1.0 for term, here in spoken.items())
        met = 0.0
        for term, here in spoken.items():
            if term.clinical:
                here = max(_met(term, title, self.vocabularies) if title else 0.0, beside * here)
                if exact and around and not term.general:
                    here = max(here, _AROUND * _met(term, around, self.vocabularies))
            met += term.weight * here
        return met / total if total else 0.0


def topic_of(question: str, libraries: Sequence[Library], vocabularies: Vocabularies) -> Topic:
    """The terms of a question: clinical names first, then its other content words."""
    text = asking_words(_PERSON.sub(" ", question))
    rarity = _rarity(text, libraries)
    asking = _asking()
    terms = _everyday(text, rarity, vocabularies)
    taken = {stem for term in terms for stem in term.stems}
    names = list(_named(text, vocabularies))
    if terms or len(names) > 1:
        # Beside what they are for, pills are any medicine: a passage that advises one need not say "pill".
        forms = [match for match, _ in names if is_form(text[match.start : match.end])]
        taken |= {stem for match in forms for stem in stems(text[match.start : match.end])}
    drugs = any(_general(concepts, vocabularies) for _, concepts in names)
    told = {match for match, _ in names if _is_told(match, text)}
    for match, concepts in names:
        words = text[match.start : match.end]
        own = frozenset(stem for stem in stems(words) if stem not in asking)
        if not own or own <= taken:
            continue
        others = {frozenset(stems(name)) for one in concepts for name in vocabularies.names.names(one)[:12]}
        said = tuple(name for name in others if name)
        weight = _weight(own, rarity) * (_TOLD if match in told and (terms or len(told) < len(names)) else 1.0)
        if words.isupper():
            # A short form weighs what the name that it stands for weighs: the library may only spell it out.
            weight = min([weight, *(_weight(one, _rarity_of(one, libraries)) for one in said if len(one) > 1)])
        terms.append(
            Term(
                words,
                own,
                said,
                weight * (_SYMPTOM if drugs and _is_symptom(concepts, vocabularies) else 1.0),
                clinical=True,
                concepts=concepts,
                general=_general(concepts, vocabularies),
            )
        )
        taken |= own
    for acronym in ACRONYM.findall(text):
        own = frozenset(stems(acronym))
        if len(own) == 1 and not own & taken and not own & asking:
            spelled = (frozenset(stems(library.lexis(text).spelled(acronym))) for library in libraries)
            terms.append(
                Term(acronym, own, tuple(filter(None, spelled)), rarity.get(next(iter(own)), 1.0), clinical=True)
            )
            taken |= own
    named = sum(term.weight for term in terms)
    terms += (phrases := _phrases(text, taken | asking, rarity, libraries))
    taken |= {stem for term in phrases for stem in term.stems}
    further: list[Term] = []
    for stem in dict.fromkeys(stems(text)):
        if stem in taken or stem in asking or stem[0].isdigit():
            continue
        there = any(library.rarity(stem) for library in libraries) and rarity.get(stem, 0.0) < _highest(libraries)
        weight = rarity.get(stem, 1.0) * (_KNOWN if there else _FOREIGN)
        further.append(Term(stem, frozenset({stem}), (), weight, clinical=False))
    return Topic((*terms, *_bounded(further, _CHATTER * named)), vocabularies)


def _is_told(match: Match, text: str) -> bool:
    """Whether a name is told of the person: a value with its number, or what they are not."""
    words = text[match.start : match.end].casefold()
    return words.startswith("not ") or bool(_VALUE_AFTER.match(text, match.end))


def _phrases(
    text: str, taken: frozenset[str] | set[str], rarity: Mapping[str, float], libraries: Sequence[Library]
) -> list[Term]:
    """Two words of a question that stand side by side in the library as well: a name that no vocabulary has."""
    found: list[Term] = []
    for pair in itertools.pairwise(re.findall(r"[\w'-]+", text)):
        own = tuple(stem for word in pair for stem in stems(word))
        if (
            len(set(own)) != _PAIR
            or set(own) & taken
            or any(stem[0].isdigit() or len(stem) < _SHORTEST for stem in own)
        ):
            continue
        if any(_side_by_side(own, hit.chunk) for one in libraries for hit in one.search(" ".join(pair), _FEW_HITS)):
            weight = _weight(frozenset(own), rarity)
            found.append(Term(" ".join(pair), frozenset(own), (), weight, clinical=False, thing=True))
    return found


def _side_by_side(own: tuple[str, ...], chunk: Chunk) -> bool:
    return any(pair == own for pair in itertools.pairwise(stems(chunk.text)))


def names_condition(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a text names a disease or a finding."""
    known = vocabularies.names
    return any(
        (concept := known.concept(one)) and concept.semantic_type in {SemanticType.CONDITION, SemanticType.PHENOTYPE}
        for match in known.find(text)
        for one in match.concept_ids[:1]
    )


def _named(text: str, vocabularies: Vocabularies) -> Iterator[tuple[Match, frozenset[str]]]:
    """The clinical names of a text with their concepts; a name inside a longer one is that one: hepatitis in hepatitis C screening."""
    known = vocabularies.names
    found = list(known.find(text))
    for match in found:
        if any(
            one.start <= match.start and match.end <= one.end and one.end - one.start > match.end - match.start
            for one in found
        ):
            continue
        kinds = {concept.semantic_type for one in match.concept_ids[:3] if (concept := known.concept(one))}
        if kinds & _CLINICAL:
            yield match, frozenset(match.concept_ids[:3])


def _is_symptom(concepts: Iterable[str], vocabularies: Vocabularies) -> bool:
    known = vocabularies.names
    kinds = {found.semantic_type for one in concepts if (found := known.concept(one))}
    return SemanticType.PHENOTYPE in kinds and not any(one.startswith("MONDO:") for one in concepts)


def _everyday(text: str, rarity: Mapping[str, float], vocabularies: Vocabularies) -> list[Term]:
    """The everyday words of a text, each with the clinical names that stand for it."""
    terms: list[Term] = []
    longer = [(match.start, match.end) for match, _ in _named(text, vocabularies)]
    for one in everyday_words(text):
        # A word inside a longer name is that name: the heart of a heart failure.
        if any(start <= one.start and one.end <= end and end - start > one.end - one.start for start, end in longer):
            continue
        words = text[one.start : one.end]
        concepts = frozenset(concept for name in one.names for concept in _whole(name, vocabularies))
        concepts |= frozenset(concept for _, found in _named(words, vocabularies) for concept in found)
        own = frozenset(stems(words))
        # Words for people say whom a recommendation is for, not what it is about.
        if own and population_of(" ".join(one.names)).is_everyone:
            names = tuple(frozenset(stems(name)) for name in (*one.names, words))
            weight = _weight(own, rarity)
            terms.append(
                Term(
                    words,
                    own,
                    names,
                    weight,
                    clinical=True,
                    concepts=concepts,
                    general=_general(concepts, vocabularies),
                )
            )
    return terms


def _whole(name: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The concepts that a name is, not those that it only has a word of: "hepatitis C" is no hepatitis at large."""
    found = list(_named(name, vocabularies))
    said = set(stems(name)) - set(stems(_SERVICE.sub(" ", name)))
    return frozenset(
        concept
        for match, concepts in found
        if set(stems(name)) - said <= set(stems(name[match.start : match.end]))
        for concept in concepts
    )


def _weight(own: frozenset[str], rarity: Mapping[str, float]) -> float:
    return sum(rarity.get(stem, 1.0) for stem in own) / math.sqrt(len(own))


def _bounded(terms: Sequence[Term], most: float) -> list[Term]:
    """Terms that weigh no more than so much together; without a limit, as they are."""
    whole = sum(term.weight for term in terms)
    share = min(1.0, most / whole) if most and whole else 1.0
    return [replace(term, weight=term.weight * share) for term in terms]


def without_person(question: str) -> str:
    """A question without the age of the person, whose number would find whatever has the same number."""
    return " ".join(_PERSON.sub(" ", question).split())


@lru_cache(maxsize=8192)
def words_of(text: str, vocabularies: Vocabularies) -> Words:
    """What a text says."""
    return Words(
        frozenset(stems(text)), frozenset(one for match in vocabularies.find(text) for one in match.concept_ids[:3])
    )


def words_of_chunk(chunk: Chunk, vocabularies: Vocabularies) -> Words:
    """What a passage says, with the headings above it."""
    return words_of(chunk.searched, vocabularies)


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
        _KIND_OF * _is_kind(there.concepts, term.concepts, vocabularies),
        _CLASS_OF * (not term.general.isdisjoint(there.concepts)),
    )


def _is_kind(concepts: frozenset[str], general: frozenset[str], vocabularies: Vocabularies) -> bool:
    """Whether one of some concepts is a kind of one of others."""
    above = vocabularies.hierarchy
    return any(above.is_a(one, other) for one in concepts for other in general)


def _general(concepts: Iterable[str], vocabularies: Vocabularies) -> frozenset[str]:
    """The classes of the drugs among some concepts: what a passage says of a class it says of them.

    Conditions have none: what a guideline says of skin diseases does not answer a question about eczema.
    """
    known = vocabularies.names
    drugs = [
        one for one in concepts if (found := known.concept(one)) and found.semantic_type is SemanticType.MEDICATION
    ]
    return frozenset(general for one in drugs for general in vocabularies.hierarchy.ancestors(one))


def _stands(stem: str, there: frozenset[str]) -> bool:
    if stem in there or not there.isdisjoint(lexicon().same.get(stem, ())):
        return True
    return len(stem) >= _BEGINNING and any(_shortened(stem, other) for other in there)


def _shortened(stem: str, other: str) -> bool:
    """Whether a word is the beginning of a longer one that is built on it: echo, mammogram, asthmatic."""
    return other.startswith(stem) and len(other) >= len(stem) + 3


def _rarity_of(name: frozenset[str], libraries: Sequence[Library]) -> dict[str, float]:
    return _rarity(" ".join(sorted(name)), libraries)


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
    table = packaged_yaml("osler.guidelines", "asking.yml")
    return frozenset(stem for word in table["words"] for stem in stems(str(word))) | frozenset(map(str, table["words"]))
