"""Amounts that a question states, held against the branches of a passage: "above 2 mg/L" is answered where that is the condition."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language import Quantity, quantities
from osler.core.library import row_of

_CONDITION = re.compile(r"\b(?:if|when|where|once|for|at|with)\b(?P<clause>(?:[^,;.]|\.(?=\d))*)", re.IGNORECASE)
_LEAST = 1e-9
_DOSED = re.compile(r"\b(?:dose of|give|given|take|takes|taking|on)\s*$", re.IGNORECASE)
_BARE = re.compile(
    r"(?P<sign>>=?|<=?|≥|≤|\b(?:above|over|exceed(?:s|ed|ing)?|more than|greater than|higher than|below|under|less than|lower than)\b)\s*(?P<value>\d+(?:\.\d+)?)\s*(?=$|[?.,;!)]|\b(?!(?:to|and|or)\b)[a-z]{3,}\b)"
    r"|\b(?:level|trough|peak|count|value|result|reading)s?\s+(?:(?:is|was|of|at|came back(?: at)?|=)\s+)*(?P<is>\d+(?:\.\d+)?)\s*(?=$|[?.,;!)-]|\s[a-z])",
    re.IGNORECASE,
)
"""A number of a question without its unit: "trough above 2"."""
_DOWN = re.compile(r"<|≤|below|under|less|lower", re.IGNORECASE)


class _Span(NamedTuple):
    """A range of values of one unit."""

    unit: str
    measure: str
    low: float
    high: float

    def is_like(self, other: _Span) -> bool:
        """Whether both are of one unit, and of no two measures."""
        return (not self.unit or self.unit == other.unit) and not (
            self.measure and other.measure and self.measure != other.measure
        )


def meets_asked(text: str, asked: str) -> bool | None:
    """Whether the condition of a sentence holds for an amount that is asked about; None where neither speaks of the other's."""
    wanted = _spans(asked) or _bare(asked)
    branches = _branches(text)
    told = [(one, other) for one in wanted for other in branches if one.is_like(other)]
    if not told:
        return None
    if any(other.low <= one.low and one.high <= other.high for one, other in told):
        return True
    apart = all(one.high <= other.low or other.high <= one.low for one, other in told)
    return False if apart else None


def first_met(texts: Sequence[str], asked: str) -> str:
    """The sentence whose condition holds for what is asked; empty where none does."""
    return next((text for text in texts if meets_asked(text, asked)), "")


@lru_cache(maxsize=2048)
def _branches(text: str) -> tuple[_Span, ...]:
    """The amounts on which a sentence hangs: those of its conditions, of a row those of its label."""
    if row := row_of(text):
        return _spans(row.first)
    return tuple(span for found in _CONDITION.finditer(text) for span in _spans(found["clause"]))


@lru_cache(maxsize=2048)
def _spans(text: str) -> tuple[_Span, ...]:
    """The amounts of a text that are measured; a dose is none."""
    found = (one for one in quantities(text) if one.unit and not _DOSED.search(text[: one.start]))
    return tuple(_span(one) for one in found)


def _bare(text: str) -> tuple[_Span, ...]:
    """The numbers of a question that have no unit."""
    found = []
    for one in _BARE.finditer(text):
        value = float(one["value"] or one["is"])
        low = -math.inf if one["sign"] and _DOWN.search(one["sign"]) else value
        found.append(_Span("", "", low + _LEAST, value if low < value else math.inf if one["sign"] else value + _LEAST))
    return tuple(found)


def _span(one: Quantity) -> _Span:
    unit, of = one.unit.casefold(), one.measure_id or ""
    if one.high is not None:
        return _Span(unit, of, one.value, one.high)
    if one.comparator in {">", ">="}:
        return _Span(unit, of, one.value + (_LEAST if one.comparator == ">" else 0.0), math.inf)
    if one.comparator in {"<", "<="}:
        return _Span(unit, of, -math.inf, one.value - (_LEAST if one.comparator == "<" else 0.0))
    return _Span(unit, of, one.value, one.value)
