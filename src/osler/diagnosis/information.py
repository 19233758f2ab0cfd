"""How much a yes-or-no answer is expected to tell about which candidate it is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def expected_gain(probabilities: Floats, presence: Floats, yes: Floats, no: Floats) -> Floats:
    """Expected bits that each of n answers adds to the right one of k candidates, as a ranking weighs them.

    `presence` (k, n) is how likely each candidate shows each finding, `yes` and `no` (k, n) what either answer multiplies
    its odds by. Where these are the likelihoods themselves it is the information gain (the entropy now less that expected after the
    answer: never negative, never more than one bit); a ranking that takes the answer for
    more or less than it tells gains less, or loses.
    """
    prior = (probabilities / probabilities.sum())[:, None]
    gain = np.zeros(presence.shape[1])
    for weight, factor in ((presence, yes), (1.0 - presence, no)):
        taken = np.log2(factor) - np.log2((prior * factor).sum(axis=0))
        gain += (prior * weight * taken).sum(axis=0)
    return gain


def separated(probabilities: Floats, presence: Floats, *, by: float = 0.25) -> list[int]:
    """The candidates that an answer about one finding (presence, k) sets apart, likeliest first.

    A candidate counts if its chance of the finding lies at least `by` away from that of some other candidate that is
    at least as likely as a tenth of the leading one; the two likeliest always count.
    """
    second = np.sort(probabilities)[-2:].min(initial=np.inf)
    relevant = np.flatnonzero(probabilities >= min(probabilities.max(initial=0.0) / 10, second))
    chances = presence[relevant]
    apart = np.abs(chances[:, None] - chances[None, :]).max(axis=1, initial=0.0) >= by
    chosen = relevant[apart]
    return [int(index) for index in chosen[np.argsort(-probabilities[chosen], kind="stable")]]
