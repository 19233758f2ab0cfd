"""What needs no rare disease to be looked for: a cause that is known, and a common one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.diagnosis.steps.genetic import ANNOTATIONS
from osler.diagnosis.types import DifferentialEntry, DiseaseCandidate, NextBestStep


def causative_gene(known: Iterable[str], candidates: Sequence[DiseaseCandidate]) -> str | None:
    """The gene of the leading candidate in which a causative variant is known, if there is one."""
    leading = {gene.upper() for gene in candidates[0].genes} if candidates else set[str]()
    return next((gene for gene in known if gene.upper() in leading), None)


def common_cause_step(notice: str) -> NextBestStep:
    """The only step for what a common illness explains."""
    return NextBestStep(
        rank=1,
        action_type="refine_phenotype",
        action="Look for the common cause first; rank again where findings persist or others join them",
        rationale="All findings given are those of common illness.",
        evidence_source=notice.rpartition("Source: ")[2],
    )


def settled_step(gene: str, entry: DifferentialEntry) -> NextBestStep:
    """The only step where a causative variant is known: what follows is care, which is no question of this analysis."""
    return NextBestStep(
        rank=1,
        action_type="refer_specialist",
        action=f"Surveillance and counselling as the guideline for {entry.family or entry.disease} has them; no further test for the diagnosis",
        rationale=f"A causative variant of {gene} is known, and the findings are those of its disease.",
        evidence_source=ANNOTATIONS,
    )
