"""How many of something in which time, told in a bracket after it: "cigarettes (5 and fewer a day)"."""

from __future__ import annotations

import re

from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.combine import modified
from osler.core.criteria.parsing.grouping import Group, is_kind
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.types import Finding, MeasuredValue

_LONGEST = 3
_RATE = re.compile(r"(?:(?:per|a|each|every) (?:day|week|month|year)|daily|weekly|monthly)")


def at_rate(part: Finding, group: Group, source: AtomSource) -> MeasuredValue | None:
    """ "Cigarettes (5 and fewer a day)": how many of what stands before the bracket, in which time; None where it names more."""
    first, *rest = group.items
    rate = " ".join(item.text for item in rest if is_kind(item, Kind.WORD))
    if (
        not is_kind(first, Kind.VALUE)
        or not isinstance(first, Token)
        or len(rest) > _LONGEST
        or not _RATE.fullmatch(rate)
    ):
        return None
    counted = modified(part, [first], source)
    return counted.model_copy(update={"name": f"{counted.name} {rate}"}) if isinstance(counted, MeasuredValue) else None
