"""The differential that the evidence allows: confidence by rule, with its reasons in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from osler.core.terminology import hpo
from osler.diagnosis.types import Confidence, DifferentialEntry, DiseaseCandidate, DiseaseProfile

SHOWN = 5
MANY_SUPPORTING = 4
SOME_SUPPORTING = 2
KEY_FREQUENCY = 0.5
SHOWN_MISSING = 5
SUPPORTING_KINDS = frozenset({"exact", "descendant", "ancestor"})


def differential(
    candidates: Sequence[DiseaseCandidate], profiles: Sequence[DiseaseProfile], assessed: Collection[str]
) -> list[DifferentialEntry]:
    """The first five candidates as entries. `assessed` are the HPO ids that are observed or excluded."""
    by_id = {profile.disease_id: profile for profile in profiles}
    return [_entry(candidate, by_id.get(candidate.disease_id), assessed) for candidate in candidates[:SHOWN]]


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


def _entry(candidate: DiseaseCandidate, profile: DiseaseProfile | None, assessed: Collection[str]) -> DifferentialEntry:
    supporting = [
        item.label
        for item in candidate.contributions
        if item.kind in SUPPORTING_KINDS and item.log_likelihood_ratio > 0
    ]
    contradicting = [
        item.label for item in candidate.contributions if item.kind == "excluded" and item.log_likelihood_ratio < 0
    ]
    level, reasoning = confidence(supporting, contradicting)
    return DifferentialEntry(
        disease=candidate.name,
        disease_id=candidate.disease_id,
        confidence=level,
        confidence_reasoning=reasoning,
        supporting_phenotypes=supporting,
        contradicting_phenotypes=contradicting,
        missing_key_phenotypes=_missing(profile, assessed) if profile else [],
    )


def _missing(profile: DiseaseProfile, assessed: Collection[str]) -> list[str]:
    """The disease's frequent features of which nothing is known in this patient."""
    return [
        feature.label
        for feature in profile.phenotype_frequencies
        if feature.frequency is not None
        and feature.frequency >= KEY_FREQUENCY
        and not is_assessed(feature.hpo_id, assessed)
    ][:SHOWN_MISSING]


def is_assessed(hpo_id: str, assessed: Collection[str]) -> bool:
    """Whether a finding, or something that settles it, was observed or excluded.

    An observed term settles its ancestors, an excluded one its descendants; for what is left to ask both count.
    """
    graph = hpo()
    return any(graph.is_a(known, hpo_id) or graph.is_a(hpo_id, known) for known in assessed)
