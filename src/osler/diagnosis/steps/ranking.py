"""All annotated diseases ranked for the patient, and the leading ones with every reason for their place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.core.terminology import hpo
from osler.diagnosis.case import DiagnosisInput
from osler.diagnosis.ranking import PhenotypeQuery, RankedDisease, Ranking
from osler.diagnosis.steps.differential import leading_families
from osler.diagnosis.types import DiseaseCandidate, ExcludedFinding, HPOMatch, TimingProfile

SHOWN_CANDIDATES = 10
SHOWN_FAMILIES = 5


def query_of(
    case: DiagnosisInput,
    matches: Iterable[HPOMatch],
    excluded: Iterable[ExcludedFinding] = (),
    timing: Sequence[TimingProfile] = (),
) -> PhenotypeQuery:
    """What the ranking is asked for this patient."""
    onsets = [profile.onset_normalized for profile in timing]
    onsets += [finding.onset_years for finding in case.findings if finding.onset_years is not None]
    return PhenotypeQuery(
        observed=tuple(match.hpo_id for match in matches if match.hpo_id),
        excluded=tuple(dict.fromkeys(item.mapped_hpo_term for item in excluded if item.mapped_hpo_term)),
        age_years=case.age_years,
        onset_years=min(onsets, default=None),
        sex=case.sex,
        genes=tuple(case.genes),
    )


def candidates(ranking: Ranking, count: int = SHOWN_CANDIDATES) -> list[DiseaseCandidate]:
    """The leading diseases as they are reported, and the leading one of each leading family that is not among them."""
    leading = ranking.rows(count)
    heads = [family.rows[0] for family in leading_families(ranking, SHOWN_FAMILIES)]
    further = [row for row in heads if row not in leading]
    return [candidate_of(disease) for disease in (*ranking.top(count), *map(ranking.placed, further))]


def candidate_of(disease: RankedDisease) -> DiseaseCandidate:
    """A ranked disease in the words of the report."""
    label = hpo().label
    return DiseaseCandidate(
        rank=disease.rank,
        disease_id=disease.disease_id,
        name=disease.name,
        equivalent_ids=list(disease.equivalents),
        score=disease.score,
        pretest=disease.pretest,
        probability=disease.probability,
        matched_terms=[label(term) or term for term in disease.matched],
        missing_terms=[feature.label for feature in disease.missing],
        extra_terms=[label(term) or term for term in disease.extra],
        coverage=disease.coverage,
        excluded_penalty=disease.excluded_penalty,
        genes=list(disease.genes),
        contributions=list(disease.contributions),
        factors=list(disease.factors),
    )
