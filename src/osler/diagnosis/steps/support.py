"""How far a quote bears a finding out that a model reads in it: by name, by what a search of its words returns, or by kinship.

A quote that asserts the finding, or whose own words a search maps to it as surely as a typed input has to be, lets it count.
One that says something near it (a wider finding, words of its definition) lets it be offered to the reader and moves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from osler.core.evidence import Source, Span, locate
from osler.core.language import AnalysedText, Assertion, Experiencer, Polarity, assert_mention
from osler.core.patient import abnormal_values
from osler.core.terminology import Candidate, SemanticType, Vocabularies, singular
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY
from osler.diagnosis.steps.described import is_behind_a_denial, states_by_description, states_inability
from osler.diagnosis.steps.mapping import SURE_ENOUGH
from osler.diagnosis.steps.naming import phenotype_of
from osler.diagnosis.steps.quotes import are_forms, assertions, content_words, refuted_by_words
from osler.diagnosis.steps.vetoes import is_of_another, is_untold
from osler.yaml_reader import packaged_yaml

ASSERTED = 0.8
"""The confidence of a finding that its quote asserts by name: that of one the rules read."""
SURELY_ANOTHER = 0.9
"""A search as sure as this says that the quote names another finding."""
SEARCHED = 8
STEPS_UP = 2
"""How far a wider finding that the quote names may stand above the one that is read in it."""
SHARED_WORDS = 2
"""The words with content that a quote needs before one of them, in the description of a finding, says something of it."""
_CLAUSE = re.compile(r"[,;:()]|\b(?:since|with|which|that|but|when|for)\b")


@dataclass(frozen=True)
class Support:
    """What a quote does for a finding: `objection` where it does nothing, else how sure it is, and why it is only offered."""

    confidence: float = 0.0
    objection: str = ""
    offered: str = ""
    """Why it is offered and not counted; empty where it counts."""


def support_of(text: AnalysedText, quote: str, term: str, vocabularies: Vocabularies) -> Support:
    """How far a quote shows that the patient has a finding."""
    said = assertions(text, quote, term, vocabularies)
    if said:
        affirmed = any(item.affirmed_of_patient for item in said)
        affirmed = affirmed and not refuted_by_words(text, quote, term, vocabularies)
        span = locate(Source(id=text.source_id, kind="note", text=text.text), quote)
        affirmed = affirmed or (span is not None and _denies_an_ability(text, span, term, vocabularies))
        return Support(ASSERTED) if affirmed else Support(objection="the quote does not assert it of the patient")
    span = locate(Source(id=text.source_id, kind="note", text=text.text), quote)
    if span is None or not content_words(quote):
        return Support(objection="the quote does not speak of the finding")
    if any(
        value.hpo_id == term and span.start <= value.start and value.end <= span.end for value in abnormal_values(text)
    ):
        return Support(ASSERTED)  # "CK 640 U/L" is the finding by its value
    if _denies_an_ability(text, span, term, vocabularies):
        return Support(ASSERTED)
    if not _affirms(text, span, vocabularies):
        return Support(objection="the quote does not assert it of the patient")
    return _near(text, span, term, vocabularies)


def _near(text: AnalysedText, span: Span, term: str, vocabularies: Vocabularies) -> Support:
    """Support by other words than the finding's names."""
    graph = vocabularies.hpo
    found = [candidates for part in _parts(span.quote) if (candidates := _searched(part, vocabularies))]
    sure = [candidates[0].confidence for candidates in found if graph.is_a(candidates[0].concept_id, term)]
    if max(sure, default=0.0) >= SURE_ENOUGH and not _of_another_specimen(text, span, term, vocabularies):
        return Support(min(max(sure), ASSERTED))
    wider = next(_wider(text, span, term, vocabularies), None)
    if wider is not None:
        return Support(SURE_ENOUGH, offered=f"the quote names {wider}, which is wider")
    other = next((one.display for one, *_ in found if one.confidence >= SURELY_ANOTHER), None)
    other = other or next(_siblings(text, span, term, vocabularies), None)
    if other is not None:
        return Support(objection=f"the quote names another finding, {other}")
    if states_by_description(text, span, term, vocabularies):
        return Support(SURE_ENOUGH)
    if sure and len(content_words(span.quote)) >= SHARED_WORDS:
        return Support(SURE_ENOUGH, offered="the quote says it in words that are only near its name")
    if len(content_words(span.quote)) >= SHARED_WORDS and _shared(span.quote, term, vocabularies):
        return Support(SURE_ENOUGH, offered="the quote has words of its description, not its name")
    return Support(objection="the quote does not speak of the finding")


def _denies_an_ability(text: AnalysedText, span: Span, term: str, vocabularies: Vocabularies) -> bool:
    """Whether a quote says of the patient that an ability is lacking whose lack is the finding."""
    told_of_patient = not is_of_another(text, span.start, span.end) and not is_untold(text, span.start)
    within = [one for one in text.mentions if span.start < one.end and one.start < span.end]
    own = all(one.assertion.experiencer is Experiencer.PATIENT for one in within)
    own = own and assert_mention(text.text, span.start, span.end).experiencer is Experiencer.PATIENT
    return told_of_patient and own and states_inability(span, term, vocabularies)


