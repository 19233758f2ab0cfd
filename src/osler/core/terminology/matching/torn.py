"""Pieces that look like names: the PD of "PD-L1", the mut of "mut/Mb", the "diabetes in her first" of a pregnancy."""

from __future__ import annotations

import re

_LONGEST = 5
_AFTER = re.compile(r"[-/+]([^\W_]+)")
_BEFORE = re.compile(r"([^\W_]+)[-/+]$")
_COMBINING = re.compile(r"(?<![\w-])[a-z]{2,}o-$", re.IGNORECASE)
_DECIMAL = re.compile(r"\.\d")
"""What goes on with a number: the "CRP 1" of "CRP 1.4" is no name."""
_WINDOW = 24
_OF_WHAT_FOLLOWS = re.compile(
    r"\s(?:in|at|on|by|for)\s+(?:(?:the|his|her|their|its|an?)\s+)?(?:first|second|third|1st|2nd|3rd)$", re.I
)


def is_torn(text: str, start: int, end: int, *, alone: bool = True) -> bool:
    """Whether a short word or one in capitals is only a piece of a hyphenated or slashed token.

    A word beside it ("HIV-positive", "DM/HTN") leaves it whole; a digit, a single letter or a unit does not. A name of
    several words is torn where its first is the second half of a compound: the "renal disease" of "oto-renal disease".
    """
    # With a capital after the hyphen both halves are names: "Depo-Medrol".
    if (
        text[start].islower()
        and text[start - 1 : start] == "-"
        and _COMBINING.search(text, max(0, start - _WINDOW), start)
    ):
        return True
    if text[end - 1].isdigit() and _DECIMAL.match(text, end):
        return True
    if not alone:
        return False
    word = text[start:end]
    if len(word) > _LONGEST or not (word.isupper() or len(word) <= 3):
        return False
    before = _BEFORE.search(text, max(0, start - _WINDOW), start)
    after = _AFTER.match(text, end, min(len(text), end + _WINDOW))
    return any(_tears(neighbour[1], text[at]) for neighbour, at in ((before, start - 1), (after, end)) if neighbour)


def counts_what_follows(text: str, start: int, end: int) -> bool:
    """Whether a name ends in a number of what comes behind it: "diabetes in her first" pregnancy is no type 1."""
    return text[end - 1] in "tdTD" and _OF_WHAT_FOLLOWS.search(text, start, end) is not None


def _tears(neighbour: str, joint: str) -> bool:
    if any(char.isdigit() for char in neighbour) or len(neighbour) == 1:
        return True
    if joint == "/":
        return len(neighbour) <= 3 and not neighbour.isupper()
    return neighbour.isupper()
