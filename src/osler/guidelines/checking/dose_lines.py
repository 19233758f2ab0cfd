"""Dose lines: "Prednisolone 30 mg once daily for 5 days" advises as "Give prednisolone …" does, and has no verb."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.library import row_of
from osler.guidelines.checking.frequencies import frequencies

_AMOUNT = re.compile(
    r"\b\d[\d.,]*(?:\s?(?:-|–|to)\s?\d[\d.,]*)?\s?(?:mg|mcg|[µμ]g|micrograms?|milligrams?|grams?|g|units?|IU|mL|mmol|puffs?|tablets?|drops)(?:/kg)?(?![\w%])(?!/(?!kg|h\b|hour|hr|day|min)\w)",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\b(?:IV|IM|SC|PO|PR|orally|oral|by mouth|intravenous(?:ly)?|intramuscular(?:ly)?|subcutaneous(?:ly)?|nebuli[sz]ed|inhaled|buccal|sublingual|rectal(?:ly)?|topical(?:ly)?"
    r"|for (?:\d+|\w+)(?: (?:to|-) (?:\d+|\w+))? (?:days?|weeks?|months?)|over \d+ (?:minutes?|hours?)|on day \d+|single dose|stat|maximum|(?:/|per )(?:hour|hr|h|day)\b)",
    re.IGNORECASE,
)
"""How a dose is given, or for how long."""
_OPENS = re.compile(r"^\W*(?:(?:if|when|where|for|in)\b[^.;:]{3,80}[:,]\s*|[^.;:,]{2,60}:\s+)", re.IGNORECASE)
"""The condition or the label before a dose: "If the patient cannot swallow:", "First choice:"."""
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|being|has|have|had|do|does|did|may|might|can|could|should|would|will|must|shall"
    r"|contain\w*|compar\w+|versus|vs|than|reduc\w+|increas\w+|improv\w+|lower\w*|prevent\w*|show\w*|receiv\w+|took|takes?|taking|taken|used|given|added|equivalent|equals?|cost\w*|not|no|avoid|stop)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"[a-z][\w-]{2,}", re.IGNORECASE)
_HEAD = 6
"""Words that a name and its form have before the amount, at most."""


@lru_cache(maxsize=4096)
def is_dose_line(text: str) -> bool:
    """Whether a sentence is nothing but something to give, how much of it, and how; a row of a table is read by its columns."""
    if row_of(text):
        return False
    clause = _OPENS.sub("", text.split(";")[0], count=1)
    amount = _AMOUNT.search(clause)
    if amount is None or _VERB.search(clause):
        return False
    head = clause[: amount.start()]
    given = _GIVEN.search(clause, amount.end()) or frequencies(clause[amount.start() :])
    return bool(given) and bool(_NAME.search(head)) and len(head.split()) <= _HEAD
