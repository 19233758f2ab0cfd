"""Doses of which a list of medicines says only the number: "ramipril 5, amlodipine 10, pred 5 (reducing)"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from osler.core.language.types import Regimen, RegimenPart

_BARE = re.compile(
    r"\s(?P<dose>\d{1,4}(?:\.\d{1,3})?)(?=\s?(?:[,;(\n]|\.(?!\d)|$)|\s(?:and|then|stopped|started|held|continued|unchanged|increased|reduced|since)\b)"
)
_NEAR = 30
"""Characters between two items of one list."""


def with_listed_doses(text: str, found: Sequence[Regimen], is_listed: Callable[[int], bool]) -> list[Regimen]:
    """The regimens, those without a dose with the bare number after them where it can be nothing else.

    That is in a list of medicines: under such a heading, or beside an item that tells how often it is taken. Elsewhere the number
    after a drug may be its level ("lithium 0.6").
    """
    return [
        _with_dose(text, one)
        if one.dose is None and (is_listed(one.start) or _beside_a_schedule(text, found, at))
        else one
        for at, one in enumerate(found)
    ]


def _with_dose(text: str, regimen: Regimen) -> Regimen:
    bare = _BARE.match(text, regimen.end)
    if bare is None or regimen.strength:
        return regimen
    return replace(
        regimen,
        end=bare.end(),
        text=text[regimen.start : bare.end()],
        dose=float(bare["dose"]),
        parts=(*regimen.parts, RegimenPart("dosage", *bare.span("dose"))),
    )


def _beside_a_schedule(text: str, found: Sequence[Regimen], at: int) -> bool:
    """Whether the item before or after on the same line tells how often it is taken."""
    neighbours = [found[place] for place in (at - 1, at + 1) if 0 <= place < len(found)]
    for other in neighbours:
        first, second = sorted((other, found[at]), key=lambda one: one.start)
        between = text[first.end : second.start]
        if (
            other.dose is not None
            and other.times_per_day
            and len(between) <= _NEAR
            and not re.search(r"[\n;:]|\. ", between)
        ):
            return True
    return False
