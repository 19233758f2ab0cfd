"""Whether an earlier genetic test is worth looking at again: four components that add up to at most one."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from osler.core.terminology import Vocabularies
from osler.diagnosis.case import DiagnosisInput
from osler.diagnosis.steps.known_cause import causative_gene
from osler.diagnosis.types import DiseaseCandidate, PriorTest, ReanalysisResult

AGE_WEIGHT = 0.35
PANEL_WEIGHT = 0.25
NEW_PHENOTYPES_WEIGHT = 0.20
NEW_GENES_WEIGHT = 0.20

OLD_AFTER_YEARS = 3
ENOUGH_NEW_PHENOTYPES = 5
RECOMMENDED_FROM = 0.5
_WITHOUT_SEQUENCE = re.compile(r"array|\bcgh\b|karyotyp|\bfish\b|fragile\sx|\bmlpa\b|methylation", re.IGNORECASE)
CURATION_PROXY = (
    "new_genes: the panel's genes were not given, so the date a disease was first curated stands in for whether "
    "its genes were on the panel"
)
CONSIDER_FROM = 0.3
NOTHING_LEFT = "No reanalysis: an earlier test has found the cause."


class RecordedFinding(NamedTuple):
    """A finding of the patient and the day it was written down, if that is known."""

    label: str
    recorded: dt.date | None


class CandidateGenes(NamedTuple):
    """A candidate disease, its genes, and the day its first annotation was curated."""

    disease: str
    genes: Sequence[str]
    first_curated: dt.date | None


def reanalyses(
    case: DiagnosisInput, leading: Sequence[DiseaseCandidate], vocabularies: Vocabularies, *, today: dt.date
) -> list[ReanalysisResult]:
    """Every prior test of the patient that read sequences, scored against the leading candidates.

    None where one of them has found the cause; an array or a count of repeats holds nothing that could be read again.
    """
    if (gene := causative_gene(case.causative_genes, leading)) is not None:
        because = f"A causative variant of {gene} is known, a gene of {leading[0].name}."
        return [ReanalysisResult(score=0.0, recommended=False, recommendation=NOTHING_LEFT, reasons=[because])]
    candidates = [
        CandidateGenes(item.name, item.genes, _first_curated(item.disease_id, vocabularies)) for item in leading
    ]
    findings = [RecordedFinding(item.label or item.term, item.recorded) for item in case.findings if not item.excluded]
    sequenced = (test for test in case.prior_tests if _WITHOUT_SEQUENCE.search(test.type) is None)
    return [reanalysis(test, candidates, findings, today=today) for test in sequenced]


def _first_curated(disease_id: str, vocabularies: Vocabularies) -> dt.date | None:
    disease = vocabularies.annotations.disease(disease_id)
    dates = [statement.curated for statement in disease.annotations if statement.curated] if disease else []
    return dt.date.fromisoformat(min(dates)) if dates else None


def reanalysis(
    test: PriorTest,
    candidates: Sequence[CandidateGenes],
    findings: Iterable[RecordedFinding],
    *,
    today: dt.date,
) -> ReanalysisResult:
    """Score one prior test; each component that counts says why."""
    components: dict[str, float] = {}
    reasons: list[str] = []
    proxies: list[str] = []

    if test.date is None:
        reasons.append("The date of the test is not known, so its age and what is new since could not be scored.")
    elif _years_between(test.date, today) > OLD_AFTER_YEARS:
        components["test_age"] = AGE_WEIGHT
        reasons.append(f"The test is more than {OLD_AFTER_YEARS} years old ({test.date.isoformat()}).")
    if test.type == "gene_panel":
        components["gene_panel"] = PANEL_WEIGHT
        reasons.append("It was a gene panel, which misses genes that an exome or genome covers.")
    new = _new_since(test, findings)
    if len(new) >= ENOUGH_NEW_PHENOTYPES:
        components["new_phenotypes"] = NEW_PHENOTYPES_WEIGHT
        reasons.append(f"{len(new)} phenotypes were recorded after the test: {', '.join(new)}.")
    uncovered, proxy = _genes_not_covered(test, candidates)
    if uncovered:
        components["new_genes"] = NEW_GENES_WEIGHT
        reasons.append(uncovered)
        if proxy:
            proxies.append(proxy)

    score = min(1.0, sum(components.values()))
    return ReanalysisResult(
        score=round(score, 2),
        recommended=score >= RECOMMENDED_FROM,
        recommendation=_recommendation(score),
        reasons=reasons,
        components=components,
        proxies=proxies,
        new_since_test=new,
    )


def _recommendation(score: float) -> str:
    if score >= RECOMMENDED_FROM:
        return "Reanalyse the earlier test, or repeat it with broader coverage."
    if score >= CONSIDER_FROM:
        return "Consider reanalysis of the earlier test."
    return "Reanalysis of the earlier test is unlikely to add much now."


def _new_since(test: PriorTest, findings: Iterable[RecordedFinding]) -> list[str]:
    if test.date is None:
        return []
    return sorted({item.label for item in findings if item.recorded is not None and item.recorded > test.date})


def _genes_not_covered(test: PriorTest, candidates: Sequence[CandidateGenes]) -> tuple[str, str]:
    """A sentence on candidate genes the test could not have looked at, and the proxy it rests on, if any."""
    if test.genes and test.type == "gene_panel":
        panel = {gene.upper() for gene in test.genes}
        missing = sorted({gene for item in candidates for gene in item.genes if gene.upper() not in panel})
        return (f"Candidate genes that were not on the panel: {', '.join(missing)}.", "") if missing else ("", "")
    if test.date is None:
        return "", ""
    later = [
        item for item in candidates if item.genes and item.first_curated is not None and item.first_curated > test.date
    ]
    if not later:
        return "", ""
    named = "; ".join(f"{item.disease} ({', '.join(item.genes)})" for item in later)
    return f"Candidate diseases first curated after the test: {named}.", CURATION_PROXY


def _years_between(start: dt.date, end: dt.date) -> float:
    return (end - start).days / 365.25
