"""What an allergy does, told in a clause of its own, with the day on which it did: "face swelled up, that was in 2019"."""

from __future__ import annotations

import re

from osler.consult.extraction.harm import is_effect
from osler.consult.record.time_words import MONTHS

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_SEASON = r"spring|summer|autumn|winter|year|month|week|christmas|easter"
_LONG_PAST = re.compile(
    rf"[\s,;.:–-]*(?:\b(?:and|but|so|all|just|only|back|about|around|once|first|some ?time|the first time|(?:that|this|it|which)(?:'s)?(?: all)?(?: (?:was|were|happened|would be|must have been))?) ?)*\b"
    rf"(?:(?:in|around|during)? ?(?:the )?(?:(?:early|late|mid|beginning|end|{_SEASON}|{_MONTH})(?: of)? )?(?:(?:19|20)\d\d(?:s)?)|in (?:{_MONTH})|(?:in )?the (?:\w+ )?(?:eighties|nineties|seventies|sixties|noughties)"
    rf"|(?:[\w-]+ ){{1,3}}(?:ago|back|earlier)|when i was [\w ]+|(?:as|being) an? (?:\w+ )?(?:child|kid|baby|toddler|teenager|teen|boy|girl|student|adult)|last (?:{_SEASON}|{_MONTH}|\w+day)|at (?:the age of )?\d+)\W*$",
    re.IGNORECASE,
)
"""A day that is over, at the end of what is told; what goes on since then is another matter."""
_LEAD = re.compile(
    r"^\W*(?:(?:and|so|then|because|as|when i (?:had|took|ate) it|last time|once|years ago|the patient(?:'s)?|patient|i|he|she|it|they|just|all|really|badly|had|got|get|gets|came|come|broke|was|were|is|my|his|her|the|an?|some|out in|up in|gave me|gives me|made me|makes me|made my|caused|causes)\s+)*",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:not|no|never|without|nothing|none|fine|ok|okay|better|since|now|today|yesterday|this)\b|n't\b(?<!couldn't)(?<!can't)",
    re.IGNORECASE,
)
_LONGEST = 7
"""Words of a reaction."""


def past_day_left_out(text: str) -> str:
    """A text without the day that is over at its end."""
    return _LONG_PAST.sub("", text)


def bare_reaction(text: str) -> str:
    """What was done, without who had it: "hives" of "she got hives"."""
    return _LEAD.sub("", text).strip() or text


def told_reaction(text: str) -> str | None:
    """The reaction that a clause tells; None where it tells none, one that goes on now, or more than one matter."""
    told = past_day_left_out(text)
    said = _LEAD.sub("", told).strip(" ,.;:!–-").lower()
    if not said or _DENIES.search(told) or len(said.split()) > _LONGEST or re.search(r"[,;?\d]", said):
        return None
    return said if is_effect(said) else None


def following_reaction(rest: str) -> str | None:
    """The reaction told in the clauses behind an allergy, none of which is told with another subject."""
    pieces = [piece for piece in re.split(r"[.,;:!()]| [-–—] | and (?=(?:my|i|it)\b)", rest) if piece.strip()]
    if "?" in rest:
        return None
    return next((found for piece in pieces[:_NEXT] if (found := told_reaction(piece)) is not None), None)


_NEXT = 2
"""Clauses behind an allergy that may tell what it does: the first, or the one after a day."""
