"""What of a clause tells a value of this time: no number of a code, of how many are asked for, or of other days."""

from __future__ import annotations

import re

_CODE = re.compile(r"\b(?=[0-9a-f-]{6,}\b)(?=[0-9a-f-]*\d[0-9a-f-]*[a-f])(?=[0-9a-f-]*[a-f][0-9a-f-]*\d)[0-9a-f-]+\b")
"""The identifier of a record or of somebody: its digits measure nothing."""
_COUNT = re.compile(
    r"\b(last|past|first|prior|latest|recent|previous)\s+(?:\d{1,2}|two|three|four|five|six|ten)\s+(?=[a-z])"
    r"(?!(?:seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|mornings?|evenings?|weeks?|wks?|months?|mths?|years?|yrs?)\b)",
    re.IGNORECASE,
)
"""How many values somebody asks for: "the last 3 a1cs" is no value of 3."""
_USUAL = re.compile(
    r"[,;(–-]?\s*\b(?:but |and |though |while )?(?:normally|usually|typically|as a rule|on a good day|my (?:usual|normal|best|personal best)(?: one)?(?: is|'s| was)?)\b[^,;.)]*?\d[\d./]*\)?",
    re.IGNORECASE,
)
"""What somebody has on other days, beside the value of this one."""


def without_codes(text: str) -> str:
    """A text without the identifiers in it."""
    return _CODE.sub(" ", text)


def of_this_time(text: str) -> str:
    """A text without how many values are asked for, and without what somebody has usually."""
    return _USUAL.sub(" ", _COUNT.sub(r"\1 ", text))
