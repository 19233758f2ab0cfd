"""Blood pressures without a name of their own: by the position they were taken in, or by the pressure they follow."""

from __future__ import annotations

import re

from osler.core.language.types import Quantity

_LOWEST, _HIGHEST = 20, 300
_POSITION = r"(?:lying|supine|sitting|seated|standing|erect|upright)"
_IN_POSITION = re.compile(rf"\s?(?:mm\s?Hg\s?)?\(?{_POSITION}\b", re.IGNORECASE)
_POSITION_BEFORE = re.compile(rf"\b{_POSITION}[\s:]{{1,2}}$", re.IGNORECASE)
_READINGS_BEFORE = re.compile(
    r"\b(?:readings?|pressures?|recordings?)\b(?:\s(?:today|of|were|was|at|home|in|clinic|the|surgery|here|averaged?|averaging|around|about)){0,5}[\s:]{1,2}$",
    re.IGNORECASE,
)
_NEXT_PRESSURE = re.compile(
    r"\s?(?:mm\s?Hg)?\s?[,;]?\s?(?:and\s|then\s|->\s?|→\s?)?(?:(?:post|after|repeat|repeated|later|now)(?:[- ](?:HD|dialysis|op|exercise))?[\s:]{1,2})?",
    re.IGNORECASE,
)


def is_another_pressure(text: str, match: re.Match[str], before: list[Quantity]) -> bool:
    """Whether two numbers are a pressure by the position it was taken in, or by the pressure they follow: "162/88, post 134/76"."""
    upper, lower = float(match["value"].replace(",", "")), float(match["diastolic"])
    if not (_LOWEST <= lower < upper <= _HIGHEST):
        return False
    if _IN_POSITION.match(text, match.end()) or _POSITION_BEFORE.search(
        text, max(0, match.start() - 12), match.start()
    ):
        return True
    if _READINGS_BEFORE.search(text, max(0, match.start() - 60), match.start()):
        return True
    last = before[-1] if before else None
    return (
        last is not None
        and last.measure_id == "LAB:bp"
        and _NEXT_PRESSURE.fullmatch(text, last.end, match.start()) is not None
    )
