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
        """How the sum over the findings changes with each one asked about; all at once, a column each."""
        model, wanted = self.ranking.model, np.array(rows, dtype=np.intp)
        ratios = self._ratios(self.known, wanted)
        same = np.clip(correlations(model, self.known), 0.0, 1.0)
        np.fill_diagonal(same, 1.0)
        beside = np.clip(correlations(model, self.known, tuple(asked)), 0.0, 1.0)
        nested = [self.covers(term) for term in asked]
        kept = np.array([[one not in covered for covered in nested] for one in self.known], dtype=np.float64)
        kept = kept.reshape(beside.shape)
        shares = kept / np.maximum(same @ kept + beside, 1.0)  # what is kept says at least what it says itself
        own = 1.0 / (1.0 + (beside * kept).sum(axis=0))
        before = shares_of(same) @ ratios
        changes: Floats = ratios.T @ shares + self._ratios(asked, wanted).T * own - before[:, np.newaxis]
        return changes

    def _ratios(self, terms: Sequence[int], wanted: NDArray[np.intp]) -> Floats:
        """How each term is weighed (rows) in each of the wanted diseases (columns)."""
        return np.array([self.ratio(term)[wanted] for term in terms]).reshape(len(terms), len(wanted))
