"""How often a disease shows a feature: counts pooled over publications, shrunk, and carried up the ontology."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import DiseaseAnnotations, HpoGraph
from osler.diagnosis.ranking.weights import Assumed

_RATIO, _UNSTATED = 2, 0


class Cells(NamedTuple):
    """A sparse matrix of (disease, term, value), sorted by disease and term."""

    rows: NDArray[np.int32]
    terms: NDArray[np.int32]
    values: NDArray[np.float64]


def pooled(
    annotations: DiseaseAnnotations,
    entries: NDArray[np.int32],
    rows: NDArray[np.int32],
    assumed: Assumed,
    share: NDArray[np.float64] | None = None,
) -> Cells:
    """The frequency of each annotated feature: the mean of a Beta posterior over all statements about it.

    `rows` says which disease each entry speaks of; `share` which part of its counts is used (all, if left out).
    A feature that was looked for and that no patient showed (0/12) is none of the disease.
    """
    arrays = annotations.arrays
    kind = arrays["kind"][entries]
    frequency = np.nan_to_num(arrays["frequency"][entries].astype(np.float64))
    kept = np.ones(len(entries)) if share is None else share
    stated = np.where(kind == _UNSTATED, assumed.bare_patients, assumed.range_patients)
    patients = np.where(kind == _RATIO, arrays["denominator"][entries] * kept, stated)
    mean = np.where(kind == _UNSTATED, assumed.bare_mean, frequency)
    keys = rows.astype(np.int64) * len(annotations.graph) + arrays["term"][entries]
    unique, place = np.unique(keys, return_inverse=True)
    shown = np.bincount(place, weights=patients * mean, minlength=len(unique))
    seen = np.bincount(place, weights=patients, minlength=len(unique))
    prior = assumed.frequency_strength
    values = (shown + assumed.frequency_mean * prior) / (seen + prior)
    ever = shown > 0
    row, term = np.divmod(unique[ever], len(annotations.graph))
    return Cells(row.astype(np.int32), term.astype(np.int32), values[ever])


def patients_behind(
    annotations: DiseaseAnnotations,
    entries: NDArray[np.int32],
    rows: NDArray[np.int32],
    size: int,
    assumed: Assumed,
    share: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """How many patients stand behind what is stated of each disease: the most that any one feature was looked for in.

    An expert's statement without counts is worth `range_patients`; a bare one says only that somebody was seen. `share`
    says which part of an entry's counts is used, as in `pooled`.
    """
    arrays = annotations.arrays
    kind = arrays["kind"][entries]
    stated = np.where(kind == _UNSTATED, assumed.bare_patients, assumed.range_patients)
    kept = np.ones(len(entries)) if share is None else share
    counted = np.where(kind == _RATIO, arrays["denominator"][entries] * kept, stated)
    keys = rows.astype(np.int64) * len(annotations.graph) + arrays["term"][entries]
    features, place = np.unique(keys, return_inverse=True)
    seen = np.bincount(place, weights=counted, minlength=len(features))
    patients = np.zeros(size)
    np.maximum.at(patients, features // len(annotations.graph), seen)
    return patients


def propagated(graph: HpoGraph, cells: Cells) -> Cells:
    """The same with every more general term, which is as frequent as the most frequent feature below it.

    The patients of one publication are counted once: features below a term are mostly those of the same patients, so
    adding them up (45 of 58 with one, 40 of 58 with another) would show nearly everyone with what 45 have.
    """
    starts, columns = graph.closure()
    lengths = np.diff(starts)[cells.terms]
    offsets = np.repeat(starts[cells.terms] - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
    above = columns[offsets + np.arange(int(lengths.sum()))]
    keys = np.repeat(cells.rows.astype(np.int64) * len(graph), lengths) + above
    unique, place = np.unique(keys, return_inverse=True)
    highest = np.zeros(len(unique))
    np.maximum.at(highest, place, np.repeat(cells.values, lengths))
    row, term = np.divmod(unique, len(graph))
    return Cells(row.astype(np.int32), term.astype(np.int32), highest)
