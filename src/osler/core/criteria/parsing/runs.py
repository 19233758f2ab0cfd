"""Measures that stand one behind the other with nothing between them: "platelets > 100 bilirubin < 1.5 x ULN creatinine < 2"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from osler.core.criteria.lexing.lexicon import cues, is_measurement
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item, is_kind

_SIGNS = "<>=\u2264\u2265"
_LONGEST = 5
"""Words of a measure's name, at most."""


def with_runs_parted(items: Sequence[Item]) -> list[Item]:
    """The items with a comma before every measure that follows the value of another."""
    values = [n for n, item in enumerate(items) if is_kind(item, Kind.VALUE)]
    if len(values) < 2:
        return list(items)
    begins = {place for first, second in pairwise(values) if (place := _begin(items, first, second)) is not None}
    row: list[Item] = []
    for n, item in enumerate(items):
        if n in begins:
            row.append(Token(Kind.COMMA, items[n - 1].end, items[n - 1].end, ","))
        row.append(item)
    return row


def _begin(items: Sequence[Item], first: int, second: int) -> int | None:
    """Where between two values the name of the second begins; None where other things stand there, or no name does."""
    start = first + 1
    while start < second and isinstance(items[start], Group):
        start += 1
    words = items[start:second]
    named = [item.text for item in words if is_kind(item, Kind.WORD)]
    opens = items[first].text[-1:] in _SIGNS or items[second].text[:1] not in _SIGNS
    if opens or first == 0 or not 0 < len(named) <= _LONGEST or len(named) < len(words):
        return None
    # "Hemoglobin > 9 g/dl without transfusion": of a value that is told first the words behind it may be said.
    measured = any(is_measurement(part) for word in (named[0], named[-1]) for part in word.split("/"))
    return start if measured and named[0] not in cues().prepositions else None
