"""The weight and the height of a body as people tell them: in stones, in feet, by the unit alone."""

from __future__ import annotations

import re

from osler.consult.extraction.clauses import pattern, says
from osler.consult.extraction.types import MeasurementEntry
from osler.consult.record.called import measure_named

_POUNDS_IN_A_STONE = 14
BELOW_NOUGHT = re.compile(r"(?:^|\s)[-−]\d")
"""A sign before a number: no body has a value below nought."""


def stones(text: str) -> list[MeasurementEntry]:
    """A weight in stones and pounds, in pounds."""
    match = pattern("measurements", "stone").search(text)
    if match is None or not (says(text, "measurements", "weighing") or _FEET.search(text)):
        return []
    pounds = float(match[1]) * _POUNDS_IN_A_STONE + float(match[2] or 0)
    return [MeasurementEntry(name="body weight", value=pounds, unit="lb")]


_FEET = re.compile(
    r"(?<![\d.])(?P<feet>[4-7])\s?(?:'|’|ft\.?|feet|foot)\s?(?P<inches>\d{1,2})?\s?(?:\"|”|''|in\b|inches\b)?",
    re.IGNORECASE,
)
_INCHES_IN_A_FOOT = 12


def feet(text: str) -> list[MeasurementEntry]:
    """A height in feet and inches, in inches, and the weight that is told with it."""
    match = _FEET.search(text)
    if match is None or re.search(r"\b(?:away|long|wide|deep|fence|wall|tree|room|snow|ladder)\b", text.lower()):
        return []
    inches = float(match["feet"]) * _INCHES_IN_A_FOOT + float(match["inches"] or 0)
    height = MeasurementEntry(name="body height", value=inches, unit="[in_i]")
    weight = pattern("measurements", "with_height").search(text)
    if weight is None:
        return [height]
    unit = "kg" if weight[2].lower().startswith("k") else "lb"
    return [height, MeasurementEntry(name="body weight", value=float(weight[1]), unit=unit)]


def without_sizes(text: str) -> str:
    """A text without a height in feet and a weight in stones, which were read: none of their numbers is another value."""
    for form in (_FEET, pattern("measurements", "stone")):
        text = form.sub(lambda match: " " * len(match.group()), text)
    return text


def beside_height(text: str) -> list[MeasurementEntry]:
    """The weight that is told in one breath with a height, by its unit alone."""
    match = pattern("measurements", "with_height").search(text)
    height = measure_named(text)
    if match is None or height is None or height.id != "LAB:height":
        return []
    unit = "kg" if match[2].lower().startswith("k") else "lb"
    return [MeasurementEntry(name="body weight", value=float(match[1]), unit=unit)]


def weight(text: str) -> list[MeasurementEntry]:
    """A weight that its unit tells, where no measure is named."""
    for form in ("own_weight", "weighed", "bare_weight"):
        if match := pattern("measurements", form).search(text):
            unit = "kg" if match[2].lower().startswith("k") else "lb"
            below = BELOW_NOUGHT.search(text[max(0, match.start(1) - 2) : match.end()])
            return [] if below else [MeasurementEntry(name="body weight", value=float(match[1]), unit=unit)]
    return []
