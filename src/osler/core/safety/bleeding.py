"""What makes a medicine that keeps blood from clotting matter before all others: a bleeding, or a blow to the head."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from osler.core.evidence import Span
from osler.core.safety.phrases import bundled_phrases
from osler.core.safety.ruleset import ruleset
from osler.core.safety.types import RedFlag

_BLEEDS = (
    "head_injury",
    "head_bruise",
    "litre_of_blood",
    "bleeding_much",
    "easy_bleeding",
    "hemoptysis",
    "vomiting_blood",
    "black_stool",
    "bloody_stool",
    "vaginal_bleeding",
)
_THINNED = ("anticoagulated",)


def tells_of_bleeding(flags: Iterable[RedFlag]) -> bool:
    """Whether red flags rest on words that tell of a bleeding or of a blow to the head."""
    quotes = [span.quote for flag in flags for span in flag.triggering_spans if isinstance(span, Span)]
    return any(_says(quote, _BLEEDS) for quote in quotes)


def keeps_from_clotting(medicine: str) -> bool:
    """Whether a medicine is one with which people bleed more."""
    return _says(medicine, _THINNED)


def _says(text: str, findings: tuple[str, ...]) -> bool:
    return any(hit.key in _phrases(findings) for hit in bundled_phrases().find(text))


@cache
def _phrases(findings: tuple[str, ...]) -> frozenset[str]:
    known = ruleset()
    return frozenset(phrase for name in findings for member in known.members(name) for phrase in member.phrases)
