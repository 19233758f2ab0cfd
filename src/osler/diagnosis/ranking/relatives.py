"""What a disease's relatives show: the other members of its family on average, and the disease it is a subtype of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import DiseaseAnnotations
from osler.diagnosis.ranking.families import FamilyTable
from osler.diagnosis.ranking.frequencies import Cells

_LEAST_SHARE = 0.02
_ORPHANET = "ORPHA:"


def shown_by_relatives(families: FamilyTable, shown: Cells, terms: int) -> Cells:
    """For every disease of a family, what its other members show on average; what hardly any of them shows is left out."""
    starts = np.searchsorted(shown.rows, np.arange(len(families.number) + 1))
    totals: dict[int, NDArray[np.float64]] = {}
    rows, columns, values = [], [], []
    for disease in np.flatnonzero(families.relatives > 0).tolist():
        number = int(families.number[disease])
        if number not in totals:
            totals[number] = _total(families.members(number), shown, starts, terms)
        own = slice(starts[disease], starts[disease + 1])
        mean = totals[number].copy()
        mean[shown.terms[own]] -= shown.values[own]
        mean /= families.relatives[disease]
        kept = np.flatnonzero(mean >= _LEAST_SHARE)
        rows.append(np.full(len(kept), disease, dtype=np.int32))
        columns.append(kept.astype(np.int32))
        values.append(mean[kept])
    if not rows:
        return Cells(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0))
    return Cells(np.concatenate(rows), np.concatenate(columns), np.concatenate(values))


def _total(members: list[int], shown: Cells, starts: NDArray[np.int64], terms: int) -> NDArray[np.float64]:
    total = np.zeros(terms)
    for member in members:
        own = slice(starts[member], starts[member + 1])
        total[shown.terms[own]] += shown.values[own]
    return total


def parent_links(annotations: DiseaseAnnotations) -> NDArray[np.int32]:
    """Pairs of rows (subtype, parent): an OMIM subtype that Orphanet describes only under the disease right above it.

    OMIM numbers the subtypes of what Orphanet has as one entry, so what Orphanet's experts state of the disease is known
    of its subtypes too, and stands in none of their own entries.
    """
    arrays, ids = annotations.arrays, annotations.ids
    group = arrays["group"]
    described = {int(group[disease]) for disease, name in enumerate(ids) if name.startswith(_ORPHANET)}
    pairs = {
        (int(group[disease]), int(group[parent]))
        for disease in range(len(ids))
        for parent in arrays["parent_of"][arrays["parent_starts"][disease] : arrays["parent_starts"][disease + 1]]
    }
    kept = sorted((row, parent) for row, parent in pairs if parent in described and row not in described)
    return np.array(kept, dtype=np.int32).reshape(-1, 2)
