"""How sure a probability allows one to be: three levels, bounded by the weights' thresholds."""

from __future__ import annotations

from typing import Literal

from osler.diagnosis.ranking.weights import Levels, default_weights

Confidence = Literal["high", "moderate", "low"]


def confidence_of(probability: float, levels: Levels | None = None) -> Confidence:
    """The level of an entry's probability after everything is counted, the share for none of the diseases included."""
    bounds = levels or default_weights().levels
    if probability >= bounds.high:
        return "high"
    return "moderate" if probability >= bounds.moderate else "low"
