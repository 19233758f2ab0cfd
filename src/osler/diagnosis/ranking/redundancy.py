"""How much of a finding is new beside the patient's other findings: what diseases show together is counted together."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from osler.diagnosis.ranking.model import RankingModel

Floats = NDArray[np.float64]

_KEPT = 64
"""One patient's findings are counted again for every answer that is tried on them; what is absent stays the same."""


@lru_cache(maxsize=_KEPT)
def counted_shares(model: RankingModel, terms: tuple[int, ...]) -> tuple[float, ...]:
    """For each finding the share of it that counts: one over the number of findings that say the same, itself included.

    Two findings say the same as far as they correlate over all diseases. Delayed walking, delayed speech and intellectual
    disability would otherwise count as three, and whoever has all three would have one of the diseases of which most is
    described.
    """
    if len(terms) < 2:
        return (1.0,) * len(terms)
    return tuple(shares_of(correlations(model, terms)).tolist())


def shares_of(correlated: Floats) -> Floats:
    """The shares that count of findings whose correlations with each other are given."""
    same = np.clip(correlated, 0.0, 1.0)
    np.fill_diagonal(same, 1.0)
    shares: Floats = 1.0 / same.sum(axis=1)
    return shares


def correlations(model: RankingModel, terms: tuple[int, ...], others: tuple[int, ...] | None = None) -> Floats:
    """How the frequencies of terms correlate with those of others (left out: with each other) over all diseases.

    Zero for a term that no disease shows.
    """
    beside = terms if others is None else others
    shown = [model.shown_by(term) for term in beside]
    rows = np.concatenate([np.zeros(0, dtype=np.int32), *(found for found, _ in shown)])
    values = np.concatenate([np.zeros(0), *(frequency for _, frequency in shown)]).astype(np.float64)
    owner = np.repeat(np.arange(len(beside)), [len(found) for found, _ in shown])
    products = np.empty((len(terms), len(beside)))
    for place, term in enumerate(terms):
        products[place] = np.bincount(owner, weights=values * model.shown(term)[rows], minlength=len(beside))
    mean, spread = _moments(model, terms)
    mean_beside, spread_beside = (mean, spread) if others is None else _moments(model, beside)
    together = products / model.size - np.outer(mean, mean_beside)
    scale = np.outer(spread, spread_beside)
    return np.asarray(np.divide(together, scale, out=np.zeros_like(scale), where=scale > 0), dtype=np.float64)


def _moments(model: RankingModel, terms: tuple[int, ...]) -> tuple[Floats, Floats]:
    """The mean and the spread of each term's frequency over all diseases."""
    shown = [model.shown_by(term)[1].astype(np.float64) for term in terms]
    mean = np.array([values.sum() for values in shown]) / model.size
    square = np.array([float(values @ values) for values in shown]) / model.size
    return mean, np.sqrt(np.maximum(square - mean**2, 0.0))
