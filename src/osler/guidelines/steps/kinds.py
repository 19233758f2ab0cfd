"""How a disease is treated: what is given first, then what is added, from every section that gives something."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from osler.core.library import population_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import stance_of
from osler.guidelines.steps.alternatives import section_of
from osler.guidelines.steps.answering import gives_amount
from osler.guidelines.steps.candidates import Candidate, guideline_of
from osler.guidelines.steps.dosing import WHERE_EXCLUDED
from osler.guidelines.steps.intent import Intent, is_addition
from osler.guidelines.steps.naming import drugs_in
from osler.guidelines.steps.parts import asking_stems
from osler.guidelines.steps.safety import advises_drug
from osler.guidelines.steps.topic import Topic, is_disease

_NEAR = 0.5
"""How near the topic a recommendation of another section must be."""
_BEHIND = 0.001
"""What parts it, in the order, from the best that answers: the kinds of treatment stand side by side."""
_GIVES, _DOSED, _ADDS, _MAY = 0.45, 0.15, 0.4, 0.05
"""What a passage gains, in the order, by giving a drug and by saying how much; what it loses by giving it beside or after another, or where it may."""
_MAY_BE = re.compile(r"\b(?:may|can|could|might)\b", re.IGNORECASE)
_TREATING = frozenset(stems("treat treated treatment treating manage managed management therapy handle care"))


def treating_first(
    candidates: Sequence[Candidate], topic: Topic, intents: Sequence[Intent], vocabularies: Vocabularies
) -> list[Candidate]:
    """The candidates with what gives a treatment before what tests for the disease, watches it or bans something in it."""
    if not _asks_how_treated(topic, intents, vocabularies):
        return list(candidates)
    return [
        replace(one, order=one.order + _gain(" ".join(one.quoted)))
        if one.fits and not one.chunk.recommendation_id and _gives(one, vocabularies)
        else one
        for one in candidates
    ]


def _gain(text: str) -> float:
    return _GIVES + _DOSED * gives_amount(text) - _ADDS * is_addition(text) - _MAY * bool(_MAY_BE.search(text))


def behind_the_first(candidates: Sequence[Candidate], vocabularies: Vocabularies) -> list[Candidate]:
    """The candidates with what stands in for a drug ("if A is not suitable") behind what gives that drug."""
    found = []
    for one in candidates:
        text = " ".join(one.quoted)
        gone = frozenset(
            drug for match in WHERE_EXCLUDED.finditer(text) for drug in drugs_in(match.group(), vocabularies)
        )
        first = [
            other.order
            for other in candidates
            if gone
            and other.fits
            and one.fits
            and other.chunk.document_id == one.chunk.document_id
            and stance_of(" ".join(other.quoted)) == "for"
            and gone & drugs_in(WHERE_EXCLUDED.sub(" ", " ".join(other.quoted)), vocabularies)
        ]
        found.append(replace(one, order=min(one.order, max(first) - _BEHIND)) if first else one)
    return found


def other_kinds(
    kept: Sequence[Candidate],
    candidates: Sequence[Candidate],
    topic: Topic,
    intents: Sequence[Intent],
    vocabularies: Vocabularies,
) -> list[Candidate]:
    """The best drug that each further section of the guideline gives for the disease whose treatment is asked for.

    A section that is for other people is no other kind of treatment.
    """
    answering = [one for one in kept if one.fits and not one.chunk.recommendation_id]
    if not answering or not _asks_how_treated(topic, intents, vocabularies):
        return []
    first = max(answering, key=lambda one: one.order)
    told = {section_of(one) for one in kept}
    found: dict[tuple[str, ...], Candidate] = {}
    for one in sorted(candidates, key=lambda one: -one.order):
        place = section_of(one)
        if guideline_of(one.chunk) != guideline_of(first.chunk) or place in told or place in found:
            continue
        if one.fits and one.relevance >= first.relevance * _NEAR and _treats(one, vocabularies):
            found[place] = replace(one, order=first.order - _BEHIND * (1 + len(found)))
    return list(found.values())


def _asks_how_treated(topic: Topic, intents: Sequence[Intent], vocabularies: Vocabularies) -> bool:
    """Whether a question asks for the treatment of a disease and for nothing closer: no drug, no aim, no other aspect."""
    if {intent.name for intent in intents} != {"treatment"}:
        return False
    named = [term for term in topic.terms if term.clinical]
    words = {stem for term in topic.terms if not term.clinical for stem in term.stems}
    return len(named) == 1 and is_disease(named[0], vocabularies) and words <= _TREATING | asking_stems()


def _treats(one: Candidate, vocabularies: Vocabularies) -> bool:
    return population_of(" ".join(one.chunk.heading[-1:])).is_everyone and _gives(one, vocabularies)


def _gives(one: Candidate, vocabularies: Vocabularies) -> bool:
    return any(
        stance_of(text) == "for" and advises_drug(text, vocabularies) and drugs_in(text, vocabularies)
        for text in one.quoted
    )
