"""A question as its topic: the clinical names, everyday words and other words that it asks with, and what each weighs."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from osler.core.library import Chunk, Library, SearchOptions, population_of, stems
from osler.core.terminology import Match, SemanticType, Vocabularies
from osler.guidelines.everyday import common_stems, everyday_words, phrasal_stems, without_course
from osler.guidelines.steps.intent import asking_words, is_form
from osler.guidelines.steps.naming import outermost
from osler.guidelines.steps.parts import ACRONYM, asking_stems, people_stems
from osler.guidelines.steps.told import is_lacking, is_within, told_spans
from osler.guidelines.steps.topic import Term, Topic, is_disease, is_symptom, signs_of

_CLINICAL = {
    SemanticType.CONDITION,
    SemanticType.MEDICATION,
    SemanticType.PROCEDURE,
    SemanticType.PHENOTYPE,
    SemanticType.LAB_VALUE,
    SemanticType.BIOMARKER,
}
_TESTS = {SemanticType.PROCEDURE, SemanticType.LAB_VALUE, SemanticType.BIOMARKER}
_PREVENTED = re.compile(
    r"\b(?:vaccin\w*|immuni[sz]\w*|jabs?|shots?)\b[^.?!]*?\bagainst\s+(?P<what>[a-z]{4,})", re.IGNORECASE
)
"""What a vaccine is against."""
_KNOWN = 0.4
_FOREIGN = 0.25
"""Weights of a word that is no clinical name: one that the library uses, and one that it does not."""
_UNNAMED = 0.15
"""The weight of a word that the library does not use in a question without any name: its other words must find the answer."""
_CHATTER = 0.45
"""What all words that are no clinical names may weigh together, beside the names: a long question asks for no more."""
_SYMPTOM = 0.5
"""What a symptom weighs beside a drug that is asked about: "propranolol for palpitations in thyrotoxicosis"."""
_TOLD = 0.3
"""What a value or the want of a state weighs that is told of the person, beside what is asked: "cystitis, eGFR 38, not pregnant"."""
_VALUE_AFTER = re.compile(r"\s*(?:(?:is|was|of|at|about)\s+|[=:]\s*)*\d", re.IGNORECASE)
_PAIR, _SHORTEST, _FEW_HITS = 2, 3, SearchOptions(k=5)
"""A thing that only the library names: its words, the letters of each at least, and the passages that are looked at."""
_LOOKING = re.compile(
    r"graph|scop(?:y|ies)|metr(?:y|ic)|gram|scan|test|imaging|x-?ray|ultraso|screen|swab|cultur|smear|assay|exam|questionnaire",
    re.IGNORECASE,
)
"""What a procedure that looks for something is called by."""
_AGENTS = re.compile(r"\b(?:agents?|drugs?|medications?)$", re.IGNORECASE)
_SERVICE = re.compile(r"\b(?:screening|testing|test)\b", re.IGNORECASE)
"""What is done about a disease: "cervical cancer screening" speaks of cervical cancer."""
_CLITIC = re.compile(r"(?<=[a-z])['’](?:m|ve|re|ll|d)\b", re.IGNORECASE)
"""What is left of a verb: "I'm", "we've"."""
_PERSON = re.compile(
    r"\b[\w-]+ (?:months?|weeks?) gone\b|\b\d{1,3}(?:\.\d)?[\s-]*(?:years?|yrs?|yo|y/o|y|months?|mo|weeks?|days?)(?:[\s-]*old)?\b|\b(?:aged?|at)\s+\d{1,3}\b(?!\s*(?:%|m|g|k))|\b\d{1,3}\s?[mf]\b",
    re.IGNORECASE,
)


def topic_of(question: str, libraries: Sequence[Library], vocabularies: Vocabularies) -> Topic:
    """The terms of a question: clinical names first, then its other content words."""
    text = asking_words(without_course(_PERSON.sub(" ", _CLITIC.sub("", question))))
    rarity = _rarity(text, libraries)
    asking = asking_stems()
    found = [*_everyday(text, rarity, vocabularies), *_names(text, rarity, libraries, vocabularies)]
    found = list(_without_forms(found, text))
    spans = told_spans(text)
    asks_of = [one for one in found if not is_within(one.start, spans) and is_disease(one.term, vocabularies)]
    weighed = _weighed(found, text, spans if found else [], bool(asks_of), _highest(libraries), vocabularies)
    terms = [one.term for one in weighed]
    taken = {stem for term in terms for stem in term.stems}
    if terms or ACRONYM.search(text):
        # Beside what they are for, pills are any medicine: a passage that advises one need not say "pill".
        taken |= {stem for word in re.findall(r"[\w'-]+", text) if is_form(word) for stem in stems(word)}
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
    prevented = {stem for match in _PREVENTED.finditer(text) for stem in stems(match["what"])}
    common = common_stems() | phrasal_stems(question)
    for stem in dict.fromkeys(stems(_without(text, spans) if asks_of else text)):
        if stem in taken or stem in asking or stem[0].isdigit():
            continue
        there = any(library.rarity(stem) for library in libraries) and rarity.get(stem, 0.0) < _highest(libraries)
        if stem in prevented and not there:
            # A disease, for all that is known: no vocabulary and no library has it.
            terms.append(Term(stem, frozenset({stem}), (), rarity.get(stem, 1.0), clinical=True))
            continue
        weight = rarity.get(stem, 1.0) * (_KNOWN if there else _FOREIGN if terms else _UNNAMED)
        strange = not there and stem not in common
        further.append(Term(stem, frozenset({stem}), (), weight, clinical=False, foreign=not there, strange=strange))
    return Topic((*terms, *_bounded(further, _CHATTER * named)), vocabularies)


class _Found(NamedTuple):
    """A term where it stands in a question."""

    start: int
    end: int
    term: Term


def _names(
    text: str, rarity: Mapping[str, float], libraries: Sequence[Library], vocabularies: Vocabularies
) -> Iterator[_Found]:
    """The names of a text that the vocabularies have."""
    asking = asking_stems()
    for match, concepts in _named(text, vocabularies):
        words = text[match.start : match.end]
        own = frozenset(stem for stem in stems(words) if stem not in asking)
        if not own:
            continue
        others = {frozenset(stems(name)) for one in concepts for name in vocabularies.names.names(one)[:12]}
        said = tuple(name for name in others if name)
        weight = _weight(own, rarity)
        if words.isupper():
            # A short form weighs what the name that it stands for weighs: the library may only spell it out.
            weight = min([weight, *(_weight(one, _rarity_of(one, libraries)) for one in said if len(one) > 1)])
        general = _general(concepts, vocabularies)
        known = vocabularies.names
        marks = signs_of(words) or signs_of(" ".join(found.name for one in concepts if (found := known.concept(one))))
        if is_lacking(match.start, text) or general:
            marks = frozenset()
        purposes = _purposes(general, vocabularies)
        term = Term(
            words, own, said, weight, clinical=True, concepts=concepts, general=general, purposes=purposes, marks=marks
        )
        yield _Found(match.start, match.end, term)


def _without_forms(found: Sequence[_Found], text: str) -> Iterator[_Found]:
    """Terms that no earlier one has the words of; the form of a medicine is no name."""
    taken: set[str] = set()
    for one in found:
        if one.term.stems <= taken or is_form(text[one.start : one.end]):
            continue
        taken |= one.term.stems
        yield one


def _weighed(
    found: Sequence[_Found],
    text: str,
    spans: list[tuple[int, int]],
    asks_of_disease: bool,
    unheard: float,
    vocabularies: Vocabularies,
) -> Iterator[_Found]:
    """Terms by what they are in the question: less, where they are told of the person beside what is asked."""
    drugs = any(one.term.general for one in found)
    aside = {one for one in found if is_within(one.start, spans)}
    told = {one for one in found if _is_told(one, text)}
    # What somebody has may be what a drug is for; how somebody lives is no such thing.
    told |= {one for one in aside if not one.term.general and not _is_illness(one.term, vocabularies)}
    for one in found:
        weight = one.term.weight
        if (one in told and (len(told) < len(found) or ACRONYM.search(text))) or (one in aside and asks_of_disease):
            weight *= _TOLD
        elif drugs and is_symptom(one.term.concepts, vocabularies):
            weight *= _SYMPTOM
        elif asks_of_disease and weight >= unheard and _is_test(one.term, vocabularies):
            # The library speaks of the disease, by whichever test.
            weight *= _TOLD
        yield one._replace(term=replace(one.term, weight=weight, people=one.term.stems <= people_stems()))


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """A text with blanks in the place of some spans."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _is_told(one: _Found, text: str) -> bool:
    """Whether a name is told of the person: a value with its number, or what they are not."""
    words = text[one.start : one.end].casefold()
    return words.startswith("not ") or is_lacking(one.start, text) or bool(_VALUE_AFTER.match(text, one.end))


