"""Ranking all diseases for a patient, with details worked out only for the diseases that are looked at."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import Annotation
from osler.diagnosis.ranking.confidence import Confidence, confidence_of
from osler.diagnosis.ranking.explain import explain, explains_any
from osler.diagnosis.ranking.families import PooledFamily
from osler.diagnosis.ranking.left_out import LeftOut
from osler.diagnosis.ranking.model import RankingModel
from osler.diagnosis.ranking.score import (
    Findings,
    Scores,
    excluded_sum,
    findings,
    observed_sum,
    score,
    unmentioned,
)
from osler.diagnosis.ranking.stated import Stated, stated
from osler.diagnosis.ranking.types import PhenotypeQuery, RankedDisease
from osler.diagnosis.ranking.variants import members_in_order

Floats = NDArray[np.float64]

_MOST_MISLED = 0.9
_RIVALS = 5
"""The first families, among which one that explains as much as another keeps it from being held with high confidence."""


def rank(query: PhenotypeQuery, model: RankingModel, *, left_out: LeftOut | None = None) -> Ranking:
    """Rank every annotated disease for a patient; without what some publications contributed, where asked."""
    known = findings(model, query)
    return Ranking(model, query, known, score(model, query, known, left_out), left_out)


def _among(terms: NDArray[np.int32], known: NDArray[np.int32]) -> list[int]:
    """The terms that a sorted array has, in order, each once; what numpy has for it is made for long arrays."""
    places = np.searchsorted(known, terms)
    return sorted({int(term) for term in terms[known[np.minimum(places, len(known) - 1)] == terms]})


def _softmax(scores: Floats) -> Floats:
    weights = np.exp(scores - scores.max())
    share: Floats = weights / weights.sum()
    return share


def explained(ranking: Ranking, without: Iterable[int] = ()) -> float:
    """How well the best disease explains the findings: its log likelihood ratio a counted finding; some rows can be left aside."""
    total = ranking.evidence.copy()
    total[list(without)] = -np.inf
    return float(total.max()) / max(sum(ranking.findings.observed_shares), 1.0)


class Ranking:
    """All diseases with their scores and probabilities; a disease is named by any of its ids or by its row."""

    def __init__(
        self,
        model: RankingModel,
        query: PhenotypeQuery,
        known: Findings,
        scores: Scores,
        left_out: LeftOut | None = None,
    ) -> None:
        self.model = model
        self.query = query
        self.findings = known
        self.scores = scores
        self.left_out = left_out
        self._details: dict[tuple[int, int], RankedDisease] = {}
        self._families: dict[int, list[PooledFamily]] = {}

    def __len__(self) -> int:
        return self.model.size

    @property
    def evidence(self) -> Floats:
        """The part of each score that does not come from how much is published on a disease."""
        evidence: Floats = self.scores.total - self.scores.factors["literature"]
        return evidence

    @property
    def unknown(self) -> tuple[str, ...]:
        """The ids of the query that are not in the ontology."""
        return self.findings.unknown

    @cached_property
    def probabilities(self) -> Floats:
        """The probability of each disease; together with `none_known` they sum to one."""
        return self.shares * (1.0 - self.none_known)

    @cached_property
    def shares(self) -> Floats:
        """The probability of each disease, as if one of them were the right one.

        Findings that go together count as if they did not, and annotations can be wrong: in a share of patients the
        evidence is taken for much less than its sum. That share grows with the findings that the leading disease does
        not show: they may be those of another disease. The order is the same in both parts.
        """
        weights = self.model.weights
        doubtful = _softmax(self.scores.total / (weights.fitted.temperature * weights.assumed.misled_temperature))
        misled = min(weights.assumed.misled + weights.assumed.misled_unexplained * self.unexplained, _MOST_MISLED)
        share: Floats = (1.0 - misled) * self._plain + misled * doubtful
        return share

    @cached_property
    def unexplained(self) -> float:
        """The share of the observed findings that the leading disease of the leading family does not show."""
        if not self.findings.observed:
            return 0.0
        family = self.model.families.members(int(self._family_evidence.argmax()))
        return float((~self._shown(max(family, key=lambda member: float(self.scores.total[member])))).mean())

    def _shown(self, row: int) -> NDArray[np.bool_]:
        """Which of the observed findings a disease is stated to show."""
        recomputed = None if self.left_out is None else self.left_out.features(row)
        if self.left_out is not None and recomputed is not None:
            terms = np.array(self.findings.observed, dtype=np.int64)
            return np.asarray(self.left_out.shown(terms)[int(np.searchsorted(self.left_out.rows, row))] > 0)
        return np.array([(self.model.shown_by(term)[0] == row).any() for term in self.findings.observed], dtype=bool)

    @cached_property
    def _plain(self) -> Floats:
        """The probabilities where the annotations are taken at their word."""
        return _softmax(self.scores.total / self.model.weights.fitted.temperature)

    @cached_property
    def pretest(self) -> Floats:
        """The probability of each disease before any finding is known, by the literature alone."""
        prior = np.exp(self.scores.factors["literature"])
        share: Floats = prior / prior.sum() * (1.0 - self.model.weights.none_known.assumed_share)
        return share

    def stated(self, row: int, hpo_id: str) -> Stated:
        """What the sources state of how often a disease shows a finding, or the most frequent form of it."""
        term = self.model.graph.index(hpo_id)
        entries = self._entries(row)
        if term is None:
            return stated(())
        at = self.model.annotations.arrays["term"][entries]
        wanted = [term] if (at == term).any() else _among(at, self.model.graph.offspring(term))
        by_term = [
            stated((self.model.annotations.annotation(int(entry)) for entry in entries[at == one]), self.query.sex)
            for one in wanted
        ]
        return max(by_term, key=lambda item: -1.0 if item.share is None else item.share, default=stated(()))

    def annotations_of(self, row: int) -> list[Annotation]:
        """Everything that the sources state of a disease."""
        return [self.model.annotations.annotation(int(entry)) for entry in self._entries(row)]

    def _entries(self, row: int) -> NDArray[np.int64]:
        arrays = self.model.arrays
        entries: NDArray[np.int64] = arrays["entry"][arrays["entry_starts"][row] : arrays["entry_starts"][row + 1]]
        return entries

    @cached_property
    def none_known(self) -> float:
        """The probability that the patient has none of the diseases known here: the worse the best one explains."""
        weights = self.model.weights.none_known
        prior = math.log(weights.assumed_share / (1.0 - weights.assumed_share))
        count = len(self.findings.observed)
        if not count:
            return weights.assumed_share
        ratio = explained(self)
        odds = prior + weights.intercept + weights.ratio * ratio + weights.findings * math.log(count)
        return 1.0 / (1.0 + math.exp(-odds))

    @cached_property
    def family_probabilities(self) -> Floats:
        """The probability of each family, by its number."""
        return self.model.families.pooled(self.probabilities)

    @cached_property
    def _family_evidence(self) -> Floats:
        return self.model.families.pooled(self._plain)

    def families(self, count: int) -> list[PooledFamily]:
        """The best families, best first; a family is as likely as its members together.

        Their order is that of the evidence taken at its word: in the share of patients whom the annotations mislead every
        disease is possible, and a series of a hundred would lead by its number alone.
        """
        known = self._families.get(count)
        if known is None:
            known = self._families[count] = self._pooled(count)
        return known

    def _pooled(self, count: int) -> list[PooledFamily]:
        table, pooled = self.model.families, self.family_probabilities
        found = []
        for place, number in enumerate(np.argsort(-self._family_evidence, kind="stable")[:count].tolist(), start=1):
            members = sorted(table.members(number), key=lambda row: (-self.scores.total[row], row))
            if not members:
                break  # families of diseases that these annotations do not have stand last
            first = self.model.annotations.ids[self.model.members[members[0]][0]]
            name = table.names.get(number) or self.model.annotations.name(first) or first
            totals = [float(self.scores.total[row]) for row in members]
            ordered = members_in_order(self.model, members, self.findings.observed, totals, self.query.sex)
            found.append(PooledFamily(place, name, ordered, float(pooled[number])))
        return found

    def family_rank_of(self, disease_id: str) -> float | None:
        """The place of a disease's family; equal ones share the mean of their places."""
        row = self.model.row_of(disease_id)
        if row is None:
            return None
        pooled = self._family_evidence
        own = pooled[self.model.families.number[row]]
        return int((pooled > own).sum()) + (int((pooled == own).sum()) + 1) / 2

    def rows(self, count: int) -> list[int]:
        """The rows of the best diseases, best first."""
        total = self.scores.total
        wanted = min(count, len(total))
        if wanted <= 0:
            return []
        best = np.argpartition(-total, wanted - 1)[:wanted]
        return [int(row) for row in best[np.lexsort((best, -total[best]))]]

    def top(self, count: int = 10) -> list[RankedDisease]:
        """The best diseases with every reason for their place."""
        return [self.detail(row, position) for position, row in enumerate(self.rows(count), start=1)]

    def disease(self, disease_id: str) -> RankedDisease | None:
        """One disease with its reasons, wherever it stands."""
        row = self.model.row_of(disease_id)
        return None if row is None else self.placed(row)

    def placed(self, row: int) -> RankedDisease:
        """One disease by its row, with its reasons, wherever it stands."""
        return self.detail(row, round(self._place(row)))

    def rank_of(self, disease_id: str) -> float | None:
        """The place of a disease; diseases with the same score share the mean of their places."""
        row = self.model.row_of(disease_id)
        return None if row is None else self._place(row)

    def _place(self, row: int) -> float:
        total = self.scores.total
        better = int((total > total[row]).sum())
        same = int((total == total[row]).sum())
        return better + (same + 1) / 2

    def probability_of(self, disease_id: str) -> float | None:
        """The probability of a disease."""
        row = self.model.row_of(disease_id)
        return None if row is None else float(self.probabilities[row])

    @cached_property
    def _observed(self) -> Floats:
        """What the observed findings say together: every finding that is tried changes the same sum."""
        return observed_sum(self.model, self.findings, self.left_out)

    @cached_property
    def _excluded(self) -> Floats:
        return excluded_sum(self.model, self.findings, self.left_out)

    def with_finding(self, hpo_id: str, *, present: bool) -> Ranking:
        """The ranking had the patient this finding, or not: only what the one finding changes is computed."""
        side = {"observed": (*self.query.observed, hpo_id)} if present else {"excluded": (*self.query.excluded, hpo_id)}
        query = self.query.model_copy(update=side)
        known = findings(self.model, query)
        silence = unmentioned(self.model, known, self.left_out)
        change = silence - self.scores.factors["unmentioned"]
        if known.observed != self.findings.observed:
            change += observed_sum(self.model, known, self.left_out) - self._observed
        if known.excluded != self.findings.excluded:
            change += excluded_sum(self.model, known, self.left_out) - self._excluded
        scores = Scores(total=self.scores.total + change, factors=self.scores.factors | {"unmentioned": silence})
        return Ranking(self.model, query, known, scores, self.left_out)

    def presence(self, rows: Sequence[int], hpo_ids: Iterable[str]) -> Floats:
        """P(finding | disease) for diseases × findings; an unknown id gives a column of zeros."""
        columns, wanted = [], np.array(rows, dtype=np.intp)
        for hpo_id in hpo_ids:
            term = self.model.graph.index(hpo_id)
            columns.append(np.zeros(len(rows)) if term is None else self.model.presence(term)[wanted])
        return np.array(columns, dtype=np.float64).reshape(len(columns), len(rows)).T

    def patients(self, row: int) -> float:
        """How many patients stand behind what is known of a disease's family: of its best described member."""
        members = self.model.families.members(int(self.model.families.number[row]))
        return float(self.model.arrays["patients"][members].max())

    def confidence(self, family: PooledFamily) -> Confidence:
        """How sure an entry is; none is high where another of the first shows all that it shows."""
        level = confidence_of(family.probability, self.model.weights.levels, patients=self.patients(family.rows[0]))
        return "moderate" if level == "high" and self.look_alike(family) is not None else level

    def look_alike(self, family: PooledFamily) -> PooledFamily | None:
        """The first other family whose leading disease shows all the findings that this one's shows: none tells them apart."""
        own = self._shown(family.rows[0])
        others = (other for other in self.families(_RIVALS) if other.rows[0] not in family.rows)
        return next((other for other in others if own.any() and not (own & ~self._shown(other.rows[0])).any()), None)

    def explains(self, row: int) -> bool:
        """Whether a disease explains any of the findings."""
        return explains_any(self.model, self.findings, row, self.left_out)

    def detail(self, row: int, position: int) -> RankedDisease:
        """A disease by its row, with its reasons, which are worked out once."""
        known = self._details.get((row, position))
        if known is None:
            known = self._details[row, position] = self._explained(row, position)
        return known

    def _explained(self, row: int, position: int) -> RankedDisease:
        return explain(
            self.model,
            self.query,
            self.findings,
            row,
            rank=position,
            score=float(self.scores.total[row]),
            pretest=float(self.pretest[row]),
            probability=float(self.probabilities[row]),
            factors={name: float(values[row]) for name, values in self.scores.factors.items()},
            left_out=self.left_out,
        )
