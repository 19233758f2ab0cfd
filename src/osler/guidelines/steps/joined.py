"""Whether the library speaks of what a question asks about together: each of two things alone is no answer to both."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

from osler.core.library import Chunk, pregnancy_of
from osler.core.terminology import Vocabularies
from osler.guidelines.everyday import with_clinical_names
from osler.guidelines.steps.intent import acts_of, told_by
from osler.guidelines.steps.topic import Term, Topic, Words, is_disease, is_symptom, words_of_chunk
from osler.guidelines.types import EvidenceBundle

_PREVENTS = re.compile(r"\b(?:prevent|prophyla|protect|risk)\w*", re.IGNORECASE)
"""What a drug is to prevent, a passage may say in a wider word: chronic conditions."""
_NAMED = 0.5
"""How far a passage speaks of a name that it has, in whichever words."""
_CAUSED = re.compile(
    r"\s+(?:(?:while |when )?(?:on|taking)|after|from|under|due to|caused by)\s+(?:\w+\s+)?$", re.IGNORECASE
)
"""What stands between something that somebody gets and what it comes from: "ankle swelling on amlodipine"."""
_BECAUSE = re.compile(r"\b(?:because of|due to|for fear of|on account of)\s+(?:\w+\s+)?$", re.IGNORECASE)
_TREATING = {"treatment", "surgery", "operation", "medicine"}
_IN_PASSING = re.compile(
    r"\b(?:risks? (?:of|for)|prevent\w*|prevention of|prophylaxis (?:of|against)|history of|previous|prior|past|after an?|after|since|following|instead of)\s+(?:[\w-]+\s+){0,2}$",
    re.IGNORECASE,
)
"""What makes of a disease the risk, the past or the reason of somebody who is treated for another thing."""
_OF_A_CAUSE = re.compile(r"\s+(?:(?:to|from)\s+(?:an?\s|the\s)?[a-z]|(?:prevention|prophylaxis|risk)\b)", re.IGNORECASE)
"""What a reaction was to ("anaphylaxis to penicillin"), and what is done so that a disease does not come ("stroke prevention")."""
_ALLERGIC = re.compile(r"\b(?:with|and|of) (?:an? |known )?[\w-]+ allergy\b|\ballergic to\b", re.IGNORECASE)
"""Whom a passage is for, by what they do not bear."""
_NEAR = 40
_TOLD = 0.6
"""How far a passage must be able to tell it; what remains of one under the heading of another service is less."""
_SAFE = re.compile(r"\b(?:safe(?:ly|ty)?|harmful|dangerous|harm|interact(?:s|ions?)?)\b", re.IGNORECASE)
"""What asks whether two things go together: what is said of each alone does not tell it."""


def are_joined(
    asked: str,
    topic: Topic,
    whole: Topic,
    bundles: Sequence[EvidenceBundle],
    vocabularies: Vocabularies,
) -> bool:
    """Whether a passage may answer: it speaks together of what is asked together, and can tell what is asked of it.

    `topic` is of the part's own words, `whole` with what the part is about.
    """
    if _PREVENTS.search(asked):
        return True
    chunks = list({one.chunk.id: one.chunk for bundle in bundles for one in bundle.chunks}.values())
    passages = [words_of_chunk(chunk, vocabularies) for chunk in chunks]
    if topic is not whole and _is_unspoken(topic, passages):
        return False
    diseases = [term for term in topic.terms if is_disease(term, vocabularies)]
    drugs = [term for term in topic.terms if term.general and term not in diseases]
    # What is said of the drug elsewhere, or of the disease with another drug, is no answer to "this drug in that disease?".
    if drugs and diseases and not _together(topic, passages, drugs, diseases):
        return False
    if _SAFE.search(asked) and not _all_together(topic, passages):
        return False
    effects = _effects(asked, topic, drugs, vocabularies)
    if effects and not all(_together(topic, passages, [effect], [cause]) for effect, cause in effects):
        return False
    return _tells_it_of(asked, whole, chunks, vocabularies)


def _together(topic: Topic, passages: Iterable[Words], some: Sequence[Term], others: Sequence[Term]) -> bool:
    """Whether a passage names one of some terms and one of others."""
    spoken = (topic.spoken(words) for words in passages)
    return any(
        any(here[one] >= _NAMED for one in some) and any(here[other] >= _NAMED for other in others) for here in spoken
    )


def _all_together(topic: Topic, passages: Iterable[Words]) -> bool:
    """Whether a passage names everything that a question names."""
    named = [term for term in topic.terms if term.clinical or term.thing]
    return not named or any(all(here[term] >= _NAMED for term in named) for here in map(topic.spoken, passages))


def _is_unspoken(topic: Topic, passages: Iterable[Words]) -> bool:
    """Whether no passage names anything that a part names itself: what it is about beside that does not answer it."""
    named = [term for term in topic.terms if term.clinical]
    spoken = [topic.spoken(words) for words in passages] if named else []
    return bool(named) and not any(here[term] >= _NAMED for here in spoken for term in named)


def _tells_it_of(asked: str, topic: Topic, chunks: Sequence[Chunk], vocabularies: Vocabularies) -> bool:
    """Whether a passage that speaks of a disease tells what is asked of it, where a treatment is; true where none is."""
    intents = [one for one in acts_of(asked, with_clinical_names(asked)) if one.name in _TREATING]
    diseases = [term for term in topic.terms if is_disease(term, vocabularies) and pregnancy_of(term.text) is None]
    if not intents or not diseases:
        return True
    return any(
        any(here[term] >= _NAMED and _is_of(chunk, term) for term in diseases)
        and told_by(chunk, intents, vocabularies) >= _TOLD
        for chunk in chunks
        for here in [topic.spoken(words_of_chunk(chunk, vocabularies))]
    )


def _is_of(chunk: Chunk, term: Term) -> bool:
    """Whether a passage may be about a disease that it names: not where every mention is of its risk, its past or its cause."""
    told = ". ".join([chunk.title, *chunk.heading, chunk.text])
    places = [found.span() for found in re.finditer(rf"\b{re.escape(term.text)}\w*", told, re.IGNORECASE)]
    if not places:
        return _ALLERGIC.search(chunk.text) is None
    return any(
        not _IN_PASSING.search(told, max(0, start - _NEAR), start) and not _OF_A_CAUSE.match(told, end)
        for start, end in places
    )


def _effects(asked: str, topic: Topic, drugs: Sequence[Term], vocabularies: Vocabularies) -> list[tuple[Term, Term]]:
    """What a question says that somebody gets, with the one thing that it comes from: "stop the statin because of muscle pain"."""
    named = [(asked.find(term.text), term) for term in topic.terms if term.clinical]
    placed = sorted(((place, term) for place, term in named if place >= 0), key=lambda one: one[0])
    found = []
    for (place, term), (following, cause) in itertools.pairwise(placed):
        between = asked[place + len(term.text) : following]
        if _is_finding(term, vocabularies) and _CAUSED.match(between) and (cause.general or not drugs):
            found.append((term, cause))
        elif term.general and _is_finding(cause, vocabularies) and _BECAUSE.search(between):
            found.append((cause, term))
    # Where two drugs are named, one of them may be what somebody did not tolerate, and the other what is asked about.
    return found if len(drugs) < 2 else []


def _is_finding(term: Term, vocabularies: Vocabularies) -> bool:
    return is_symptom(term.concepts, vocabularies) or is_disease(term, vocabularies)
