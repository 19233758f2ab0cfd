"""What the answer to a question would change: the scores of some diseases with one more finding, or with one less open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from osler.diagnosis.ranking.redundancy import correlations, shares_of
from osler.diagnosis.ranking.score import excluded_ratio, observed_ratio

if TYPE_CHECKING:
    from osler.diagnosis.ranking.ranking import Ranking

Floats = NDArray[np.float64]


class Answers(NamedTuple):
    """How much an answer multiplies the odds of each disease (rows) by each question (columns)."""

    yes: Floats
    no: Floats


def answers(ranking: Ranking, rows: Sequence[int], hpo_ids: Sequence[str]) -> Answers:
    """What each answer adds beside what is known, as the ranking would weigh it.

    A finding that goes with the patient's others adds little whichever way it is answered, and takes from what they count:
    by its frequencies alone it would seem the best question. All ids are known to the ontology.
    """
    graph = ranking.model.graph
    asked = [index for hpo_id in hpo_ids if (index := graph.index(hpo_id)) is not None]
    known, left_out = ranking.findings, ranking.left_out

    def present(term: int) -> set[int]:
        return set(graph.lineage(term).tolist())

    def absent(term: int) -> set[int]:
        return set(graph.offspring(term).tolist())

    seen = _Side(ranking, known.observed, lambda term: observed_ratio(ranking.model, term, left_out), present)
    missed = _Side(ranking, known.excluded, lambda term: excluded_ratio(ranking.model, term, left_out), absent)
    temperature = ranking.model.weights.fitted.temperature
    return Answers(*(np.exp(side.changes(rows, asked) / temperature) for side in (seen, missed)))


class _Side(NamedTuple):
    """The observed or the excluded findings, and how one of their kind is weighed."""

    ranking: Ranking
    known: tuple[int, ...]
    ratio: Callable[[int], Floats]
    covers: Callable[[int], set[int]]
    """The terms of this side that say nothing beside one."""

    def changes(self, rows: Sequence[int], asked: Sequence[int]) -> Floats:
        """How the sum over the findings changes with each one asked about."""
        model, wanted = self.ranking.model, np.array(rows, dtype=np.intp)
        ratios = np.array([self.ratio(term)[wanted] for term in self.known]).reshape(len(self.known), len(rows))
        among = correlations(model, self.known)
        beside = correlations(model, self.known, tuple(asked))
        before = shares_of(among) @ ratios
        changes = np.empty((len(rows), len(asked)))
        for column, term in enumerate(asked):
            nested = self.covers(term)
            kept = [place for place, one in enumerate(self.known) if one not in nested]
            same = np.ones((len(kept) + 1, len(kept) + 1))
            same[:-1, :-1] = among[np.ix_(kept, kept)]
            same[:-1, -1] = same[-1, :-1] = beside[kept, column]
            shares = shares_of(same)
            changes[:, column] = shares[:-1] @ ratios[kept] + shares[-1] * self.ratio(term)[wanted] - before
        return changes
