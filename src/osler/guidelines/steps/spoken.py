"""Whether words of a note are said of the patient as they are now: not denied, not of somebody else, not over."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from osler.core.language import assert_mention

_CLAUSE = re.compile(r"[;,.]\s")
_LASTS = re.compile(
    r"\bsince (?:\w+ ){0,2}?(?:\d|yesterday|last|this|childhood|birth)|\b(?:start(?:ed|ing)?|began|begun|commenced|still|now|current(?:ly)?|ongoing)\b"
    r"|\bfor the (?:last|past) (?:\w+ )?(?:hours?|days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
"""What says that something that began in the past goes on."""
_RECENT = re.compile(
    r"\b(?:today|tonight|yesterday|overnight|this (?:morning|afternoon|evening|week)|last (?:night|week)|(?:\w+ )?(?:hours?|days?|weeks?) ago)\b",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:resolved|healed|recovered|remission|cured|stopped|settled|ceased|no longer|until (?:19|20)\d{2})\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:history of|previous(?:ly)?|past|prior|old|remote|formerly|in (?:childhood|infancy|youth))\b"
    r"|\b(?:19|20)\d{2}\b|\b(?:months?|years?) ago\b|\blast (?:month|year)\b|\bin (?:his|her|their|the) \w+(?:ies|eens)\b",
    re.IGNORECASE,
)


_OF_ANOTHER = re.compile(
    r"(?:^|[;,.]\s)\W*(?:(?:his|her|their|my|our|the|the patient's|a|an)\s+)?(?:(?:older|younger|elder|late|twin|half|maternal|paternal)\s+)?"
    r"(?:mother|mum|mom|father|dad|brother|sister|son|daughter|wife|husband|partner|aunt|uncle|cousin|grand(?:mother|father|parent|ma|pa)|parents?|siblings?|neighbou?r)\b"
    r"(?!'s? help)(?!\s+(?:says?|said|reports?|reported|states?|stated|noticed|notes?|noted|thinks?|tells?|told|found|brought|called|worried|describes?)\b).*",
    re.IGNORECASE | re.DOTALL,
)
"""From where on a sentence speaks of somebody else."""


def of_the_patient(text: str) -> str:
    """A sentence up to where it turns to somebody else: "…, brother has heart failure"."""
    return _OF_ANOTHER.sub(" ", text)


def told_now(pattern: re.Pattern[str], texts: Iterable[str], *, lasting: bool = False) -> str:
    """The first words of sentences that a pattern finds and that hold of the patient now; what is `lasting` has no end."""
    for text in texts:
        for match in pattern.finditer(text):
            if _holds_now(text, *match.span(), lasting):
                return match.group()
    return ""


def is_over(label: str, texts: Iterable[str]) -> bool:
    """Whether sentences name something of the patient, and each time as over."""
    wanted = re.compile(rf"(?<!\w){re.escape(label)}(?!\w)", re.IGNORECASE)
    held = [
        _holds_now(text, *match.span(), False)
        for text in texts
        for match in wanted.finditer(text)
        if assert_mention(text, *match.span()).affirmed_of_patient
    ]
    return bool(held) and not any(held)


@lru_cache(maxsize=1024)
def _holds_now(text: str, start: int, end: int, lasting: bool) -> bool:
    said = assert_mention(text, start, end)
    if not said.affirmed_of_patient:
        return False
    if lasting:
        return True
    clause = _clause(text, start, end)
    if said.resolved or _OVER.search(clause):
        return False
    return bool(_LASTS.search(clause) or _RECENT.search(clause)) or not (said.historical or _PAST.search(clause))


def _clause(text: str, start: int, end: int) -> str:
    """The stretch of a sentence, between marks, in which words stand."""
    before = max((one.end() for one in _CLAUSE.finditer(text, 0, start)), default=0)
    after = _CLAUSE.search(text, end)
    return text[before : after.start() if after else len(text)]
