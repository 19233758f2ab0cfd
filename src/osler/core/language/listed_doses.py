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
_PARTS = re.compile(r"[\n;:]|\. ")


def with_listed_doses(text: str, found: Sequence[Regimen], is_listed: Callable[[int], bool]) -> list[Regimen]:
    """The regimens, those without a dose with the bare number after them where it can be nothing else.

    That is in a list of medicines: under such a heading, or one of which an item tells how often it is taken. Elsewhere the number
    after a drug may be its level ("lithium 0.6").
    """
    result = []
    for items in _lists(text, found):
        scheduled = any(one.dose is not None and one.times_per_day for one in items)
        result += [
            _with_dose(text, one) if one.dose is None and (scheduled or is_listed(one.start)) else one for one in items
        ]
    return result


def _lists(text: str, found: Sequence[Regimen]) -> Iterator[list[Regimen]]:
    """The regimens in runs that no sentence, line or label parts."""
    items: list[Regimen] = []
    for one in found:
        between = text[items[-1].end : one.start] if items else ""
        if len(between) > _NEAR or _PARTS.search(between):
            yield items
            items = []
        items.append(one)
    if items:
        yield items


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
