"""Scores with a name of their own: "a CHA2DS2-VASc score of 2 or more" in a guideline, "CURB-65 score 1" in a question."""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.guidelines.types import LabValue

_NAME = r"(?P<name>[A-Za-z][\w\u2080-\u2089]*(?:-[\w\u2080-\u2089]+)*)"
_NUMBER = r"(?P<low>\d{1,3})"
_LIMIT = re.compile(
    rf"\b{_NAME}\s+(?:risk\s+)?(?:score|index)\s+(?:(?:is|are|was|of|be)\s+)*"
    rf"(?P<before>at least|at most|above|over|more than|greater than|below|under|less than|up to|[<>]=?|[≥≤=])?\s*{_NUMBER}"
    r"(?!\s*%)(?:\s*(?P<after>or|and)\s+(?P<side>more|above|over|higher|greater|less|below|under|lower)\b"
    r"|\s*(?:-|–|to|or)\s*(?P<high>\d{1,3})\b)?",
    re.IGNORECASE,
)
_STATED = re.compile(
    rf"\b{_NAME}(?P<called>\s+(?:risk\s+)?(?:score|index))?\s*(?:is|of|was|=|:)?\s*{_NUMBER}\b(?!\s*(?:[%/.]|or\b|mg|m?mol|years?|kg|mL))"
)
_SIGNS = {
    "at least": ">=", "≥": ">=", ">=": ">=", "at most": "<=", "up to": "<=", "≤": "<=", "<=": "<=", "above": ">", "over": ">",
    "more than": ">", "greater than": ">", ">": ">", "below": "<", "under": "<", "less than": "<", "<": "<",
}  # fmt: skip
_UP = frozenset({"more", "above", "over", "higher", "greater"})
_CAPITALS, _LONG = 3, len("SCORE:") + 6
"""A name that is told as a score without the word: FeverPAIN 3, CHADSVASC 2; an abbreviation of a laboratory is shorter."""


class ScoreLimit(NamedTuple):
    """A limit of a score, as `limits.Limit` has them."""

    measure_id: str
    name: str
    comparator: str
    value: float
    high: float | None
    start: int
    end: int


def score_limits(text: str) -> list[ScoreLimit]:
    """The limits of named scores that a text states; a score of exactly one value is a range of one."""
    found = []
    for match in _LIMIT.finditer(text):
        low, high = float(match["low"]), float(match["high"]) if match["high"] else None
        sign = _SIGNS.get((match["before"] or "").lower(), "")
        if match["side"]:
            sign = ">=" if match["side"].lower() in _UP else "<="
        if not sign:
            sign, high = "between", high if high is not None else low
        found.append(ScoreLimit(_key(match["name"]), f"{match['name']} score", sign, low, high, *match.span()))
    return found


def scores_stated(text: str) -> list[LabValue]:
    """The scores that a question or a note gives a value of."""
    return [
        LabValue(measure_id=_key(match["name"]), name=f"{match['name']} score", value=float(match["low"]))
        for match in _STATED.finditer(text)
        if match["called"]
        or (len(_key(match["name"])) >= _LONG and sum(letter.isupper() for letter in match["name"]) >= _CAPITALS)
    ]


def _key(name: str) -> str:
    """A score under its letters: CHA2DS2-VASc, CHA₂DS₂-VASc and CHADSVASC are one."""
    return f"SCORE:{re.sub('[^a-z]', '', name.casefold())}"