def _kinds(term: Term, vocabularies: Vocabularies) -> set[SemanticType]:
    known = vocabularies.names
    return {found.semantic_type for one in term.concepts if (found := known.concept(one))}


def _is_illness(term: Term, vocabularies: Vocabularies) -> bool:
    """Whether a term is a disease or a finding that a vocabulary of diseases has, or an everyday word for one."""
    kinds = _kinds(term, vocabularies)
    return not kinds or (
        not kinds.isdisjoint({SemanticType.CONDITION, SemanticType.PHENOTYPE})
        and any(not one.startswith("SCTID:") for one in term.concepts)
    )


def _is_test(term: Term, vocabularies: Vocabularies) -> bool:
    kinds = _kinds(term, vocabularies)
    # A procedure may as well be a treatment: cardioversion is not one of several ways to look for a disease.
    return bool(kinds) and kinds <= _TESTS and (SemanticType.PROCEDURE not in kinds or bool(_LOOKING.search(term.text)))


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
    for match in outermost(known.find(text)):
        kinds = {concept.semantic_type for one in match.concept_ids[:3] if (concept := known.concept(one))}
        if kinds & _CLINICAL:
            yield match, frozenset(match.concept_ids[:3])


def _everyday(text: str, rarity: Mapping[str, float], vocabularies: Vocabularies) -> Iterator[_Found]:
    """The everyday words of a text, each with the clinical names that stand for it."""
    longer = [(match.start, match.end) for match, _ in _named(text, vocabularies)]
    for one in everyday_words(text):
        # A word inside a longer name is that name: the heart of a heart failure.
        if any(start <= one.start and one.end <= end and end - start > one.end - one.start for start, end in longer):
            continue
        words = text[one.start : one.end]
        concepts = frozenset(concept for name in one.names for concept in _whole(name, vocabularies))
        concepts |= _whole(words, vocabularies)
        own = frozenset(stems(words))
        # Words for people say whom a recommendation is for, not what it is about.
        if own and population_of(" ".join(one.names)).is_everyone:
            names = tuple(frozenset(stems(name)) for name in (*one.names, words))
            general = _general(concepts, vocabularies)
            term = Term(words, own, names, _weight(own, rarity), clinical=True, concepts=concepts, general=general)
            yield _Found(one.start, one.end, term)


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


def _general(concepts: Iterable[str], vocabularies: Vocabularies) -> frozenset[str]:
    """The classes of the drugs among some concepts: what a passage says of a class it says of them.

    Conditions have none: what a guideline says of skin diseases does not answer a question about eczema.
    """
    known = vocabularies.names
    drugs = [
        one for one in concepts if (found := known.concept(one)) and found.semantic_type is SemanticType.MEDICATION
    ]
    return frozenset(general for one in drugs for general in vocabularies.hierarchy.ancestors(one))


@lru_cache(maxsize=1024)
def _purposes(classes: frozenset[str], vocabularies: Vocabularies) -> tuple[frozenset[str], ...]:
    """What the names of classes of drugs say beside that they are drugs, where it takes two words or more."""
    known = vocabularies.names
    names = (concept.name for one in classes if (concept := known.concept(one)))
    found = (frozenset(stems(_AGENTS.sub(" ", name))) for name in names if _AGENTS.search(name))
    return tuple(one for one in dict.fromkeys(found) if len(one) == _PAIR)


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
