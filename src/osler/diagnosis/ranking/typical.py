"""Which features are typical of a disease in its sources: those that somebody would ask about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.core.terminology import Annotation

if TYPE_CHECKING:
    from osler.diagnosis.ranking.ranking import Ranking

FEWEST_COUNTED = 5
"""The patients that have to be counted before a share of them says something of the next: one of two does not."""
FREQUENT = 0.3
"""The share of patients from which on a feature is frequent (HPO: frequent)."""
VERY_FREQUENT = 0.8
"""The same for one that only Orphanet speaks of (HPO: very frequent)."""


def is_typical(ranking: Ranking, row: int, hpo_id: str) -> bool:
    """Whether a feature is frequent in a disease by patients that were counted, or by a class that a second source bears out.

    Orphanet's classes alone name features of which OMIM's own description of the same disease is silent (neck pain in
    porphyria, glossoptosis in agammaglobulinemia): they weigh in the ranking, and are no question for a patient.
    """
    said = ranking.stated(row, hpo_id)
    if said.share is None or said.share < FREQUENT:
        return False
    if said.counts is not None:
        return said.counts[1] >= FEWEST_COUNTED
    near = _speaking_of(ranking, row, hpo_id)
    if any(not _is_orphanet(one) for one in near):
        return True
    described = any(one.aspect == "P" and not _is_orphanet(one) for one in ranking.annotations_of(row))
    return not described and said.share >= VERY_FREQUENT


def _speaking_of(ranking: Ranking, row: int, hpo_id: str) -> list[Annotation]:
    """What the sources state of a finding, of its direct forms, and of what it is directly a form of."""
    graph = ranking.model.graph
    near = {hpo_id, *graph.parents(hpo_id), *graph.children(hpo_id)}
    return [one for one in ranking.annotations_of(row) if not one.negated and one.hpo_id in near]


def _is_orphanet(annotation: Annotation) -> bool:
    return annotation.disease_id.startswith("ORPHA:")
