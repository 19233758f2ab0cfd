"""How much of a finding is new beside the patient's other findings: what diseases show together is counted together."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from osler.diagnosis.ranking.model import RankingModel

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
    same = np.clip(correlations(model, terms), 0.0, 1.0)
    np.fill_diagonal(same, 1.0)
    shares: NDArray[np.float64] = 1.0 / same.sum(axis=1)
    return tuple(shares.tolist())


def correlations(model: RankingModel, terms: tuple[int, ...]) -> NDArray[np.float64]:
    """How the frequencies of terms correlate over all diseases; zero for a term that no disease shows."""
    shown = [model.shown_by(term) for term in terms]
    rows = np.concatenate([found for found, _ in shown])
    values = np.concatenate([frequency for _, frequency in shown]).astype(np.float64)
    owner = np.repeat(np.arange(len(terms)), [len(found) for found, _ in shown])
    mean = np.bincount(owner, weights=values, minlength=len(terms)) / model.size
    products = np.empty((len(terms), len(terms)))
    for place, term in enumerate(terms):
        products[place] = np.bincount(owner, weights=values * model.shown(term)[rows], minlength=len(terms))
    together = products / model.size - np.outer(mean, mean)
    spread = np.sqrt(np.maximum(together.diagonal(), 0.0))
    scale = np.outer(spread, spread)
    shares: NDArray[np.float64] = np.divide(together, scale, out=np.zeros_like(scale), where=scale > 0)
    return shares
