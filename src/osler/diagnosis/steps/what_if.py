"""What would change: the ranking run again with a finding present, and absent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from osler.diagnosis.ranking import RankedDisease, Ranking
from osler.diagnosis.steps.differential import confidence, support
from osler.diagnosis.steps.next_steps import Question

SHOWN = 5


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
            f"({100 * self.probability_before:.0f} % to {100 * self.probability_after:.0f} %, "
            f"{self.confidence_after} confidence)."
        )


def changes(ranking: Ranking, asked: Sequence[Question], count: int = SHOWN) -> list[Change]:
    """For each of the most telling questions the answer that changes more, those that change the order first."""
    before = ranking.top(SHOWN)
    found = [
        max(
            (
                _largest(question, present, before, ranking.with_finding(question.hpo_id, present=present))
                for present in (True, False)
            ),
            key=_weight,
        )
        for question in asked[:count]
    ]
    return sorted(found, key=_weight, reverse=True)


def _weight(change: Change) -> tuple[bool, float]:
    return change.rank_before != change.rank_after, abs(change.probability_after - change.probability_before)


def _largest(question: Question, present: bool, before: Sequence[RankedDisease], after: Ranking) -> Change:
    places = {disease.disease_id: disease for disease in before}
    moved = {
        disease_id: (after.probability_of(disease_id) or 0.0) - disease.probability
        for disease_id, disease in places.items()
    }
    chosen = max(moved, key=lambda disease_id: abs(moved[disease_id]))
    was = places[chosen]
    now = after.disease(chosen) or was
    return Change(
        hpo_id=question.hpo_id,
        label=question.label,
        present=present,
        disease=was.name,
        rank_before=was.rank,
        rank_after=now.rank,
        probability_before=was.probability,
        probability_after=now.probability,
        confidence_after=confidence(*support(now.contributions))[0],
    )
