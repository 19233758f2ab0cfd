"""A unit as people write it: UCUM's codes are for programs."""

from __future__ import annotations

import re

_ANNOTATION = re.compile(r"\{[^}]*\}")
"""In UCUM the name of what is counted, and no unit: `{score}`."""
_WRITTEN = {
    "mm[Hg]": "mmHg",
    "Cel": "°C",
    "[degF]": "°F",
    "[lb_av]": "lb",
    "[stone_av]": "st",
    "[ft_i]": "ft",
    "[in_i]": "in",
    "mL/min/{1.73_m2}": "mL/min/1.73 m²",
    "10*3/uL": "×10³/µL",
    "10*6/uL": "×10⁶/µL",
    "10*9/L": "×10⁹/L",
    "umol/L": "µmol/L",
}


def unit_words(unit: str | None) -> str:
    """A unit for a reader; empty where a number counts what its name says."""
    if not unit or _ANNOTATION.fullmatch(unit):
        return ""
    return _WRITTEN.get(unit, unit)
