"""Scores with a name of their own ("a CHA2DS2-VASc score of 2 or more"), and the risk of an event within ten years."""

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
    rf"\b{_NAME}(?![\w-])(?P<called>\s+(?:risk\s+)?(?:score|index))?\s*(?:is|of|was|=|:)?\s*{_NUMBER}\b(?!\s*(?:[%/]|\.\d|or\b|mg|m?mol|years?|kg|mL))"
)
_SIGNS = {
    "at least": ">=", "≥": ">=", ">=": ">=", "at most": "<=", "up to": "<=", "≤": "<=", "<=": "<=", "above": ">", "over": ">",
    "more than": ">", "greater than": ">", ">": ">", "below": "<", "under": "<", "less than": "<", "<": "<",
}  # fmt: skip
_UP = frozenset({"more", "above", "over", "higher", "greater"})
_CAPITALS, _LONG = 3, len("SCORE:") + 6
"""A name that is told as a score without the word: FeverPAIN 3, CHADSVASC 2; an abbreviation of a laboratory is shorter."""


_NUMBERED = re.compile(r"-\d+$|65$")
"""A score that is called by a number: CRB-65, CURB65."""
_RISK = r"(?:10|ten)[- ]years?\s+(?:[\w-]+\s+){0,3}?risk"
_RISK_LIMIT = re.compile(
    rf"{_RISK}(?:\s+of\s+(?:[\w-]+\s+){{0,5}}?(?:event|disease|CVD)s?)?\s+(?:is\s+|of\s+)?(?P<before>less than |below |at least |above )?"
    r"(?P<low>\d+(?:\.\d+)?)\s?%(?:\s+(?:or|and)\s+(?P<side>more|above|over|higher|greater|less|below|lower)"
    r"|\s*(?:to|-|–)\s*(?P<strict>less than )?(?P<high>\d+(?:\.\d+)?)\s?%)?",
    re.IGNORECASE,
)
_RISK_STATED = re.compile(
    rf"{_RISK}(?:\s+(?:is|of|score))?\s*[:=]?\s*(?P<after>\d+(?:\.\d+)?)\s?%|(?P<ahead>\d+(?:\.\d+)?)\s?%\s+{_RISK}",
    re.IGNORECASE,
)
_RISK_ID, _RISK_NAME = "SCORE:ten-year-risk", "10-year risk"
_JUST_BELOW = 1e-6


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
    return found + [one for match in _RISK_LIMIT.finditer(text) if (one := _risk_limit(match))]


def _risk_limit(match: re.Match[str]) -> ScoreLimit | None:
    """A limit of the risk over ten years, in per cent; a bare number is none."""
    sign = _SIGNS.get((match["before"] or "").strip().lower(), "")
    high = float(match["high"]) - (_JUST_BELOW if match["strict"] else 0) if match["high"] else None
    if match["side"]:
        sign = ">=" if match["side"].lower() in _UP else "<="
    if high is not None:
        sign = "between"
    return ScoreLimit(_RISK_ID, _RISK_NAME, sign, float(match["low"]), high, *match.span()) if sign else None


def scores_stated(text: str) -> list[LabValue]:
    """The scores that a question or a note gives a value of."""
    risks = [float(match["after"] or match["ahead"]) for match in _RISK_STATED.finditer(text)]
    told = [LabValue(measure_id=_RISK_ID, name=_RISK_NAME, value=value, unit="%") for value in risks[:1]]
    return told + [
        LabValue(measure_id=_key(match["name"]), name=f"{match['name']} score", value=float(match["low"]))
        for match in _STATED.finditer(text)
        if match["called"]
        or (
            (len(_key(match["name"])) >= _LONG or _NUMBERED.search(match["name"]))
            and sum(letter.isupper() for letter in match["name"]) >= _CAPITALS
        )
    ]


def _key(name: str) -> str:
    """A score under its letters: CHA2DS2-VASc, CHA₂DS₂-VASc and CHADSVASC are one."""
    return f"SCORE:{re.sub('[^a-z]', '', name.casefold())}"
