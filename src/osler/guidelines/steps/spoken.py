"""Whether words of a note are said of the patient as they are now: not denied, not of somebody else, not over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from osler.core.language import assert_mention

_CLAUSE = re.compile(r"[;,.]\s")
_LASTS = re.compile(
    r"\b[\w-]+[ -](?:hours?|days?|weeks?|months?|years?)'? history of\b|\bsince (?:\w+ ){0,2}?(?:\d|yesterday|last|this|childhood|birth)|\b(?:start(?:ed|ing)?|began|begun|commenced|still|now|current(?:ly)?|ongoing)\b"
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
_AND_OVER = re.compile(
    r"[^;,.]*,\s+(?:(?:now|since|fully|completely|long|in|has|have|which|that|it)\s+){0,3}(?:resolved|healed|recovered|(?:complete )?remission|cured|stopped|settled)\b",
    re.IGNORECASE,
)
"""The end of something, told behind a comma."""
_HISTORY = re.compile(
    r"\W*(?:(?:personal|past|previous|prior|old|remote)\s+)*(?:history of|hx of|h/o|previous|past|prior|old|remote)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:history of|previous(?:ly)?|past|prior|old|remote|formerly|in (?:childhood|infancy|youth))\b"
    r"|\b(?:19|20)\d{2}\b|\b(?:months?|years?) ago\b|\blast (?:month|year)\b|\bin (?:his|her|their|the) \w+(?:ies|eens)\b|\bas an? (?:child|teenager|boy|girl|infant|baby|student)\b",
    re.IGNORECASE,
)


_OTHERS = r"(?:mother|mum|mom|father|dad|brother|sister|sibling|son|daughter|wife|husband|partner|aunt|uncle|cousin|niece|nephew|grand(?:mother|father|parent|ma|pa)|parent|neighbou?r|relative|friend)s?"
"""Kin and who else may be named beside a patient; core's word lists hold "child" and "he" too, which a note calls its patient."""
_ANOTHERS = re.compile(rf"\s+{_OTHERS}\b", re.IGNORECASE)
"""Somebody else whose state was just named: "her bedridden husband"."""
_OF_ANOTHER = re.compile(
    r"(?:^|[;,.]\s)\W*(?:(?:his|her|their|my|our|the|the patient's|a|an)\s+)?(?:(?:older|younger|elder|late|twin|half|maternal|paternal)\s+)?"
    rf"{_OTHERS}\b"
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


def with_labels(sentences: Sequence[str], labels: Iterable[str]) -> list[str]:
    """The sentences of notes, with the labels of a record that do not stand in them; of the others the notes tell more."""
    noted = " ".join(sentences).casefold()
    return [*sentences, *(one for one in labels if one.casefold() not in noted)]


def is_over(label: str, texts: Iterable[str]) -> bool:
    """Whether sentences name something of the patient, and each time as over, or its own words say so."""
    if _HISTORY.match(label):
        return True
    wanted = re.compile(rf"(?<!\w){re.escape(label)}(?!\w)", re.IGNORECASE)
    held = [
        _holds_now(text, *match.span(), False)
        for text in texts
        for match in wanted.finditer(text)
        if _said(text, *match.span()).affirmed_of_patient
    ]
    return bool(held) and not any(held)


_said = lru_cache(maxsize=1024)(assert_mention)


def _holds_now(text: str, start: int, end: int, lasting: bool) -> bool:
    said = _said(text, start, end)
    if not said.affirmed_of_patient or _ANOTHERS.match(text, end):
        return False
    if lasting:
        return True
    clause = _clause(text, start, end)
    if said.resolved or _OVER.search(clause) or _AND_OVER.match(text, end):
        return False
    return bool(_LASTS.search(clause) or _RECENT.search(clause)) or not (said.historical or _PAST.search(clause))


def _clause(text: str, start: int, end: int) -> str:
    """The stretch of a sentence, between marks, in which words stand."""
    before = max((one.end() for one in _CLAUSE.finditer(text, 0, start)), default=0)
    after = _CLAUSE.search(text, end)
    return text[before : after.start() if after else len(text)]
