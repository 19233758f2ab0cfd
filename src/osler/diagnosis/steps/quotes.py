"""Whether a quote supports what a model says of it: it must speak of the finding, and say of it what is claimed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.evidence import Source, locate
from osler.core.language import AnalysedText, Assertion, assert_mention, time_expressions
from osler.core.terminology import Vocabularies
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY

_WORD = re.compile(r"[a-z]+")
_LEAST_WORD = 4
_STEM = 6
"""Letters by which two forms of a word (epilepsy, epileptic) are held to be the same."""


def assertions(
    text: AnalysedText, quote: str, term: str, vocabularies: Vocabularies, *, general: bool = False
) -> list[Assertion]:
    """What the note says at every place of a quote that speaks of a finding or of a special (`general`: wider) form of it."""
    span = locate(Source(id=text.source_id, kind="note", text=text.text), quote)
    if span is None:
        return []
    graph = vocabularies.hpo
    said = [
        mention.assertion
        for mention in text.mentions
        if span.start <= mention.start
        and mention.end <= span.end
        and any(
            graph.is_a(*((term, item) if general else (item, term))) and item != PHENOTYPIC_ABNORMALITY
            for item in mention.concept_ids
            if item.startswith("HP:")
        )
    ]
    return said or [
        assert_mention(text.text, start, end) for start, end in _named(text, span.start, span.end, term, vocabularies)
    ]


def objection_to_absence(text: AnalysedText, quote: str, term: str, vocabularies: Vocabularies) -> str | None:
    """Why a quote does not show that the patient lacks a finding."""
    said = assertions(text, quote, term, vocabularies)
    if any(item.affirmed_of_patient for item in said):
        return "the quote asserts it of the patient"
    # The other way round than for presence: who has no jaundice may have another sign in the skin.
    general = assertions(text, quote, term, vocabularies, general=True)
    if any(item.excluded_for_patient for item in general):
        return None
    if any(item.excluded_for_patient for item in said):
        return "the quote denies a special form only, which leaves the others open"
    return "the quote does not deny it of the patient" if said or general else "the quote does not speak of the finding"


def objection_to_presence(text: AnalysedText, quote: str, term: str, vocabularies: Vocabularies) -> str | None:
    """Why a quote does not show that the patient has a finding."""
    said = assertions(text, quote, term, vocabularies)
    if not said:
        return "the quote does not speak of the finding"
    return None if any(item.affirmed_of_patient for item in said) else "the quote does not assert it of the patient"


def objection_to_veto(text: AnalysedText, quote: str, term: str, vocabularies: Vocabularies) -> str | None:
    """Why a quote does not show that a finding is denied or somebody else's."""
    said = assertions(text, quote, term, vocabularies)
    if not said:
        return "the quote does not speak of the finding"
    return "the quote asserts it of the patient" if any(item.affirmed_of_patient for item in said) else None


def speaks_of(quote: str, label: str) -> bool:
    """Whether a quote has any of the words that say what a finding is about."""
    stems = {word[:_STEM] for word in _WORD.findall(quote.casefold())}
    return any(word[:_STEM] in stems for word in _content(label))


def objection_to_onset(quote: str, onset: str) -> str | None:
    """Why a quote does not state the time that is claimed."""
    digits = set(re.findall(r"\d+", onset))
    if digits:
        return None if digits <= set(re.findall(r"\d+", quote)) else "the quote does not state that time"
    said = any(word in quote.casefold() for word in _content(onset))
    return None if said or time_expressions(quote) else "the quote states no time"


def _named(
    text: AnalysedText, start: int, end: int, term: str, vocabularies: Vocabularies
) -> Iterator[tuple[int, int]]:
    """The place in a quote that has all words of a finding's name, in whatever form and order."""
    wanted = [word[:_STEM] for word in _content(vocabularies.hpo.label(term) or "")]
    places = {found.group()[:_STEM]: found.span() for found in _WORD.finditer(text.text[start:end].casefold())}
    if wanted and all(stem in places for stem in wanted):
        first = min(places[stem][0] for stem in wanted)
        last = max(places[stem][1] for stem in wanted)
        yield start + first, start + last


def _content(words: str) -> list[str]:
    return [word for word in _WORD.findall(words.casefold()) if len(word) >= _LEAST_WORD]
