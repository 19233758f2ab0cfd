"""Doses of which a list of medicines says only the number: "ramipril 5, amlodipine 10, pred 5 (reducing)"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from osler.core.language.types import Regimen, RegimenPart

_BARE = re.compile(
    r"\s(?P<dose>\d{1,4}(?:\.\d{1,3})?)(?=\s?(?:[,;(\n]|\.(?!\d)|$)|\s(?:and|then|stopped|started|held|continued|unchanged|increased|reduced|since)\b)"
)
_NEAR = 40
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
    """Whether an item of the same list tells how often it is taken."""
    return any(
        other.dose is not None and bool(other.times_per_day)
        for step in (-1, 1)
        for other in _list_from(text, found, at, step)
    )


def _list_from(text: str, found: Sequence[Regimen], at: int, step: int) -> Iterator[Regimen]:
    """The further items of a list from one of them on, as long as no sentence, line or label ends it."""
    while 0 <= at + step < len(found):
        first, second = sorted((found[at], found[at + step]), key=lambda one: one.start)
        between = text[first.end : second.start]
        if len(between) > _NEAR or re.search(r"[\n;:]|\. ", between):
            return
        at += step
        yield found[at]
