"""Whether a quote supports what a model says of it: it must speak of the finding, and say of it what is claimed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.evidence import Source, locate
from osler.core.language import AnalysedText, Assertion, Mention, assert_mention, time_expressions
from osler.core.terminology import Vocabularies
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY
from osler.diagnosis.steps.vetoes import is_of_another, is_only_alike

_WORD = re.compile(r"[a-z]+")
_ABBREVIATION = re.compile(r"\b[A-Z]{2,3}\b")
_LEAST_WORD = 4
_STEM = 6
_ENDING = 5
"""Two forms of a word (epilepsy, epileptic) share so many first letters, and what differs is an ending no longer than
this: hepatomegaly and hepatosplenomegaly are two words."""


def assertions(
    text: AnalysedText, quote: str, term: str, vocabularies: Vocabularies, *, general: bool = False
) -> list[Assertion]:
    """What the note says at every place of a quote that speaks of a finding or of a special (`general`: wider) form of it."""
    span = locate(Source(id=text.source_id, kind="note", text=text.text), quote)
    if span is None:
        return []
    return [one.assertion for one in _mentions(text, quote, term, vocabularies, general=general)] or [
        assert_mention(text.text, start, end) for start, end in _named(text, span.start, span.end, term, vocabularies)
    ]


def _mentions(
    text: AnalysedText, quote: str, term: str, vocabularies: Vocabularies, *, general: bool = False
) -> list[Mention]:
    """The mentions in a quote of a finding or of a special (`general`: wider) form of it."""
    span = locate(Source(id=text.source_id, kind="note", text=text.text), quote)
    graph = vocabularies.hpo
    return [
        mention
        for mention in text.mentions
        if span is not None
        and span.start <= mention.start
        and mention.end <= span.end
        and any(
            graph.is_a(*((term, item) if general else (item, term))) and item != PHENOTYPIC_ABNORMALITY
            for item in mention.concept_ids
            if item.startswith("HP:")
        )
    ]


def objection_to_absence(text: AnalysedText, quote: str, term: str, vocabularies: Vocabularies) -> str | None:
    """Why a quote does not show that the patient lacks a finding."""
    said = assertions(text, quote, term, vocabularies)
    if any(item.affirmed_of_patient for item in said):
        return None if refuted_by_words(text, quote, term, vocabularies) else "the quote asserts it of the patient"
    # The other way round than for presence: who has no jaundice may have another sign in the skin.
    general = assertions(text, quote, term, vocabularies, general=True)
    if any(item.excluded_for_patient for item in general):
        return None
    if any(item.excluded_for_patient for item in said):
        return "the quote denies a special form only, which leaves the others open"
    return "the quote does not deny it of the patient" if said or general else "the quote does not speak of the finding"


def objection_to_veto(text: AnalysedText, quote: str, term: str, vocabularies: Vocabularies) -> str | None:
    """Why a quote does not show that a finding is denied or somebody else's."""
    said = assertions(text, quote, term, vocabularies)
    if not said:
        return "the quote does not speak of the finding"
    if refuted_by_words(text, quote, term, vocabularies):
        return None
    return "the quote asserts it of the patient" if any(item.affirmed_of_patient for item in said) else None


def refuted_by_words(text: AnalysedText, quote: str, term: str, vocabularies: Vocabularies) -> bool:
    """Whether a quote names a finding only as what something is like, or of somebody beside the patient."""
    span = locate(Source(id=text.source_id, kind="note", text=text.text), quote)
    if span is None:
        return False
    places = [(one.start, one.end) for one in _mentions(text, quote, term, vocabularies)]
    places = places or list(_named(text, span.start, span.end, term, vocabularies))
    return bool(places) and all(is_only_alike(text, *place) or is_of_another(text, *place) for place in places)


def speaks_of(quote: str, label: str) -> bool:
    """Whether a quote has any of the words that say what a finding is about."""
    written = _WORD.findall(quote.casefold())
    return any(are_forms(word, other) for word in content_words(label) for other in written)


def objection_to_onset(quote: str, onset: str) -> str | None:
    """Why a quote does not state the time that is claimed."""
    digits = set(re.findall(r"\d+", onset))
    if digits:
        return None if digits <= set(re.findall(r"\d+", quote)) else "the quote does not state that time"
    said = any(word in quote.casefold() for word in content_words(onset))
    return None if said or time_expressions(quote) else "the quote states no time"


def _named(
    text: AnalysedText, start: int, end: int, term: str, vocabularies: Vocabularies
) -> Iterator[tuple[int, int]]:
    """The place in a quote that has all words of a finding's label, or of a longer name of it, in whatever form and order."""
    label, *others = vocabularies.names.names(term) or (vocabularies.hpo.label(term) or "",)
    written = list(_WORD.finditer(text.text[start:end].casefold()))
    for wanted in (_wanted(label), *(words for name in others if len(words := _wanted(name)) > 1)):
        places = [[found.span() for found in written if are_forms(word, found.group())] for word in wanted]
        if places and all(places):
            first = min(found[-1][0] for found in places)
            last = max(found[-1][1] for found in places)
            yield start + first, start + last
            return


def _wanted(name: str) -> list[str]:
    """The words of a name that a quote must have: those that say something, and its abbreviations (CSF)."""
    return [*content_words(name), *(short.casefold() for short in _ABBREVIATION.findall(name))]


def are_forms(one: str, other: str) -> bool:
    """Whether two words are forms of one."""
    if one[:_STEM] != other[:_STEM]:
        return False
    shared = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    longest = max(len(one), len(other))
    return longest - (min(len(one), len(other)) if shared is None else shared) <= _ENDING


def content_words(words: str) -> list[str]:
    """The words of a text that may say what it is about."""
    return [word for word in _WORD.findall(words.casefold()) if len(word) >= _LEAST_WORD]
