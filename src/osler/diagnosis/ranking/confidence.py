"""How sure a probability allows one to be: three levels, bounded by the weights' thresholds."""

from __future__ import annotations

from typing import Literal

from osler.diagnosis.ranking.weights import Levels, default_weights

Confidence = Literal["high", "moderate", "low"]


FEWEST_PATIENTS = 2.0
"""The patients that must stand behind a disease for it to be held with high confidence: one report may be of anything."""


def confidence_of(probability: float, levels: Levels | None = None, *, patients: float = FEWEST_PATIENTS) -> Confidence:
    """The level of an entry's probability after everything is counted, the share for none of the diseases included.

    Where a single patient is all that is known of the disease, none is high.
    """
    bounds = levels or default_weights().levels
    if probability >= bounds.high and patients >= FEWEST_PATIENTS:
        return "high"
    return "moderate" if probability >= bounds.moderate else "low"
