"""What a note says the patient has, and what it only suspects."""

from __future__ import annotations

from osler.core.language import AnalysedText, Experiencer, Mention, Polarity, SectionKind
from osler.core.terminology import hpo
from osler.diagnosis.steps.mapping import enriched, merged
from osler.diagnosis.steps.naming import phenotype_of
from osler.diagnosis.types import HPOMatch

MENTION_CONFIDENCE = 0.8
"""The share of such mentions that are right on annotated abstracts (`osler bench hpo-text`, precision)."""


_NO_FINDINGS = frozenset({SectionKind.ALLERGIES, SectionKind.MEDICATIONS, SectionKind.IMMUNISATIONS})
"""Sections that name what a patient takes or must not take; a heading is no finding either."""


def observed_in(text: AnalysedText) -> list[HPOMatch]:
    """The phenotypes that the note asserts of the patient, now or in the past, one match a term."""
    return merged(
        enriched(term, raw=mention.text, confidence=MENTION_CONFIDENCE).model_copy(update={"evidence": [mention.span]})
        for mention in text.mentions
        if mention.assertion.affirmed_of_patient
        and _speaks_of_findings(text, mention)
        and (term := phenotype_of(mention)) is not None
    )


def suspected_in(text: AnalysedText) -> list[str]:
    """The labels of phenotypes that the note calls possible, and does not assert elsewhere."""
    asserted = {match.hpo_id for match in observed_in(text)}
    labels = {
        hpo().label(term) or term: None
        for mention in text.mentions
        if mention.assertion.polarity is Polarity.POSSIBLE
        and mention.assertion.experiencer is Experiencer.PATIENT
        and (term := phenotype_of(mention)) is not None
        and term not in asserted
    }
    return list(labels)


def _speaks_of_findings(text: AnalysedText, mention: Mention) -> bool:
    section = text.section_at(mention.start)
    return section.kind not in _NO_FINDINGS and mention.start >= section.body_start
