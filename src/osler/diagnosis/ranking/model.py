"""The statistical model: how likely each disease shows a finding, for all diseases at once."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import Vocabularies
from osler.diagnosis.ranking.compile import compiled_arrays
from osler.diagnosis.ranking.families import FamilyTable, family_table
from osler.diagnosis.ranking.graded import ungraded_terms
from osler.diagnosis.ranking.onset import neighbouring
from osler.diagnosis.ranking.opposites import opposite_terms
from osler.diagnosis.ranking.sexes import Sex, impossible_terms, limited_to_other
from osler.diagnosis.ranking.weights import Weights, default_weights

Floats = NDArray[np.float32]

ALMOST_SURE = np.float32(0.999)
_COLUMNS_KEPT = 1024
_LEAST_INFORMATIVE = 2.0
"""Information (nats) from which on an ancestor says something about a relation: one disease in seven has it."""


@cache
def default_model(vocabularies: Vocabularies) -> RankingModel:
    """The model of some vocabularies, one a process, with the weights that ship with Osler."""
    return RankingModel(vocabularies, default_weights())


class RankingModel:
    """P(finding | disease) from five sources, each with its weight.

    The disease's own statements (pooled over publications, carried up the ontology); a more general or sibling
    feature of it; its family; the disease it is a subtype of; and noise. Family and noise weigh more for a disease of
    which little is described. Rows are diseases (`row_of` a disease id; `members` of a row), columns HPO terms.
    """

    def __init__(self, vocabularies: Vocabularies, weights: Weights) -> None:
        self.vocabularies = vocabularies
        self.annotations = annotations = vocabularies.annotations
        self.graph = annotations.graph
        self.weights = weights
        self.arrays = compiled_arrays(annotations, weights.assumed)
        self.background: NDArray[np.float64] = self.arrays["background"]
        self.size = len(self.arrays["literature"])
        self._noise = self.noise_of(np.diff(self.arrays["direct_starts"])).astype(np.float32)
        self._borrowed = self.borrowed_of(np.diff(self.arrays["direct_starts"])).astype(np.float32)
        self.presence = lru_cache(maxsize=_COLUMNS_KEPT)(self._presence)
        self.log_ratio = lru_cache(maxsize=_COLUMNS_KEPT)(self._log_ratio)
        self.opposites_of = lru_cache(maxsize=_COLUMNS_KEPT)(self._opposites_of)
        self._opposed = lru_cache(maxsize=_COLUMNS_KEPT)(self._opposed_rows)

    @cached_property
    def members(self) -> list[list[int]]:
        """The disease entries of each row, the entry to show first: OMIM, else Orphanet, else DECIPHER."""
        members: list[list[int]] = [[] for _ in range(self.size)]
        for disease, row in enumerate(self.annotations.arrays["group"].tolist()):
            members[row].append(disease)
        order = {"OMIM": 0, "ORPHA": 1, "DECIPHER": 2}
        ids = self.annotations.ids
        return [sorted(row, key=lambda disease: (order[ids[disease].partition(":")[0]], disease)) for row in members]

    @cached_property
    def databases(self) -> NDArray[np.int64]:
        """How many of OMIM, Orphanet and DECIPHER describe each disease."""
        ids = self.annotations.ids
        return np.array([len({ids[entry].partition(":")[0] for entry in row}) for row in self.members])

    @cached_property
    def onset(self) -> NDArray[np.float64]:
        """Each disease's probability of beginning in each stage of life."""
        return self.onset_distribution(self.arrays["onset"])

    @cached_property
    def usual_onset(self) -> NDArray[np.float64]:
        """The same over all diseases, each counted for at most twenty patients."""
        stated = self.arrays["onset"][~self.arrays["onset_by_name"]]
        total = np.minimum(stated, 20.0).sum(axis=0)
        usual: NDArray[np.float64] = (total / total.sum()) @ neighbouring()
        return usual

    def onset_distribution(self, counts: NDArray[np.float64]) -> NDArray[np.float64]:
        """Counts by stage as probabilities, smoothed over neighbouring stages and towards all diseases."""
        smooth = counts @ neighbouring() + self.weights.assumed.onset_strength * self.usual_onset
        share: NDArray[np.float64] = smooth / smooth.sum(axis=1, keepdims=True)
        return share

    @cached_property
    def families(self) -> FamilyTable:
        """Which diseases are subtypes of one."""
        return family_table(self.annotations)

    @cached_property
    def feature_rows(self) -> NDArray[np.int64]:
        """The disease of each annotated feature."""
        return np.repeat(np.arange(self.size), np.diff(self.arrays["direct_starts"]))

    @cached_property
    def silence(self) -> NDArray[np.float64]:
        """What it takes from its disease that a feature is not mentioned."""
        return self.silence_about(self.arrays["direct_frequency"].astype(np.float64))

    @lru_cache(maxsize=3)  # noqa: B019 (three sexes, and one model a process)
    def whole_silence(self, sex: Sex) -> NDArray[np.float64]:
        """The same of each disease when none of the features is mentioned that a patient of a sex can show; read-only."""
        expected = np.flatnonzero(~self.unexpected(sex))
        whole = np.bincount(self.feature_rows[expected], weights=self.silence[expected], minlength=self.size)
        return np.asarray(whole, dtype=np.float64)

    def silence_about(self, frequency: NDArray[np.float64]) -> NDArray[np.float64]:
        """ln of how likely features of some frequency go unmentioned (zero or negative)."""
        silence: NDArray[np.float64] = np.log1p(-self.weights.assumed.mentioned * frequency)
        return silence

    @lru_cache(maxsize=3)  # noqa: B019
    def impossible(self, sex: Sex) -> NDArray[np.bool_]:
        """The terms that a patient of a sex cannot show; treat it as read-only."""
        return impossible_terms(self.graph, sex)

    @lru_cache(maxsize=3)  # noqa: B019
    def unexpected(self, sex: Sex) -> NDArray[np.bool_]:
        """Of all annotated features, those that only the other sex shows, by the ontology or by the annotations; read-only."""
        terms = self.arrays["direct_term"]
        limited = np.isin(self.feature_rows * len(self.graph) + terms, limited_to_other(self.arrays, sex))
        return self.impossible(sex)[terms] | limited

    @cached_property
    def _features_by_term(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        terms = self.arrays["direct_term"]
        order = np.argsort(terms, kind="stable")
        return order, np.searchsorted(terms[order], np.arange(len(self.graph) + 1))

    def features_with(self, terms: Iterable[int]) -> NDArray[np.int64]:
        """The places, among all annotated features, of those that are one of some terms."""
        order, starts = self._features_by_term
        return np.concatenate([order[:0], *(order[starts[term] : starts[term + 1]] for term in terms)])

    def row_of(self, disease_id: str) -> int | None:
        """The row of a disease by any of its ids."""
        index = self.annotations.index(disease_id)
        return None if index is None else int(self.annotations.arrays["group"][index])

    def rows_of_gene(self, symbol: str) -> list[int]:
        """The diseases that list a gene."""
        arrays = self.annotations.arrays
        rows = np.repeat(arrays["group"], np.diff(arrays["gene_starts"]))
        named = [place for place, known in enumerate(self.annotations.symbols) if known == symbol]
        return sorted({int(row) for row in rows[np.isin(arrays["gene_of"], named)]})

    def noise_of(self, described: NDArray[np.int32]) -> NDArray[np.float64]:
        """The weight of the noise by the number of features a disease is described with."""
        assumed = self.weights.assumed
        sparse = assumed.sparse_features / (assumed.sparse_features + described.astype(np.float64))
        return self.weights.fitted.noise * (1.0 + assumed.sparse_noise * sparse)

    def borrowed_of(self, described: NDArray[np.int32]) -> NDArray[np.float64]:
        """The weight of what relatives show, by the number of features a disease is described with."""
        features = self.weights.assumed.family_features
        weight: NDArray[np.float64] = features / (features + described.astype(np.float64))
        return weight

    def shown(self, term: int) -> Floats:
        """How often each disease shows a term by its own statements."""
        return self._column("shown", term)

    def family(self, term: int) -> Floats:
        """How often the other members of each disease's family show a term, unless it shows the opposite itself."""
        column = self._column("family", term)
        column[self._opposed(term)] = 0.0
        return column

    def inherited(self, term: int) -> Floats:
        """How often the disease that each one is a subtype of shows a term, unless it shows the opposite itself."""
        column = np.zeros(self.size, dtype=np.float32)
        subtypes, parents = self.arrays["subtypes"].T
        np.maximum.at(column, subtypes, self.shown(term)[parents])
        column[self._opposed(term)] = 0.0
        return column

    def parents_of(self, row: int) -> list[int]:
        """The rows of the diseases that one is a subtype of."""
        links = self.arrays["subtypes"]
        return [int(parent) for parent in links[links[:, 0] == row, 1]]

    def general(self, term: int) -> Floats:
        """The best explanation of a term by a more general or sibling feature of each disease.

        If the disease shows an ancestor, its patients show the term as often as anyone with that ancestor does; unless
        what it shows is the opposite.
        """
        best = np.zeros(self.size, dtype=np.float32)
        starts, rows, values = (self.arrays[f"shown_{part}"] for part in ("starts", "row", "frequency"))
        for ancestor in self.informative_ancestors(term):
            start, end = starts[ancestor], starts[ancestor + 1]
            ratio = np.float32(self.background[term] / self.background[ancestor])
            place = rows[start:end]
            best[place] = np.maximum(best[place], values[start:end] * ratio)
        best[self._opposed(term)] = 0.0
        return best

    def _opposed_rows(self, term: int) -> NDArray[np.int64]:
        """The diseases that show the opposite of a term, kept like `presence`."""
        found = [self.shown_by(opposite)[0] for opposite in self.opposites_of(term)]
        return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)

    @cached_property
    def _opposites(self) -> dict[int, tuple[int, ...]]:
        return opposite_terms(self.graph)

    def _opposites_of(self, term: int) -> tuple[int, ...]:
        """The opposites of a term and of what is above it, kept like `presence`."""
        every = {other for above in self.graph.lineage(term).tolist() for other in self._opposites.get(above, ())}
        return tuple(sorted(every))

    def informative_ancestors(self, term: int) -> list[int]:
        """The ancestors of a term that tell something about a disease."""
        content = self.graph.information_content
        return [
            ancestor
            for ancestor in self.graph.lineage(term).tolist()
            if ancestor != term and content[ancestor] > _LEAST_INFORMATIVE
        ]

    @cached_property
    def _ungraded(self) -> dict[int, int]:
        return ungraded_terms(self.graph)

    def ungraded(self, term: int) -> int | None:
        """The same finding without how severe it is or on which side, where a term says that."""
        return self._ungraded.get(term)

    def with_other_grades(self, term: int, own: Floats, plain: Floats) -> Floats:
        """A graded finding, from how often diseases show it in this grade and how often in any."""
        share, above = np.float32(self.weights.assumed.graded), self._ungraded[term]
        mixed: Floats = (1 - share) * own + share * plain * np.float32(self.background[term] / self.background[above])
        return mixed

    def _presence(self, term: int) -> Floats:
        """P(term | disease) for every disease; kept for the terms used last, so treat it as read-only."""
        fitted = self.weights.fitted
        probability: Floats = (
            np.float32(1.0 - fitted.general) * self.shown(term)
            + np.float32(fitted.general) * self.general(term)
            + self._borrowed * self.family(term)
            + np.float32(self.weights.assumed.inherited) * self.inherited(term)
            + self._noise * np.float32(self.background[term])
        )
        plain = self.ungraded(term)
        if plain is not None:
            probability = self.with_other_grades(term, probability, self.presence(plain))
        return np.minimum(probability, ALMOST_SURE)

    def _log_ratio(self, term: int) -> Floats:
        """ln P(term | disease) / P(term) for every disease, kept like `presence`."""
        ratio: Floats = np.log(self.presence(term)) - np.float32(math.log(self.background[term]))
        return ratio

    def shown_by(self, term: int) -> tuple[NDArray[np.int32], Floats]:
        """The diseases that show a term by their own statements, and how often."""
        start, end = self.arrays["shown_starts"][term], self.arrays["shown_starts"][term + 1]
        return self.arrays["shown_row"][start:end], self.arrays["shown_frequency"][start:end]

    def _column(self, name: str, term: int) -> Floats:
        column = np.zeros(self.size, dtype=np.float32)
        start, end = self.arrays[f"{name}_starts"][term], self.arrays[f"{name}_starts"][term + 1]
        column[self.arrays[f"{name}_row"][start:end]] = self.arrays[f"{name}_frequency"][start:end]
        return column
