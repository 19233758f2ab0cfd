"""Values at which something is to be done, and that nobody measured ("restart when eGFR > 30"), and those that were reached."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from osler.core.language.types import Quantity

_OF_WHAT = r"(?:(?:the|his|her|their|its|patient'?s?|serum|plasma|blood|repeat|am|fasting|trough)\s+){0,3}"
_CONDITION = re.compile(
    rf"\b(?:if|when|whenever|once|until|till|unless|while|as long as|as soon as|provided(?: that)?|in case|should|only)\s+{_OF_WHAT}$",
    re.IGNORECASE,
)
"""What makes of a value with a comparator a condition; without one ("found when glucose 1.8") it is a result."""
_HELD_FOR = re.compile(
    r"\b(?:hold|holding|held|omit|omitted|withhold|withheld|skip|skipped|call|notify|titrate)\b[^.;\n]{0,24}?\b(?:for|at)\s+(?:[A-Za-z]{2,6}\s?[<>≤≥]=?\s?\d{1,3}\s?(?:,|or|and|/)\s?)?$",
    re.IGNORECASE,
)
"""The order that a value with a comparator is a condition of: "hold for SBP < 90", "held for HR < 55 or SBP < 90"."""
_AIM = re.compile(
    rf"\b(?:targets?|targeting|aim(?:s|ing|ed)?|goals?|keep(?:ing)?|maintain(?:ing)?|thresholds?|triggers?|cut-?offs?)"
    rf"(?:\s+(?:is|for|of|at|an?|to))*\s*[:=]?\s*{_OF_WHAT}$",
    re.IGNORECASE,
)
"""What makes of any value one that is wanted or waited for: "target INR 2-3", "transfusion threshold Hb 70"."""
_AIM_AFTER = re.compile(r"\s*(?:target|goal|threshold|trigger)\b", re.IGNORECASE)
_REACHED = re.compile(r"\b(?:up\s+to|maximum\s+of|minimum\s+of)\s+\d", re.IGNORECASE)
"""What a note says of a value that was reached, where a rule would set a limit with it: "creatinine up to 3.2"."""
_WAS = re.compile(r"\b(?:was|were|had|rose|fell|dropped|reached)\b", re.IGNORECASE)
_LOOK_BACK = 48


def with_thresholds_marked(text: str, values: Sequence[Quantity]) -> list[Quantity]:
    """The values, with those marked at which something is to be done or that are aimed at."""
    return [replace(one, threshold=True) if one.measure_id and _is_threshold(text, one) else one for one in values]


_ALLOWED = re.compile(
    r"\b(?:can|may|might|should|must|keep|kept|allow\w*|accept\w*|tolerat\w*|normal|range|reference|limit|if|when|until|unless|fine|ok|okay|safe|aim|goal|target|would|could)\b",
    re.IGNORECASE,
)
"""What makes a limit of it again: "potassium up to 6.6 can be accepted"."""


def as_reached(text: str, values: Sequence[Quantity]) -> list[Quantity]:
    """The values of a note about a patient, with those that were reached as such and as no limits."""
    return [replace(one, comparator="=") if one.measure_id and _is_reached(text, one) else one for one in values]


def _is_reached(text: str, value: Quantity) -> bool:
    if value.threshold or not _REACHED.search(value.text):
        return False
    start = max(text.rfind(mark, 0, value.start) for mark in (". ", "\n", ";")) + 1
    ends = (at for at in (text.find(mark, value.end) for mark in (". ", "\n", ";", ",")) if at >= 0)
    return not _ALLOWED.search(text, start, min(ends, default=len(text)))


def _is_threshold(text: str, value: Quantity) -> bool:
    before = text[max(0, value.start - _LOOK_BACK) : value.start]
    if _AIM.search(before) or _AIM_AFTER.match(text, value.end):
        return True
    if value.comparator != "=" and _HELD_FOR.search(before):
        return True
    # What is told in the past happened: "he was intubated when the SpO2 was < 80 %".
    return value.comparator != "=" and _CONDITION.search(before) is not None and not _WAS.search(value.text)
