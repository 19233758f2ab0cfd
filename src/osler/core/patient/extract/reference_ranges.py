"""The range of the laboratory beside a result: "creatinine 68 umol/L (45-84)", "AST 25 U/L, normal range 10-40"."""

from __future__ import annotations

import re
from functools import cache

from osler.core.language import Quantity
from osler.yaml_reader import packaged_yaml

_NUMBER = r"\d{1,6}(?:\.\d{1,3})?"
_LABEL = r"(?:(?:normal|reference|ref\.?|laboratory|lab)(?:\s(?:range|interval|values?|limits?))?|range|NR|RR|nl|N)\s?(?:of|is|[:=])?\s?"
_BOUNDS = rf"(?P<low>{_NUMBER})\s?(?:-|–|to)\s?(?P<high>{_NUMBER})\s?(?P<unit>[^\s\d()\[\],;.][^()\[\],;]{{0,16}}?)?"
_BESIDE = re.compile(
    rf"\s?(?:(?P<open>[(\[])\s?(?P<label>{_LABEL})?{_BOUNDS}\s?[)\]]|[,;]?\s(?P<named>{_LABEL}){_BOUNDS.replace('P<', 'P<n')}(?=\s?(?:[,;.)\n]|$)))",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")


@cache
def _measured_often() -> frozenset[str]:
    return frozenset(packaged_yaml(__package__, "reference_ranges.yml")["measured_often"])


def reference_bounds(text: str, written: Quantity) -> tuple[float, float] | None:
    """The lower and upper limit of normal that a text gives beside a value, in the unit of the value."""
    if written.measure_id is None or written.high is not None or written.grade:
        return None
    found = _BESIDE.match(text, written.end)
    if found is None:
        return None
    if found["open"] and not found["label"] and written.measure_id in _measured_often():
        return None
    low, high = found["low"] or found["nlow"], found["high"] or found["nhigh"]
    unit = found["unit"] or found["nunit"] or ""
    if float(low) >= float(high) or not _is_of(unit, written) or (_YEAR.fullmatch(low) and _YEAR.fullmatch(high)):
        return None
    return float(low), float(high)


def _is_of(unit: str, written: Quantity) -> bool:
    """Whether a range is in the unit of the value: it names none, or the same."""
    plain = [one.strip().casefold().replace("μ", "u").replace("µ", "u") for one in (unit, written.unit)]
    return not plain[0] or not plain[1] or plain[0] == plain[1]
