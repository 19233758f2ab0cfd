"""Patients drawn from the disease annotations, for fitting weights, for tests and for the next-step benchmark.

A patient has a disease's features as often as the annotations say; the record of them is incomplete, sometimes one
step too general, sometimes wrong. What is recorded as absent is what was looked for in vain: features that others with
the same disease have, and features of look-alikes that were considered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import bundled_vocabularies
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY
from osler.diagnosis.ranking import STAGE_MIDDLES, PhenotypeQuery, RankingModel, default_model

_FEWEST_FEATURES = 3
_FEWEST_LEFT = 10
"""Features a disease must keep without a publication for a patient of that publication to be recognisable."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How findings get into a record."""

    recorded: float = 0.7
    """The share of a patient's features that is written down."""
    too_general: float = 0.05
    """The share of those that is written as a parent term."""
    mistaken: float = 2.0
    """The mean number of findings that have nothing to do with the disease."""
    asked: float = 0.3
    """The share of the features the patient lacks, of the disease and of each look-alike, that is recorded as absent."""
    look_alikes: int = 3
    """How many other diseases were considered."""


@dataclass(frozen=True, slots=True)
class SimulatedPatient:
    """A drawn patient, the disease it has, and the publication it was drawn from, if only one was used."""

    disease_id: str
    query: PhenotypeQuery
    publication: str | None = None


def simulate(
    count: int,
    *,
    seed: int,
    from_publication: bool = False,
    habits: Habits | None = None,
    model: RankingModel | None = None,
) -> list[SimulatedPatient]:
    """Draw patients; diseases with more publications are drawn more often, as their patients are met more often.

    `from_publication` draws each patient from what one publication states, so that it can be ranked without it.
    """
    simulator = _Simulator(
        model or default_model(bundled_vocabularies()), habits or Habits(), np.random.default_rng(seed)
    )
    drawn = simulator.published() if from_publication else simulator.pooled()
    return [next(drawn) for _ in range(count)]


class _Simulator:
    def __init__(self, model: RankingModel, habits: Habits, chance: np.random.Generator) -> None:
        self._model = model
        self._habits = habits
        self._chance = chance
        described = np.diff(model.arrays["direct_starts"]) >= _FEWEST_FEATURES
        weight = np.where(described, model.arrays["literature"], 0).astype(np.float64)
        self._weight = weight / weight.sum()

    def pooled(self) -> Iterator[SimulatedPatient]:
        """Patients drawn from everything that is known of their disease."""
        while True:
            row = int(self._chance.choice(self._model.size, p=self._weight))
            start, end = self._model.arrays["direct_starts"][row : row + 2]
            terms = self._model.arrays["direct_term"][start:end]
            patient = self._patient(row, terms, self._model.arrays["direct_frequency"][start:end], None)
            if patient is not None:
                yield patient

    def published(self) -> Iterator[SimulatedPatient]:
        """Patients drawn from the counts of one publication."""
        annotations = self._model.annotations
        arrays = annotations.arrays
        entries = self._model.arrays["entry"]
        counted = entries[(arrays["denominator"][entries] > 0) & (np.diff(arrays["reference_starts"])[entries] == 1)]
        cited = arrays["reference_of"][arrays["reference_starts"][counted]]
        keys = arrays["group"][arrays["disease"][counted]].astype(np.int64) * len(annotations.references) + cited
        order = np.argsort(keys, kind="stable")
        unique, starts = np.unique(keys[order], return_index=True)
        ends = np.append(starts[1:], len(keys))
        described = np.diff(self._model.arrays["direct_starts"])[unique // len(annotations.references)]
        usable = (ends - starts >= _FEWEST_FEATURES) & (described - (ends - starts) >= _FEWEST_LEFT)
        places = np.flatnonzero(usable)
        while True:
            place = int(self._chance.choice(places))
            chosen = counted[order[starts[place] : ends[place]]]
            row, reference = divmod(int(unique[place]), len(annotations.references))
            share = arrays["frequency"][chosen]
            patient = self._patient(row, arrays["term"][chosen], share, annotations.references[reference])
            if patient is not None:
                yield patient

    def _patient(
        self, row: int, terms: NDArray[np.int32], frequency: NDArray[np.float32], publication: str | None
    ) -> SimulatedPatient | None:
        chance, habits = self._chance, self._habits
        has = chance.random(len(terms)) < frequency
        recorded = has & (chance.random(len(terms)) < habits.recorded)
        if not recorded.any():
            return None
        observed = [self._written(int(term)) for term in terms[recorded]]
        observed += self._mistakes()
        lacking = terms[~has & (chance.random(len(terms)) < habits.asked)].tolist()
        absent = set(lacking).union(*(self._look_alike_absences(row, terms) for _ in range(habits.look_alikes)))
        excluded = sorted(absent - set(observed))
        graph = self._model.graph
        return SimulatedPatient(
            disease_id=self._model.annotations.ids[self._model.members[row][0]],
            query=PhenotypeQuery(
                observed=tuple(graph.id_of(term) for term in dict.fromkeys(observed)),
                excluded=tuple(graph.id_of(term) for term in excluded),
                onset_years=self._onset(row) if publication is None else None,
                sex="male" if self._model.arrays["x_linked"][row] or chance.random() < 0.5 else "female",
            ),
            publication=publication,
        )

    def _written(self, term: int) -> int:
        if self._chance.random() >= self._habits.too_general:
            return term
        graph = self._model.graph
        parents = sorted(graph.parents(graph.id_of(term)) - {PHENOTYPIC_ABNORMALITY})
        index = graph.index(parents[int(self._chance.integers(len(parents)))]) if parents else None
        return term if index is None else index

    def _mistakes(self) -> list[int]:
        """Features of arbitrary diseases: a common feature is mistaken more often than a rare one."""
        features = self._model.arrays["direct_term"]
        count = int(self._chance.poisson(self._habits.mistaken))
        return [int(term) for term in self._chance.choice(features, size=count)]

    def _look_alike_absences(self, row: int, terms: NDArray[np.int32]) -> set[int]:
        """Features of a disease that shares a feature, which this disease does not show."""
        term = int(self._chance.choice(terms))
        others = np.flatnonzero(self._model.shown(term) > 0)
        others = others[others != row]
        if not len(others):
            return set()
        other = int(self._chance.choice(others))
        start, end = self._model.arrays["direct_starts"][other : other + 2]
        features = self._model.arrays["direct_term"][start:end]
        asked = features[self._chance.random(len(features)) < self._habits.asked]
        own = {index for feature in terms.tolist() for index in self._model.graph.lineage(feature).tolist()}
        return set(asked.tolist()) - own

    def _onset(self, row: int) -> float | None:
        counts = self._model.arrays["onset"][row]
        if not counts.any():
            return None
        return STAGE_MIDDLES[int(self._chance.choice(len(counts), p=counts / counts.sum()))]
