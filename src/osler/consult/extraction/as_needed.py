"""Medicines that are taken for a complaint when it is there: "ibuprofen when my knees hurt"."""

from __future__ import annotations

import re

from osler.consult.extraction.clauses import pattern
from osler.consult.extraction.complaints import complaints

_WHEN = re.compile(
    r"\b(?:when(?:ever)?|if|(?:every|each|any) time)\s+(?P<what>(?:i|he|she|it|my|his|her|the patient)\b[^,;.]*)",
    re.IGNORECASE,
)
_THEN = re.compile(r"\b(?:was|were|had|did|got|began|started|used to|young\w*|child|kid)\b", re.IGNORECASE)
"""Words of a time that is over, or of the day on which something began."""
_BAD = re.compile(
    r"\b(?:flares?|plays?|acts?) up\b|\b(?:gets?|is|are|feels?) (?:too |very |really )?(?:bad|worse|unbearable|awful)\b"
)


def is_for_a_complaint(told: str) -> bool:
    """Whether what is told of a medicine is that it is taken when something hurts."""
    match = _WHEN.search(told.lower())
    if match is None or _THEN.search(match["what"]):
        return False
    what = match["what"]
    felt = pattern("symptoms").search(what) or pattern("findings", "hurts").search(what) or _BAD.search(what)
    return felt is not None or bool(complaints(what))
