"""Slow nerves by their number: "NCS median motor 21 m/s"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from osler.core.language.measured_finding import MeasuredFinding
from osler.core.language.types import Sentence
from osler.first_letters import each_match

_SLOW = ("HP:0003431", "Decreased motor nerve conduction velocity")
_LIMIT = 38.0
_WHY = "below 38 m/s, the limit between demyelinating and axonal neuropathy (Harding and Thomas, Brain 1980)"
_VELOCITY = re.compile(
    r"\b(?:median|ulnar|motor|MNCV|MCV|NCV|NCVs|conduction velocit(?:y|ies))\b[^.;\n\d]{0,40}(?P<value>\d{1,2}(?:\.\d)?)\s?m/s(?:ec)?\b",
    re.IGNORECASE,
)
_SENSORY = re.compile(r"\bsensory|sural\b|\bSNCV\b", re.IGNORECASE)


def slow_conduction(text: str, sentences: Sequence[Sentence]) -> Iterator[MeasuredFinding]:
    """The finding that a conduction velocity of a motor nerve of the arm is."""
    for sentence in sentences:
        for match in each_match(_VELOCITY, text, sentence.start, sentence.end):
            if float(match["value"]) < _LIMIT and not _SENSORY.search(match.group()):
                yield MeasuredFinding(match.start(), match.end(), *_SLOW, f"{match.group()}: {_WHY}")
