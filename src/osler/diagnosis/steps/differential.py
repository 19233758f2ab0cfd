"""The differential that the evidence allows: confidence by rule, with its reasons in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.diagnosis.ranking import Contribution, MatchKind
from osler.diagnosis.types import Confidence, DifferentialEntry, DiseaseCandidate

SHOWN = 5
MANY_SUPPORTING = 4
SOME_SUPPORTING = 2
SHOWN_MISSING = 5
SUPPORTING_KINDS = frozenset({MatchKind.EXACT, MatchKind.DESCENDANT, MatchKind.ANCESTOR})


def differential(candidates: Sequence[DiseaseCandidate]) -> list[DifferentialEntry]:
    """The first five candidates as entries."""
    return [_entry(candidate) for candidate in candidates[:SHOWN]]


def support(contributions: Iterable[Contribution]) -> tuple[list[str], list[str]]:
    """The labels of the findings that speak for a disease, and of the exclusions that speak against it."""
    items = list(contributions)
    supporting = [item.label for item in items if item.kind in SUPPORTING_KINDS and item.log_likelihood_ratio > 0]
    against = [item.label for item in items if item.kind is MatchKind.EXCLUDED and item.log_likelihood_ratio < 0]
    return supporting, against


def confidence(supporting: Sequence[str], contradicting: Sequence[str]) -> tuple[Confidence, str]:
    """The confidence that so much evidence allows, and the sentence that says why."""
    count = len(supporting)
    features = f"{count} supporting feature{'' if count == 1 else 's'}"
    against = f"contradicted by the exclusion of {', '.join(contradicting)}" if contradicting else ""
    if count >= MANY_SUPPORTING:
        if against:
            return "moderate", f"{features}, but {against}, which keeps it from high."
        return "high", f"{features} and no contradiction."
    if count >= SOME_SUPPORTING:
        return "moderate", f"{features}{', and ' + against if against else ' and no contradiction'}."
    return "low", f"Weak evidence: {features}{', and ' + against if against else ''}."


def _entry(candidate: DiseaseCandidate) -> DifferentialEntry:
    supporting, contradicting = support(candidate.contributions)
    level, reasoning = confidence(supporting, contradicting)
    return DifferentialEntry(
        disease=candidate.name,
        disease_id=candidate.disease_id,
        confidence=level,
        confidence_reasoning=reasoning,
        supporting_phenotypes=supporting,
        contradicting_phenotypes=contradicting,
        missing_key_phenotypes=candidate.missing_terms[:SHOWN_MISSING],
    )
