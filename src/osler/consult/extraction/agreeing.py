"""Whether the rules read a message otherwise than a model did: another number, another end, a number of another measure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from osler.consult.extraction.support import named
from osler.consult.extraction.types import MeasurementEntry
from osler.consult.record.called import PRESSURES, measure_named

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_OVER = frozenset({"stopped", "past", "resolved"})


def read_otherwise(entry: Any, by_rule: Sequence[Any]) -> str | None:
    """Why an entry is not what the rules read in the same words; None where they agree or read nothing of it.

    Real words can be quoted for a false binding: "potassium 4.2 and sodium 139" holds every part of "potassium 139".
    """
    same = [other for other in by_rule if _thing(other) == _thing(entry)]
    if same and not any(_agree(entry, other) for other in same):
        return "the message says this otherwise"
    if isinstance(entry, MeasurementEntry) and not same:
        bound = [other for other in by_rule if other.value == entry.value]
        free = len(_times(entry.value, entry.quote)) > len(bound)
        if bound and not free:
            return "the message gives this value to another measure"
    return None


def _thing(entry: Any) -> object:
    """What an entry is of: the measure, where it is one that is known, or its words."""
    spoken = named(entry)
    if isinstance(entry, MeasurementEntry):
        part = next((part for part in PRESSURES if part in spoken), None)
        row = measure_named(entry.name)
        return part or (row.id if row is not None else spoken)
    return spoken


def _agree(one: Any, other: Any) -> bool:
    if getattr(one, "value", None) != getattr(other, "value", None):
        return False
    doses = [_NUMBER.findall(dose) for each in (one, other) if (dose := getattr(each, "dose", None))]
    if len(doses) == 2 and doses[0] != doses[1]:
        return False
    states = [status for each in (one, other) if (status := getattr(each, "status", None))]
    return len(states) < 2 or (states[0] in _OVER) == (states[1] in _OVER)


def _times(value: float, quote: str) -> list[str]:
    return [number for number in _NUMBER.findall(quote) if float(number.replace(",", ".")) == value]
