"""Doses that stand elsewhere than in full behind the medicine: "ramipril 5, amlodipine 10", "covered with 4 u Humalog"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from osler.core.language.medication_rules import medication_rules
from osler.core.language.medications import number_of_dose
from osler.core.language.types import Regimen, RegimenPart

_BARE = re.compile(
    r"\s(?P<dose>\d{1,4}(?:\.\d{1,3})?)"
    r"(?:(?:\s?(?:->|→)\s?|\s?[-–,(]?\s(?:to\s)?(?:(?:increas|reduc|decreas|chang|titrat|uptitrat)(?:ed?|ing)?\s)?to\s)(?P<new>\d{1,4}(?:\.\d{1,3})?))?"
    r"(?=\s?(?:[,;()\n]|\.(?!\d)|$)|\s[-–—]\s(?!\d)|\s(?:and|then|stopped|started|held|continued|unchanged|increased|reduced|since|by|today|last|from|with)\b)"
)
"""A number without its unit, and the one that it is changed to: "ramipril 5", "ramipril 5 to 10", "donepezil 5 - increase to 10"."""
_LONGEST_DOSE = 24
_NEAR = 40
"""Characters between two items of one list."""
_PARTS = re.compile(r"[\n;:]|\. ")


def with_listed_doses(
    text: str, found: Sequence[Regimen], is_listed: Callable[[int], bool], is_planned: Callable[[int], bool]
) -> list[Regimen]:
    """The regimens, those without a dose with the bare number after them where it can be nothing else.

    That is in a list of medicines: under such a heading, or one of which an item tells how often it is taken. Elsewhere the number
    after a drug may be its level ("lithium 0.6"); of a plan it is a dose where another takes its place ("ramipril 5 to 10").
    """
    result = []
    for items in _lists(text, found):
        scheduled = any(one.dose is not None and one.times_per_day for one in items)
        result += [
            _with_dose(text, one, changed=not (scheduled or is_listed(one.start)))
            if one.dose is None and (scheduled or is_listed(one.start) or is_planned(one.start))
            else one
            for one in items
        ]
    return result


@lru_cache(maxsize=1)
def _dose_before() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.,/-])(?:{medication_rules().dose.pattern})\s(?:of\s)?$", re.IGNORECASE)


def with_doses_before(text: str, found: Sequence[Regimen]) -> list[Regimen]:
    """The regimens, those without a dose with the one that stands before the name and is no other medicine's."""
    result: list[Regimen] = []
    for one in found:
        reached = result[-1].end if result else 0
        told = _dose_before().search(text, max(reached, one.start - _LONGEST_DOSE), one.start)
        if told is None or one.dose is not None or one.strength or one.steps:
            result.append(one)
            continue
        dose = RegimenPart("dosage", told.start("dose"), told.end("unit"))
        high = float(told["high"]) if told["high"] else None
        result.append(
            replace(
                one,
                text=text[told.start("dose") : one.end],
                dose=number_of_dose(told["dose"]),
                dose_high=high,
                dose_unit=told["unit"],
                parts=(dose, *one.parts),
            )
        )
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


def _with_dose(text: str, regimen: Regimen, *, changed: bool) -> Regimen:
    bare = _BARE.match(text, regimen.end)
    if bare is None or regimen.strength or (changed and not bare["new"]):
        return regimen
    holds = "new" if bare["new"] else "dose"
    return replace(
        regimen,
        end=bare.end(),
        text=text[regimen.start : bare.end()],
        dose=float(bare[holds]),
        parts=(*regimen.parts, RegimenPart("dosage", *bare.span(holds))),
    )
