"""What a note says the patient has, and what it only suspects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Experiencer, Mention, Polarity, SectionKind, findings_of
from osler.core.patient import abnormal_values
from osler.core.terminology import Vocabularies
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY
from osler.diagnosis.case import CodedFinding
from osler.diagnosis.steps.called_normal import called_normal
from osler.diagnosis.steps.mapping import enriched, merged
from osler.diagnosis.steps.naming import phenotype_of
from osler.diagnosis.types import HPOMatch, Sex

MENTION_CONFIDENCE = 0.8
"""The share of such mentions that are right on annotated abstracts (`osler bench hpo-text`, precision)."""


_NO_FINDINGS = frozenset({SectionKind.ALLERGIES, SectionKind.MEDICATIONS, SectionKind.IMMUNISATIONS})
"""Sections that name what a patient takes or must not take; a heading is no finding either."""


_RECURRENT = re.compile(r"\brecurrent\b", re.IGNORECASE)
_REPEATED = re.compile(
    r"recurr|repeated|frequent|multiple|many|several|always|often|chronic|persistent|prone|keeps?\b|episodes|bouts|"
    r"infections|attacks|\b(?:two|three|four|five|six|\d+) (?:times|episodes|infections)|again|history of",
    re.IGNORECASE,
)
"""Words that tell of more than one time."""


_STAYS_EVIDENCE = (
    "HP:0001695",  # Cardiac arrest
    "HP:0011675",  # Arrhythmia
    "HP:0001279",  # Syncope
    "HP:0001297",  # Stroke
    "HP:0100659",  # Abnormal cerebral vascular morphology
    "HP:0002617",  # Vascular dilatation
    "HP:0003201",  # Rhabdomyolysis
    "HP:0001987",  # Hyperammonemia
)
"""What somebody may recover from and be ill of the same disease: the first event of an inherited one."""
_FALLS = "HP:0002527"
_CAUSE_BEFORE = re.compile(
    r"\b(?:after|from|following|by|due to|because of|caused by)\s(?:(?!of\b)[\w-]+\s){0,3}$", re.IGNORECASE
)
"""Words after which a fall is the accident that caused something, and no tendency to fall: "fractures after minor falls"."""


def observed_in(
    text: AnalysedText, vocabularies: Vocabularies, recorded: Sequence[CodedFinding] = ()
) -> list[HPOMatch]:
    """The phenotypes that the note asserts of the patient, now or in the past, one match a term; `recorded` is what its reader
    has put into the record besides."""
    named = _named_in(text, vocabularies)
    known = {match.hpo_id for match in named}
    return merged(
        [*named, *(match for match in _recorded_in(text, recorded, vocabularies) if match.hpo_id not in known)]
    )


def _recorded_in(
    text: AnalysedText, recorded: Sequence[CodedFinding], vocabularies: Vocabularies
) -> Iterator[HPOMatch]:
    """The findings of the record whose words stand in this note: "antimitochondrial antibodies positive 1:320"."""
    for finding in recorded:
        places = [item for item in finding.evidence if isinstance(item, Span) and item.source_id == text.source_id]
        if places and not finding.excluded and vocabularies.hpo.is_a(finding.term, PHENOTYPIC_ABNORMALITY):
            match = enriched(finding.term, vocabularies, raw=places[0].quote, confidence=MENTION_CONFIDENCE)
            past = all(_is_history(text, place.start, place.end, match.hpo_id, vocabularies) for place in places)
            yield match.model_copy(update={"evidence": places, "resolved": finding.resolved, "past": past})


def _named_in(text: AnalysedText, vocabularies: Vocabularies) -> list[HPOMatch]:
    return merged(
        enriched(term, vocabularies, raw=mention.text, confidence=MENTION_CONFIDENCE).model_copy(
            update={
                "evidence": [mention.span],
                "resolved": mention.assertion.resolved,
                "past": _is_history(text, mention.start, mention.end, term, vocabularies),
            }
        )
        for mention in text.mentions
        if mention.assertion.affirmed_of_patient
        and _speaks_of_findings(text, mention)
        and (term := phenotype_of(mention, vocabularies)) is not None
        and _is_as_often(text, mention, term, vocabularies)
        and not (term == _FALLS and _CAUSE_BEFORE.search(text.text, text.sentence_of(mention).start, mention.start))
    )


def derived_in(text: AnalysedText, vocabularies: Vocabularies, sex: Sex = "unknown") -> list[HPOMatch]:
    """The phenotypes that the note's values and centiles amount to, each with the words of the value and its rule."""
    found = []
    for value in abnormal_values(text, None if sex == "unknown" else sex):
        if vocabularies.hpo.is_a(value.hpo_id, PHENOTYPIC_ABNORMALITY):
            quote = text.text[value.start : value.end]
            span = Span(source_id=text.source_id, start=value.start, end=value.end, quote=quote)
            match = enriched(value.hpo_id, vocabularies, raw=quote, confidence=1.0)
            past = _is_history(text, value.start, value.end, value.hpo_id, vocabularies)
            found.append(match.model_copy(update={"rule": value.why, "evidence": [span], "past": past}))
    return merged(found)


def _is_history(text: AnalysedText, start: int, end: int, term: str, vocabularies: Vocabularies) -> bool:
    """Whether a finding belongs to an illness that is over, and is none by which inherited disease first shows itself."""
    return text.is_over(start, end) and not any(vocabularies.hpo.is_a(term, event) for event in _STAYS_EVIDENCE)


def suspected_in(text: AnalysedText, vocabularies: Vocabularies) -> list[str]:
    """The labels of phenotypes that the note calls possible, and does not assert elsewhere."""
    asserted = {match.hpo_id for match in _named_in(text, vocabularies)}
    labels = {
        vocabularies.hpo.label(term) or term: None
        for mention in text.mentions
        if mention.assertion.polarity is Polarity.POSSIBLE
        and mention.assertion.experiencer is Experiencer.PATIENT
        and (term := phenotype_of(mention, vocabularies)) is not None
        and term not in asserted
    }
    return list(labels)


def measured_in(text: AnalysedText, vocabularies: Vocabularies) -> list[str]:
    """The labels of what the note's results could have been: a glucose of 4.2 is an answer to "hypoglycemia?"."""
    terms = {
        term: None
        for quantity in text.quantities
        if quantity.measure_id is not None and not (quantity.superseded or quantity.threshold)
        for term in sorted(findings_of(quantity.measure_id))
    }
    labels = [vocabularies.hpo.label(term) or term for term in terms]
    return list(dict.fromkeys([*labels, *called_normal(text, vocabularies)]))


def _speaks_of_findings(text: AnalysedText, mention: Mention) -> bool:
    section = text.section_at(mention.start)
    return section.kind not in _NO_FINDINGS and mention.start >= section.body_start


def _is_as_often(text: AnalysedText, mention: Mention, term: str, vocabularies: Vocabularies) -> bool:
    """Whether the sentence tells of repetition where the term does: one cold is no recurrent infections."""
    if not _RECURRENT.search(vocabularies.hpo.label(term) or ""):
        return True
    return _REPEATED.search(text.sentence_of(mention).text) is not None
