"""What needs no rare disease to be looked for: a cause that is known, and a common one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.diagnosis.ranking import Ranking
from osler.diagnosis.steps.genetic import ANNOTATIONS
from osler.diagnosis.types import DifferentialEntry, DiseaseCandidate, NamedDiagnosis, NextBestStep

SETTLED = "Surveillance and counselling as the guideline for "
NEAR = 10
"""The places among which a known disease stands that accounts for the findings."""
NAMED = 3


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
        action=f"{SETTLED}{entry.family or entry.disease} has them; no further test for the diagnosis",
        rationale=f"A causative variant of {gene} is known, and the findings are those of its disease.",
        evidence_source=ANNOTATIONS,
    )


def known_disease(named: Iterable[NamedDiagnosis]) -> NamedDiagnosis | None:
    """The disease of which the notes say that it is diagnosed, where the findings point to it as well."""
    return next((item for item in named if item.established and item.place is not None and item.place <= NEAR), None)


def known_steps(known: NamedDiagnosis, ranking: Ranking) -> list[NextBestStep]:
    """What follows from a disease that is diagnosed: its care, and what it does not explain."""
    steps = [
        NextBestStep(
            rank=1,
            action_type="refer_specialist",
            action=f"{SETTLED}{known.words} has them, for the patient and the family; no further test for this diagnosis",
            rationale=f"The notes say that {known.words} is diagnosed, and the findings point to it.",
            evidence_source=f"the notes; {ANNOTATIONS}",
        )
    ]
    left = _unexplained(known.disease_id, ranking)
    if left:
        steps.append(
            NextBestStep(
                rank=1,
                action_type="refine_phenotype",
                action=f"Look for a second cause of {', '.join(left[:NAMED])}",
                rationale=f"{known.words} is not described with {'it' if len(left) == 1 else 'them'}.",
                evidence_source=ANNOTATIONS,
            )
        )
    return steps


def _unexplained(disease_id: str, ranking: Ranking) -> list[str]:
    """The labels of the findings that no member of a disease's family shows; of a finding and its general form, the finding."""
    first = ranking.model.row_of(disease_id)
    if first is None:
        return []
    families = ranking.model.families
    members = [ranking.placed(row) for row in families.members(int(families.number[first]))]
    shown = {term for member in members for term in member.matched}
    counted = [item for item in ranking.placed(first).contributions if item.hpo_id in ranking.query.observed]
    return [item.label for item in counted if item.hpo_id not in shown]
