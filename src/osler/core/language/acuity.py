"""Visual acuity as it is written on charts: "visual acuity 6/36 right", "VA 20/100"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from osler.core.language.measured_finding import MeasuredFinding
from osler.core.language.types import Sentence
from osler.first_letters import each_match

_ACUITY = re.compile(
    r"\b(?:visual acuity|BCVA|VA|vision)\b[^.;\n\d]{0,40}(?P<all>(?:6|20)/\d{1,4}(?:[^.;\n\d]{1,24}(?:6|20)/\d{1,4})?)",
    re.IGNORECASE,
)
_CHART = re.compile(r"(?P<seen>6|20)/(?P<normal>\d{1,4})")
_HALF = 2
"""A denominator of more than twice the numerator is worse than 6/12."""
_HPO, _NAME = "HP:0007663", "Reduced visual acuity"
_SOURCE = "ICD-11 9D90: vision impairment is worse than 6/12"


def reduced_acuity(text: str, sentences: Sequence[Sentence]) -> Iterator[MeasuredFinding]:
    """The acuities that are worse than 6/12 in an eye."""
    for sentence in sentences:
        for match in each_match(_ACUITY, text, sentence.start, sentence.end):
            worse = [one for one in _CHART.finditer(match["all"]) if int(one["normal"]) > _HALF * int(one["seen"])]
            if worse:
                yield MeasuredFinding(match.start(), match.end(), _HPO, _NAME, f"{match['all']}: {_SOURCE}")
