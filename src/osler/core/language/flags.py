"""The flag that a laboratory prints after a value: "Na 118 L", "K 6.8 (HH)"."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from osler.core.terminology import measure

_FLAG = re.compile(
    r"\s{0,3}[(\[]?\s?(?P<flag>LL|HH|L|H)\s?\*?[)\]]?"
    r"(?=\s*(?:[,;|)\]\n]|\.(?!\d)|$)|\s{1,3}[(\[]\s?[<>≤≥]?\s?\d|\s{1,3}[A-Za-z][\w-]{0,15}\s?[:=]?\s{0,3}[<>]?\d)"
)
"""It ends its item, or the reference range or the next result follows: the L of "BP 120/80 L arm" is a side."""
_BESIDE = re.compile(r"\s*(?:is|was|of)?[\s:=]*", re.IGNORECASE)


class Flag(NamedTuple):
    """A value's flag as it is written: L, LL, H or HH (codes of HL7's ObservationInterpretation)."""

    code: str
    end: int

    @property
    def side(self) -> Literal["low", "high"]:
        """On which side of its range the laboratory saw the value."""
        return "low" if self.code[0] == "L" else "high"


def flag_after(text: str, end: int) -> Flag | None:
    """The flag that follows a value, where one does."""
    match = _FLAG.match(text, end)
    return Flag(match["flag"], match.end()) if match else None


def is_no_unit(text: str, unit: str, name_end: int, measure_id: str, value_start: int) -> bool:
    """Whether what looks like litres is a flag ("Na 118 L") or a side ("HR 90 L arm"): a measure without litres stands beside it."""
    row = measure(measure_id)
    if unit != "L" or row is None or row.to_canonical(1.0, unit) is not None:
        return False
    return _BESIDE.fullmatch(text, name_end, value_start) is not None
