"""Values beside the names of measures: each name of a clause with the numbers that follow it and that a body can have."""

from __future__ import annotations

import re
from collections.abc import Collection

from osler.consult.extraction.lone import COMPARED, numbers_in
from osler.consult.record.called import measure_named, measure_spans
from osler.core.language import plausible_ranges
from osler.core.terminology import Measure

_FURTHER = re.compile(r"[,;]|\b(?:and|then|later|to)\b")
"""What stands between one value of a measure and a further one."""
_NOT_ITS = re.compile(
    r"\b(?:cost|costs|for|of|by|in|after|before|since|within|next|last|past|take|took|mg|dose)\s*$|[$£€#]\s*$"
)
"""Before a number that is none of a measure's values."""


def values_beside(text: str, known: Collection[str]) -> list[tuple[Measure, float, str]]:
    """The values of the measures that a text names, but for the `known` ones; a further value of one takes its unit."""
    lower = text.lower()
    spans = measure_spans(lower)
    found: list[tuple[Measure, float, str]] = []
    for place, (start, end) in enumerate(spans):
        row = measure_named(text[start:end])
        if row is None or row.id in known:
            continue
        limit = spans[place + 1][0] if place + 1 < len(spans) else len(text)
        found += _values(row, text[end:limit])
    return found


def _values(row: Measure, after: str) -> list[tuple[Measure, float, str]]:
    found: list[tuple[Measure, float, str]] = []
    read = 0
    for start, end, value, written in numbers_in(after):
        before = after[read:start].lower()
        if COMPARED.search(before) or _NOT_ITS.search(before) or (found and not _FURTHER.search(before)):
            continue
        unit = written if written and row.to_canonical(value, written) is not None else ""
        unit = unit or _meant(row, value, found[0][2] if found else "")
        if unit and (not written or row.to_canonical(value, written) is not None or not _is_unit(written)):
            found.append((row, value, unit))
            read = end
    return found


def _is_unit(word: str) -> bool:
    """Whether what stands behind a number is written as a unit is, and no word of the sentence."""
    return "/" in word or word == "%"


def _meant(row: Measure, value: float, first: str) -> str:
    """The unit in which a value is possible, that of the first value before others."""
    fits = [unit for low, high, unit in plausible_ranges(row.id) if low <= value <= high]
    return first if first in fits else fits[0] if fits else ""
