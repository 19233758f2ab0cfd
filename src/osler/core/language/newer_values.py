"""Values that the same text replaces by a newer one: "Ca 1.72, now on calcitriol, Ca today 2.31"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from osler.core.language.types import Quantity

_OF_TODAY = r"(?:today(?:'s)?|this morning|latest|most recent(?:ly)?|repeat(?:ed)?|re-?check(?:ed)?)"
_BEFORE = re.compile(rf"\b{_OF_TODAY}\b[^.,;:\d]{{0,16}}$", re.IGNORECASE)
_AFTER = re.compile(rf"\s*[,(]?\s*(?:on\s)?\b{_OF_TODAY}\b(?!\s*[^.,;]{{0,16}}\d)", re.IGNORECASE)
_NOW_BEFORE = re.compile(r"\b(?:now|currently)\b[^.,;:\d]{0,16}$", re.IGNORECASE)
_NOW_AFTER = re.compile(r"\s(?:now|currently)\b(?!\s*[^.,;]{0,16}\d)", re.IGNORECASE)
_OF_BEFORE = re.compile(
    r"\b(?:baseline|b/l|nadir|peak|lowest|highest|worst|initial|presenting|usual(?:ly)?|previous(?:ly)?|prior|pre-?morbid|historic(?:al)?|old|normally)(?:\s(?:is|was|serum|level))?\s*[:=]?\s*$",
    re.IGNORECASE,
)
"""What calls a value the one of before: "CKD 3 (baseline Cr 150)"."""
_NUMBER = re.compile(r"(?<![A-Za-z])\d")
_LOOK_BACK = 32
_REACH = 150
"""Characters from a value to the newer one that takes its place."""


def with_earlier_marked(text: str, values: Sequence[Quantity]) -> list[Quantity]:
    """The values, with those marked as superseded that a newer one of the same measure follows."""
    earlier = replaced_places(text, [(one.start, one.end, one.measure_id) for one in values if one.measure_id])
    earlier |= _of_before(text, values)
    return [replace(one, superseded=True) if (one.start, one.end) in earlier else one for one in values]


def _of_before(text: str, values: Sequence[Quantity]) -> set[tuple[int, int]]:
    """The places of values that are called those of before, where the text has another of the same measure."""
    named = [one for one in values if one.measure_id]
    before = {
        (one.start, one.end): one.measure_id
        for one in named
        if _OF_BEFORE.search(text[max(0, one.start - _LOOK_BACK) : one.start])
    }
    others = {one.measure_id for one in named if (one.start, one.end) not in before}
    return {place for place, measure_id in before.items() if measure_id in others}


def replaced_places(text: str, values: Sequence[tuple[int, int, str]], *, by_now: bool = False) -> set[tuple[int, int]]:
    """Of values (start, end, measure), the places of those after which the same measure is told of today, or as repeated.

    `by_now` also where it is told of now, which ends what was dangerous before, and leaves a history of growth as it is.
    """
    newer = [(start, measure) for start, end, measure in values if _is_of_today(text, start, end, by_now)]
    return {
        (start, end)
        for start, end, measure in values
        if any(named == measure and 0 <= later - end <= _REACH for later, named in newer)
        and not _is_of_today(text, start, end, by_now)
    }


def _is_of_today(text: str, start: int, end: int, by_now: bool) -> bool:
    number = _NUMBER.search(text, start, end)
    at = number.start() if number else start
    lead = text[max(0, at - _LOOK_BACK) : at]
    if by_now and (_NOW_BEFORE.search(lead) or _NOW_AFTER.match(text, end)):
        return True
    return bool(_BEFORE.search(lead) or _AFTER.match(text, end))
