"""What would change: the ranking run again with a finding present, with it absent, and without one that was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from osler.diagnosis.ranking import FEWEST_PATIENTS, PooledFamily, Ranking, confidence_of, rank
from osler.diagnosis.steps.differential import percent
from osler.diagnosis.steps.leading import leading_families
from osler.diagnosis.steps.questions import Question
from osler.diagnosis.steps.worth_asking import asks_for_typical

SHOWN = 5
ANSWERS = 2
"""How many answers are looked at for one entry."""
SMALLEST_MOVE = 0.05
"""A change of probability below this is not worth a sentence, whatever the ranks do."""
ENOUGH = 3
"""So many sentences are looked for: about frequent features, then about any, then about the findings given."""
REMOVED = 6
"""How many of the findings that weigh most for the leading entry are taken out, one at a time."""
NOTHING = "No open finding, present or absent, would change the place of an entry or the confidence in it."
KEPT = "No single answer looked at would take the lead from {leading}."


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
    confidence_before: str
    confidence_after: str
    is_given: bool = False
    """Whether the finding is one of the patient's, which was taken out."""

    def sentence(self) -> str:
        """The change in words."""
        answer = "is found" if self.present else "turns out not to be there" if self.is_given else "is absent"
        share = f"{percent(self.probability_before)} to {percent(self.probability_after)}"
        if self.rank_before != self.rank_after:
            moved = (
                f"moves from rank {self.rank_before} to {self.rank_after} ({share}, {self.confidence_after} confidence)"
            )
        else:
            moved = f"is held with {self.confidence_after} instead of {self.confidence_before} confidence ({share})"
        return f"If {self.label} {answer}, {self.disease} {moved}."

    @property
    def takes_the_lead(self) -> bool:
        """Whether another entry leads after it."""
        return 1 in (self.rank_before, self.rank_after) and self.rank_before != self.rank_after


def what_would_change(ranking: Ranking, asked: Sequence[Question]) -> list[str]:
    """The changes in words: of frequent features of a disease where those are enough, else of any and of the findings given.

    A shift that changes neither is not told; that nothing takes the lead from the first entry is.
    """
    found = [
        change for change in _possible(ranking, [item for item in asked if asks_for_typical(item)]) if _matters(change)
    ]
    if len(found) < ENOUGH:
        every = [*_possible(ranking, asked), *_without_given(ranking)]
        known = {(change.hpo_id, change.present) for change in found}
        others = _once([change for change in every if (change.hpo_id, change.present) not in known])
        found += [change for change in others if _matters(change)]
    leading = leading_families(ranking, 1)
    if not found or not leading:
        return [NOTHING]
    kept = (
        []
        if any(change.takes_the_lead for change in found)
        else [KEPT.format(leading=_entry(ranking, leading[0], 1).name)]
    )
    return [*kept, *(change.sentence() for change in found[: SHOWN - len(kept)])]


class _Entry(NamedTuple):
    """An entry of the differential: the place it is shown at, the disease that leads it, and all of it together."""

    rank: int
    disease_id: str
    name: str
    probability: float


def _possible(ranking: Ranking, asked: Sequence[Question]) -> list[Change]:
    """For each entry shown the answers that would raise it most, and those that would lower the leader; each finding once, greatest first."""
    before = [_entry(ranking, family, place) for place, family in enumerate(leading_families(ranking, SHOWN), start=1)]
    if not before or not asked:
        return []
    found = {question.hpo_id: ranking.with_finding(question.hpo_id, present=True) for question in asked}
    possible = []
    for entry in before:
        best = sorted(asked, key=lambda item: -_probability(found[item.hpo_id], entry))[:ANSWERS]
        possible += [
            _change(question.hpo_id, question.label, True, entry, found[question.hpo_id])
            for question in best
            if _probability(found[question.hpo_id], entry) > entry.probability
        ]
    missed = {question.hpo_id: ranking.with_finding(question.hpo_id, present=False) for question in asked[:SHOWN]}
    against = sorted(asked[:SHOWN], key=lambda item: _probability(missed[item.hpo_id], before[0]))[:ANSWERS]
    possible += [
        _change(question.hpo_id, question.label, False, before[0], missed[question.hpo_id]) for question in against
    ]
    return _once(possible)


def _without_given(ranking: Ranking) -> list[Change]:
    """What the leading entry would be without each of the findings that weigh most for it: was it one, and is it still there?"""
    leading = [_entry(ranking, family, place) for place, family in enumerate(leading_families(ranking, 1), start=1)]
    if not leading or len(ranking.query.observed) <= 1:
        return []
    contributions = ranking.disease(leading[0].disease_id)
    weighing = sorted(contributions.contributions if contributions else [], key=lambda item: -item.log_likelihood_ratio)
    found = []
    for item in weighing[:REMOVED]:
        rest = tuple(term for term in ranking.query.observed if term != item.hpo_id)
        if len(rest) == len(ranking.query.observed) or item.log_likelihood_ratio <= 0:
            continue
        after = rank(ranking.query.model_copy(update={"observed": rest}), ranking.model)
        found.append(_change(item.hpo_id, item.label, False, leading[0], after)._replace(is_given=True))
    return found


def _once(possible: Sequence[Change]) -> list[Change]:
    """Each finding once, with the change that is greatest, greatest first."""
    kept: dict[tuple[str, bool], Change] = {}
    for change in sorted(possible, key=_weight, reverse=True):
        kept.setdefault((change.hpo_id, change.present), change)
    return list(kept.values())


def _entry(ranking: Ranking, family: PooledFamily, place: int) -> _Entry:
    leading = ranking.placed(family.rows[0])
    name = family.name if len(family.rows) > 1 else leading.name  # the probability is that of all its subtypes
    return _Entry(place, leading.disease_id, name, family.probability)


def _matters(change: Change) -> bool:
    """Whether an entry moves, or the confidence in it does; that a sure one gets surer changes nothing."""
    other = change.rank_before != change.rank_after or change.confidence_before != change.confidence_after
    return other and _shift(change) >= SMALLEST_MOVE


def _shift(change: Change) -> float:
    return abs(change.probability_after - change.probability_before)


def _probability(ranking: Ranking, entry: _Entry) -> float:
    row = ranking.model.row_of(entry.disease_id)
    return 0.0 if row is None else float(ranking.family_probabilities[ranking.model.families.number[row]])


def _weight(change: Change) -> tuple[bool, float]:
    return change.rank_before != change.rank_after, _shift(change)


def _place(ranking: Ranking, entry: _Entry) -> int:
    """Where the entry would be shown; below those shown, its family's place among all."""
    row = ranking.model.row_of(entry.disease_id)
    for place, family in enumerate(leading_families(ranking, SHOWN), start=1):
        if row in family.rows:
            return place
    return max(SHOWN + 1, round(ranking.family_rank_of(entry.disease_id) or 0))


def _change(hpo_id: str, label: str, present: bool, was: _Entry, after: Ranking) -> Change:
    probability = _probability(after, was)
    row = after.model.row_of(was.disease_id)
    patients = FEWEST_PATIENTS if row is None else after.patients(row)
    return Change(
        hpo_id=hpo_id,
        label=label,
        present=present,
        disease=was.name,
        rank_before=was.rank,
        rank_after=_place(after, was),
        probability_before=was.probability,
        probability_after=probability,
        confidence_before=confidence_of(was.probability, patients=patients),
        confidence_after=confidence_of(probability, patients=patients),
    )
