"""All annotated diseases ranked for the patient, and the leading ones with every reason for their place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from osler.core.patient import reading_of
from osler.core.results import Level, Problem
from osler.core.terminology import Vocabularies
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY
from osler.diagnosis.case import DiagnosisInput
from osler.diagnosis.karyotype import diseases_of_karyotype
from osler.diagnosis.pedigree import Pedigree, pedigree_of
from osler.diagnosis.ranking import PhenotypeQuery, RankedDisease, Ranking, impossible_terms
from osler.diagnosis.steps.leading import leading_families
from osler.diagnosis.types import DiseaseCandidate, ExcludedFinding, HPOMatch, TimingProfile
from osler.diagnosis.unborn import BEFORE_BIRTH, is_unborn

SHOWN_CANDIDATES = 10
SHOWN_FAMILIES = 5
GROWN = 18.0
"""The age from which on a relative's death in childhood says nothing of the patient's disease."""
A_YEAR = 1.0
"""An age in whole years may lie this far above the birthday."""


def query_of(
    case: DiagnosisInput,
    matches: Iterable[HPOMatch],
    vocabularies: Vocabularies,
    excluded: Iterable[ExcludedFinding] = (),
    timing: Sequence[TimingProfile] = (),
) -> PhenotypeQuery:
    """What the ranking is asked for this patient."""
    observed = tuple(match.hpo_id for match in matches if match.hpo_id and not match.past)
    above = {general for term in observed for general in vocabularies.hpo.ancestors(term)}
    onsets = [profile.onset_normalized for profile in timing]
    onsets += [finding.onset_years for finding in case.findings if finding.onset_years is not None]
    onsets = [years for years in onsets if not later_than_now(case, years)]
    return PhenotypeQuery(
        observed=observed,
        excluded=tuple(
            dict.fromkeys(
                item.mapped_hpo_term
                for item in excluded
                if item.mapped_hpo_term
                and item.mapped_hpo_term not in above
                and not _is_a_whole_system(item.mapped_hpo_term, vocabularies)
            )
        ),
        age_years=_age_of(case),
        onset_years=min(onsets, default=None),
        sex=case.sex,
        genes=tuple(gene for gene in case.genes if gene not in unknown_genes(case, vocabularies)),
        negative_genes=tuple(case.negative_genes),
        chromosomal=diseases_of_karyotype(case.karyotype, vocabularies) if case.karyotype else (),
        family=family_of(case, observed, vocabularies).signs,
    )


def _is_a_whole_system(hpo_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a term is a whole system: who has "no neurological signs" may still lack appetite, which HPO puts there."""
    return PHENOTYPIC_ABNORMALITY in vocabularies.hpo.parents(hpo_id)


def _age_of(case: DiagnosisInput) -> float | None:
    """The age, of who is not born yet that before birth."""
    unborn = case.age_years is None and is_unborn(note.text for note in case.notes if note.text)
    return BEFORE_BIRTH if unborn else case.age_years


def family_of(case: DiagnosisInput, observed: Collection[str], vocabularies: Vocabularies) -> Pedigree:
    """How the patient's findings run in the family, by the record and by the notes."""
    texts = [reading_of(note, vocabularies) for note in case.notes if note.text and note.text.strip()]
    child = case.age_years is not None and case.age_years < GROWN
    return pedigree_of(case.relatives, texts, observed, vocabularies, of_child=child)


def later_than_now(case: DiagnosisInput, onset_years: float) -> bool:
    """Whether something is said to have begun at an age that the patient has not reached."""
    return case.age_years is not None and onset_years >= case.age_years + A_YEAR


def impossible_onsets(case: DiagnosisInput) -> list[Problem]:
    """A remark on every onset that the patient's age does not allow; such an onset is not used."""
    return [
        Problem(
            code="input.contradictory",
            level=Level.WARNING,
            message=f"the onset of {finding.term} ({finding.onset_years:g} years) is later than the patient's age "
            f"({case.age_years:g} years) and was not used",
            mend="correct the onset or the age",
        )
        for finding in case.findings
        if finding.onset_years is not None and later_than_now(case, finding.onset_years)
    ]


def unknown_genes(case: DiagnosisInput, vocabularies: Vocabularies) -> list[str]:
    """The candidate genes of which no disease is known here: they tell no disease from another."""
    known = {symbol.upper() for symbol in vocabularies.annotations.symbols}
    return [gene for gene in case.genes if gene.upper() not in known]


def unused_genes(case: DiagnosisInput, vocabularies: Vocabularies) -> list[Problem]:
    """A remark on every candidate gene that was not used."""
    return [
        Problem(
            code="input.unknown_code",
            level=Level.WARNING,
            message=f"no disease of a gene {gene!r} is known here, so it was not used",
            mend="check the symbol (HGNC)",
        )
        for gene in unknown_genes(case, vocabularies)
    ]


def findings_of_the_other_sex(
    case: DiagnosisInput, matches: Iterable[HPOMatch], vocabularies: Vocabularies
) -> list[Problem]:
    """A remark on every observed finding that by its definition only the other sex shows."""
    graph = vocabularies.hpo
    impossible = impossible_terms(graph, case.sex)
    return [
        Problem(
            code="input.contradictory",
            level=Level.WARNING,
            message=f"{match.label} ({match.hpo_id}) is by its definition no finding of a {case.sex} patient",
            mend="correct the sex or the finding",
        )
        for match in matches
        if (index := graph.index(match.hpo_id)) is not None and impossible[index]
    ]


def candidates(ranking: Ranking, count: int = SHOWN_CANDIDATES) -> list[DiseaseCandidate]:
    """The leading diseases as they are reported, and the leading one of each leading family that is not among them."""
    leading = ranking.rows(count)
    heads = [family.rows[0] for family in leading_families(ranking, SHOWN_FAMILIES)]
    further = [row for row in heads if row not in leading]
    return [
        candidate_of(disease, ranking.model.vocabularies)
        for disease in (*ranking.top(count), *map(ranking.placed, further))
    ]


def candidate_of(disease: RankedDisease, vocabularies: Vocabularies) -> DiseaseCandidate:
    """A ranked disease in the words of the report."""
    label = vocabularies.hpo.label
    return DiseaseCandidate(
        rank=disease.rank,
        disease_id=disease.disease_id,
        name=disease.name,
        equivalent_ids=list(disease.equivalents),
        score=disease.score,
        prevalence=disease.prevalence,
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
