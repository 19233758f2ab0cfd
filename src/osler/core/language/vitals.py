"""Vital signs in the short forms of charts: "VS 124/76 P104 R18 T37.8 O2 99%RA"."""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.core.language.types import Sentence

_LABEL = re.compile(r"\s*(?:VS|V/S|Vitals?|Vital signs|Obs|Observations)\b", re.IGNORECASE)
_SIGN = re.compile(
    r"(?<![A-Za-z\d/.])(?P<name>(?i:Tmax|Temp|HR|RR|BP|SpO2|SaO2|Sats?|Wt)|Tm|T|P|R|O2)[ \t]?[:=]?[ \t]?"
    r"(?P<value>\d{1,3}(?:\.\d{1,2})?)(?:/(?P<low>\d{2,3}))?[ \t]?(?P<unit>%|kgs?|lbs?|°?[CF](?![A-Za-z]))?(?![\d/.]*\d)"
)
_BARE_PRESSURE = re.compile(r"(?<![\d/.])(?P<value>\d{2,3})/(?P<low>\d{2,3})(?![\d/])")
_MEASURES = {
    "t": "LAB:temperature", "tmax": "LAB:temperature", "tm": "LAB:temperature", "temp": "LAB:temperature",
    "hr": "LAB:heart_rate", "p": "LAB:heart_rate", "rr": "LAB:respiratory_rate", "r": "LAB:respiratory_rate",
    "bp": "LAB:bp", "spo2": "LAB:spo2", "sao2": "LAB:spo2", "o2": "LAB:spo2", "sat": "LAB:spo2", "sats": "LAB:spo2",
    "wt": "LAB:weight",
}  # fmt: skip
_RANGES = {
    "LAB:temperature": (30, 111), "LAB:heart_rate": (20, 300), "LAB:respiratory_rate": (4, 120), "LAB:bp": (40, 300),
    "LAB:spo2": (30, 100), "LAB:weight": (0.3, 900),
}  # fmt: skip
_ENOUGH = 3
"""Signs that make a line one of vital signs though nothing labels it."""


class Vital(NamedTuple):
    """One sign with its place."""

    name: str
    measure_id: str
    value: float
    high: float | None
    unit: str
    start: int
    end: int


def vital_signs(text: str, sentence: Sentence) -> list[Vital]:
    """The vital signs of a line that is one of vital signs; none of any other."""
    labelled = _LABEL.match(text, sentence.start, sentence.end)
    found = [vital for match in _SIGN.finditer(text, sentence.start, sentence.end) if (vital := _vital(match))]
    if not labelled and len({vital.measure_id for vital in found}) < _ENOUGH:
        return []
    if not any(vital.measure_id == "LAB:bp" for vital in found):
        bare = _BARE_PRESSURE.search(text, sentence.start, sentence.end)
        if bare and _in_range("LAB:bp", float(bare["value"])) and float(bare["low"]) < float(bare["value"]):
            found.append(Vital("BP", "LAB:bp", float(bare["value"]), float(bare["low"]), "", *bare.span()))
    return sorted(found, key=lambda vital: vital.start)


def _vital(match: re.Match[str]) -> Vital | None:
    measure_id = _MEASURES[match["name"].lower()]
    value = float(match["value"])
    if not _in_range(measure_id, value) or (bool(match["low"]) != (measure_id == "LAB:bp")):
        return None
    high = float(match["low"]) if match["low"] else None
    return Vital(match["name"], measure_id, value, high, match["unit"] or "", *match.span())


def _in_range(measure_id: str, value: float) -> bool:
    low, high = _RANGES[measure_id]
    return low <= value <= high
