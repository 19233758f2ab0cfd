"""What would change: the ranking run again with a finding present, and absent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from osler.diagnosis.ranking import RankedDisease, Ranking, confidence_of
from osler.diagnosis.steps.differential import percent
from osler.diagnosis.steps.next_steps import Question

SHOWN = 5
SMALLEST_MOVE = 0.05
"""A change of probability below this is not worth a sentence, whatever the ranks do."""


class Change(NamedTuple):
    """What one answer would do to the disease it moves most."""

    hpo_id: str
    label: str
    present: bool
    disease: str
    rank_before: int
    rank_after: int
    probability_before: float
    probability_after: float
    confidence_after: str

    def sentence(self) -> str:
        """The change in words."""
        answer = "is found" if self.present else "is absent"
        moved = (
            f"moves from rank {self.rank_before} to {self.rank_after}"
            if self.rank_before != self.rank_after
            else f"stays at rank {self.rank_after}"
        )
        return (
            f"If {self.label} {answer}, {self.disease} {moved} "
            f"({percent(self.probability_before)} to {percent(self.probability_after)}, "
            f"{self.confidence_after} confidence)."
        )


def changes(ranking: Ranking, asked: Sequence[Question]) -> list[Change]:
    """For each leading candidate the one answer that would raise it most, and the one that would lower the leader."""
    before = [ranking.placed(family.rows[0]) for family in ranking.families(SHOWN)]
    if not before or not asked:
        return []
    found = {question.hpo_id: ranking.with_finding(question.hpo_id, present=True) for question in asked}
    raised = []
    for disease in before[1:]:
        question = max(asked, key=lambda item: _probability(found[item.hpo_id], disease))
        if _probability(found[question.hpo_id], disease) > disease.probability:
            raised.append(_change(question, True, disease, found[question.hpo_id]))
    missed = {question.hpo_id: ranking.with_finding(question.hpo_id, present=False) for question in asked[:SHOWN]}
    against = min(asked[:SHOWN], key=lambda item: _probability(missed[item.hpo_id], before[0]))
    lowered = _change(against, False, before[0], missed[against.hpo_id])
    return sorted(filter(_matters, [*raised, lowered]), key=_weight, reverse=True)[:SHOWN]


def _matters(change: Change) -> bool:
    return abs(change.probability_after - change.probability_before) >= SMALLEST_MOVE


def _probability(ranking: Ranking, disease: RankedDisease) -> float:
    return ranking.probability_of(disease.disease_id) or 0.0


def _weight(change: Change) -> tuple[bool, float]:
    return change.rank_before != change.rank_after, abs(change.probability_after - change.probability_before)


def _change(question: Question, present: bool, was: RankedDisease, after: Ranking) -> Change:
    now = after.disease(was.disease_id) or was
    return Change(
        hpo_id=question.hpo_id,
        label=question.label,
        present=present,
        disease=was.name,
        rank_before=was.rank,
        rank_after=now.rank,
        probability_before=was.probability,
        probability_after=now.probability,
        confidence_after=confidence_of(now.probability),
    )
