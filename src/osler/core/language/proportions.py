"""Arms that are long for the height: the span of the arms held against the height of the same note."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from osler.core.language.measured_finding import MeasuredFinding
from osler.core.language.types import Quantity
from osler.first_letters import each_match

_LONG_ARMS, _NAME = "HP:0012771", "Increased arm span"
_SPAN = re.compile(
    r"\barm[\s-]?span\s?(?:is|was|of|measures|measured|:|=)?\s?(?P<value>\d{2,3}(?:\.\d)?)\s?cm\b", re.IGNORECASE
)
_RATIO = re.compile(
    r"\barm[\s-]?span\s?(?:to|/|:)\s?height\s(?:ratio)?\s?(?:is|was|of|:|=)?\s?(?P<value>[01]\.\d{1,3})\b",
    re.IGNORECASE,
)
_MOST = 1.05
_SOURCE = "Revised Ghent nosology 2010: arm span over height above 1.05"


def long_arms(text: str, values: Sequence[Quantity]) -> Iterator[MeasuredFinding]:
    """Arm spans above the limit, as a ratio or beside the nearest height."""
    for match in each_match(_RATIO, text):
        if float(match["value"]) > _MOST:
            yield _found(match, float(match["value"]))
    heights = [one for one in values if one.measure_id == "LAB:height" and one.canonical_value]
    for match in each_match(_SPAN, text):
        nearest = min(heights, key=lambda one: abs(one.start - match.start()), default=None)
        height = nearest.canonical_value if nearest else None
        ratio = float(match["value"]) / height if height else 0.0
        if ratio > _MOST:
            yield _found(match, ratio)


def _found(match: re.Match[str], ratio: float) -> MeasuredFinding:
    return MeasuredFinding(*match.span(), _LONG_ARMS, _NAME, f"{match.group()}: ratio {ratio:.2f} ({_SOURCE})")
