"""What would be known had some publications not been written: the honest basis for ranking a published case.

Two readings. By share, what only these publications state is dropped, and from a statement pooled over several
publications (`PMID:1;PMID:2`, 20/22) their patients are taken out, in the number their own statements show. Strictly,
every statement that cites them at all is dropped, with what the other publications contributed to it.

The diseases concerned are recomputed, with the means of their families. The background frequencies, and the families and
parents of *other* diseases keep these publications; all are averages over many patients, and keeping them can only favour
the competitors.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from osler.diagnosis.ranking.frequencies import patients_behind, pooled, propagated
from osler.diagnosis.ranking.model import ALMOST_SURE, Floats, RankingModel
from osler.diagnosis.ranking.onset import onset_counts

Reading = Literal["share", "strict"]


class LeftOut:
    """The recomputed diseases: their rows, and what is left of their features, publications, patients and onsets."""

    def __init__(self, model: RankingModel, publications: Iterable[str], reading: Reading = "share") -> None:
        annotations = model.annotations
        found = [annotations.entries_citing(publication) for publication in publications]
        citing = np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int32)
        arrays = annotations.arrays
        self.rows: NDArray[np.int32] = np.unique(arrays["group"][arrays["disease"][citing]])
        starts = model.arrays["entry_starts"]
        pieces = [model.arrays["entry"][starts[row] : starts[row + 1]] for row in self.rows]
        entries = np.concatenate(pieces) if pieces else np.zeros(0, dtype=np.int32)
        owner = np.repeat(np.arange(len(pieces), dtype=np.int32), [len(piece) for piece in pieces])
        share = _shares(arrays, entries, owner, citing, reading)
        kept = share > 0
        direct = pooled(annotations, entries[kept], owner[kept], model.weights.assumed, share[kept])
        self._direct = direct
        self._entries, self._owner = entries[kept], owner[kept]
        self.patients = patients_behind(
            annotations, entries[kept], owner[kept], len(pieces), model.weights.assumed, share[kept]
        )
        self.described: NDArray[np.int32] = np.bincount(direct.rows, minlength=len(pieces)).astype(np.int32)
        self._cells = propagated(annotations.graph, direct)
        self._keys = self._cells.rows.astype(np.int64) * len(model.graph) + self._cells.terms
        self._terms = len(model.graph)
        citing_rows = [np.unique(arrays["group"][arrays["disease"][entries]]) for entries in found]
        taken = np.array([sum(row in rows for rows in citing_rows) for row in self.rows], dtype=np.int32)
        self.literature: NDArray[np.int32] = np.maximum(model.arrays["literature"][self.rows] - taken, 0)
        self.onset = self._onset(model, citing)
        self._related = _related(model, self.rows)

    def presence(self, model: RankingModel, term: int) -> Floats:
        """The probability of a finding in each recomputed disease."""
        fitted = model.weights.fitted
        shown = self.shown(np.array([term]))[:, 0]
        ancestors = np.array(model.informative_ancestors(term), dtype=np.int64)
        ratios = model.background[term] / model.background[ancestors]
        general = (self.shown(ancestors) * ratios).max(axis=1, initial=0.0)
        opposites = np.array(model.opposites_of(term), dtype=np.int64)
        general[(self.shown(opposites) > 0).any(axis=1)] = 0.0
        probability = (
            (1.0 - fitted.general) * shown
            + fitted.general * general
            + model.borrowed_of(self.described) * self.family(model, term)
            + model.weights.assumed.inherited * model.inherited(term)[self.rows]
            + model.noise_of(self.described) * model.background[term]
        )
        plain = model.ungraded(term)
        if plain is not None:
            probability = model.with_other_grades(term, probability, self.presence(model, plain))
        result: Floats = np.minimum(probability, ALMOST_SURE).astype(np.float32)
        return result

    def family(self, model: RankingModel, term: int) -> NDArray[np.float64]:
        """What the relatives of each recomputed disease show, without what these publications state of them."""
        lost = model.shown(term)[self.rows] - self.shown(np.array([term]))[:, 0]
        return np.asarray(np.maximum(model.family(term)[self.rows] - self._related @ lost, 0.0), dtype=np.float64)

    def shown(self, terms: NDArray[np.int64]) -> NDArray[np.float64]:
        """How often each recomputed disease shows each term."""
        wanted = np.arange(len(self.rows), dtype=np.int64)[:, None] * self._terms + terms[None, :]
        if not len(self._keys):
            return np.zeros(wanted.shape)
        place = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        return np.where(self._keys[place] == wanted, self._cells.values[place], 0.0)

    def unmentioned(self, model: RankingModel, settled: NDArray[np.bool_]) -> NDArray[np.float64]:
        """What the silence about its features takes from each recomputed disease."""
        direct = self._direct
        silence = np.where(settled[direct.terms], 0.0, model.silence_about(direct.values))
        return np.asarray(np.bincount(direct.rows, weights=silence, minlength=len(self.rows)), dtype=np.float64)

    def features(self, row: int) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.int32]] | None:
        """The annotated terms of a recomputed disease, their frequencies, and the entries left; None for others."""
        place = int(np.searchsorted(self.rows, row))
        if place == len(self.rows) or self.rows[place] != row:
            return None
        mine = self._direct.rows == place
        return self._direct.terms[mine], self._direct.values[mine], self._entries[self._owner == place]

    def _onset(self, model: RankingModel, citing: NDArray[np.int32]) -> NDArray[np.float64]:
        starts = model.annotations.arrays["starts"]
        kept: list[int] = []
        owners: list[int] = []
        dropped = set(citing.tolist())
        for position, row in enumerate(self.rows.tolist()):
            for disease in model.members[row]:
                remaining = [e for e in range(starts[disease], starts[disease + 1]) if e not in dropped]
                kept += remaining
                owners += [position] * len(remaining)
        entries = np.array(kept, dtype=np.int32)
        counts = onset_counts(model.annotations, entries, np.array(owners, dtype=np.int32), len(self.rows))
        return model.onset_distribution(counts)


def _related(model: RankingModel, rows: NDArray[np.int32]) -> NDArray[np.float64]:
    """Which part each recomputed disease has in the mean that its relatives among them are given."""
    number = model.families.number[rows]
    together = (number[:, None] == number[None, :]) & ~np.eye(len(rows), dtype=bool)
    share: NDArray[np.float64] = together / np.maximum(model.families.relatives[rows], 1)[:, None]
    return share


def _shares(
    arrays: dict[str, NDArray[np.int32]],
    entries: NDArray[np.int32],
    owner: NDArray[np.int32],
    citing: NDArray[np.int32],
    reading: Reading,
) -> NDArray[np.float64]:
    """Which part of each entry's patients remains: all, none, or those of its other publications."""
    cited = np.isin(entries, citing)
    if reading == "strict":
        return np.where(cited, 0.0, 1.0)
    references = arrays["reference_starts"][entries + 1] - arrays["reference_starts"][entries]
    alone = cited & (references == 1)
    cohort = np.zeros(int(owner.max(initial=-1)) + 1)
    np.maximum.at(cohort, owner[alone], arrays["denominator"][entries[alone]])
    patients = arrays["denominator"][entries].astype(np.float64)
    own = np.where(cohort[owner] > 0, np.minimum(cohort[owner], patients), patients / np.maximum(references, 1))
    remaining = np.where(patients > 0, 1.0 - own / np.maximum(patients, 1.0), 1.0)
    return np.where(alone, 0.0, np.where(cited, remaining, 1.0))
