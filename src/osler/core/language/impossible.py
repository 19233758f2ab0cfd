"""Values that cannot be: below zero of what is counted or weighed, or outside what any living person has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from osler.core.language.rules import read_yaml
from osler.core.language.types import Quantity

SIGNED = frozenset({"LAB:rass", "LAB:base_excess", "LAB:t_score"})
"""Measures whose values may be negative."""
_MINUS = re.compile(r"(?:(?<=[\s:=(])|^)-(?=\d)")
_DASHED = re.compile(r"[A-Za-z)]\s-\d")
"""A dash between a name and its value, as lists have it at each of theirs: "HR -88, BP -120/80"."""


@lru_cache(maxsize=1)
def _limits() -> dict[str, tuple[float, float]]:
    return {measure_id: (float(low), float(high)) for measure_id, (low, high) in read_yaml("possible.yml").items()}


def impossible_values(text: str, values: Sequence[Quantity]) -> list[Quantity]:
    """The values of a text that cannot be those of anyone."""
    return [one for one in values if one.measure_id and (is_below_zero(text, one) or _is_beyond(one))]


def _is_beyond(one: Quantity) -> bool:
    limits = _limits().get(one.measure_id or "")
    if limits is None or one.canonical_value is None or one.comparator != "=" or one.threshold:
        return False
    low, high = limits
    return not low <= one.canonical_value <= high


def is_below_zero(text: str, one: Quantity) -> bool:
    """Whether a minus stands at a value of what is never negative, and no dash of a list."""
    if one.measure_id in SIGNED or one.high is not None:
        return False
    number = re.search(r"\d", text[one.start + len(one.analyte) : one.end])
    at = one.start + len(one.analyte) + number.start() if number else one.start
    if _MINUS.match(text, at - 1) is None:
        return False
    line = text[text.rfind("\n", 0, at) + 1 : (text.find("\n", at) + 1 or len(text) + 1) - 1]
    return len(_DASHED.findall(line)) < 2