def _affirms(text: AnalysedText, span: Span, vocabularies: Vocabularies) -> bool:
    """Whether nothing in a quote is denied, doubted, normal or somebody else's."""
    within = [one for one in text.mentions if span.start < one.end and one.start < span.end]
    if any(not one.assertion.affirmed_of_patient for one in within if phenotype_of(one, vocabularies)):
        return False
    if any(span.start < one.end and one.start < span.end and one.state == "normal" for one in text.normal_findings):
        return False
    words = [(span.start + one.start(), span.start + one.end()) for one in re.finditer(r"[A-Za-z]+", span.quote)]
    clauses = [(span.start + span.quote.find(part), part) for part in _parts(span.quote)]
    places = [(start, start + len(part)) for start, part in clauses]
    said = [assert_mention(text.text, *place) for place in (*places, *words[-1:])]
    if is_behind_a_denial(text, span):
        said = [_undenied_before(one, span) for one in said]
    plain = all(one.affirmed_of_patient and one.polarity is not Polarity.POSSIBLE for one in said)
    return plain and not is_of_another(text, span.start, span.end) and not is_untold(text, span.start)


def _undenied_before(said: Assertion, span: Span) -> Assertion:
    """An assertion without a denial all of whose words stand before a quote."""
    denying = [cue for cue in said.cues if cue.category in {"negated", "unlikely"}]
    outside = bool(denying) and all(cue.end <= span.start for cue in denying)
    return replace(said, polarity=Polarity.PRESENT) if said.polarity is Polarity.NEGATED and outside else said


def _parts(quote: str) -> list[str]:
    """A quote, and its clauses."""
    clauses = [part.strip() for part in _CLAUSE.split(quote) if len(content_words(part)) > 1]
    return list(dict.fromkeys([quote, *clauses]))


def _searched(words: str, vocabularies: Vocabularies) -> list[Candidate]:
    found = vocabularies.search(words, max_results=SEARCHED, semantic_types=[SemanticType.PHENOTYPE])
    return [one for one in found if one.concept_id.startswith("HP:")]


def _wider(text: AnalysedText, span: Span, term: str, vocabularies: Vocabularies) -> Iterator[str]:
    """The names of findings in a quote of which this is a special form, not far below."""
    above = _above(term, vocabularies)
    return (vocabularies.hpo.label(named) or named for named in _named_in(text, span, vocabularies) if named in above)


def _siblings(text: AnalysedText, span: Span, term: str, vocabularies: Vocabularies) -> Iterator[str]:
    """The names of findings in a quote that are other forms of what this is a form of: too little is not too much of it."""
    above = _above(term, vocabularies) - {PHENOTYPIC_ABNORMALITY}
    for named in _named_in(text, span, vocabularies):
        if not above.isdisjoint(_above(named, vocabularies)):
            yield vocabularies.hpo.label(named) or named


def _named_in(text: AnalysedText, span: Span, vocabularies: Vocabularies) -> list[str]:
    inside = [one for one in text.mentions if span.start <= one.start and one.end <= span.end]
    return [term for one in inside if (term := phenotype_of(one, vocabularies)) is not None]


def _above(term: str, vocabularies: Vocabularies) -> set[str]:
    """What a finding is a form of, not far above it."""
    above, level = set[str](), {term}
    for _ in range(STEPS_UP):
        level = {parent for one in level for parent in vocabularies.hpo.parents(one)}
        above |= level
    return above


def _shared(quote: str, term: str, vocabularies: Vocabularies) -> set[str]:
    """The words of a quote that stand in a finding's names or its definition, in whatever form."""
    described = " ".join([*vocabularies.names.names(term), vocabularies.hpo.definition(term) or ""])
    known = {singular(word) for word in content_words(described)} - _generic()
    written = {singular(word) for word in content_words(quote)} - _generic()
    return {word for word in written if any(word == other or are_forms(word, other) for other in known)}


def _of_another_specimen(text: AnalysedText, span: Span, term: str, vocabularies: Vocabularies) -> bool:
    """Whether the sentence measures in something else than the finding's name says: a quote may be cut out of it."""
    told = next((one.text for one in text.sentences if one.start <= span.start < one.end), span.quote)
    own, written = (_specimens(words) for words in (" ".join(vocabularies.names.names(term)), told))
    return bool(own and written) and own.isdisjoint(written)


def _specimens(words: str) -> set[int]:
    found = set(re.findall(r"[a-z]+", words.casefold()))
    table: list[list[str]] = packaged_yaml("osler.diagnosis.steps", "support.yml")["specimens"]
    return {place for place, names in enumerate(table) if not found.isdisjoint(names)}


@cache
def _generic() -> frozenset[str]:
    """Words of names and definitions that do not say what a finding is."""
    return frozenset(packaged_yaml("osler.diagnosis.steps", "support.yml")["generic"])
