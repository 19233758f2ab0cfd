"""The laboratory and vital measures that eligibility criteria use: names, LOINC codes, units and their conversion."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
# How units are written in notes, for the UCUM form once case, spaces, brackets and annotations are gone.
_SPELLINGS = {
    "k/ul": "10*3/ul",
    "k/mm3": "10*3/mm3",
    "m/ul": "10*6/ul",
    "thou/ul": "10*3/ul",
    "mil/ul": "10*6/ul",
    "10*9": "10*9/l",
    "10*12": "10*12/l",
    "percent": "%",
    "pct": "%",
    "lb": "lb_av",
    "lbs": "lb_av",
    "pound": "lb_av",
    "pounds": "lb_av",
    "kgs": "kg",
    "kilogram": "kg",
    "kilograms": "kg",
    "gram": "g",
    "grams": "g",
    "oz": "oz_av",
    "ounces": "oz_av",
    "stone": "stone_av",
    "st": "stone_av",
    "in": "in_i",
    "inch": "in_i",
    "inches": "in_i",
    "ft": "ft_i",
    "feet": "ft_i",
    "meter": "m",
    "meters": "m",
    "metres": "m",
    "centimeters": "cm",
    "liter": "l",
    "liters": "l",
    "litres": "l",
    "c": "cel",
    "°c": "cel",
    "celsius": "cel",
    "degc": "cel",
    "f": "degf",
    "°f": "degf",
    "fahrenheit": "degf",
    "year": "a",
    "years": "a",
    "yr": "a",
    "yrs": "a",
    "y": "a",
    "month": "mo",
    "months": "mo",
    "week": "wk",
    "weeks": "wk",
    "day": "d",
    "days": "d",
    "sec": "s",
    "seconds": "s",
    "msec": "ms",
    "bpm": "/min",
    "beats/min": "/min",
    "breaths/min": "/min",
    "kg/m^2": "kg/m2",
    "mm/hr": "mm/h",
    "g/24h": "g/(24.h)",
    "g/24hr": "g/(24.h)",
    "mg/24h": "mg/(24.h)",
    "mg/24hr": "mg/(24.h)",
    "g/day": "g/d",
    "mg/day": "mg/d",
    "ml/min/1.73m^2": "ml/min/1.73m2",
    "miu/l": "miu/l",
    "mcg/dl": "ug/dl",
    "mcg/l": "ug/l",
    "mcg/ml": "ug/ml",
    "cells/ul": "/ul",
    "cells/mm3": "/mm3",
    "copies/ml": "/ml",
}
_POWER = re.compile(r"^[x×]?10[\^*]?(?=(?:3|6|9|12)(?:/|$))")


@dataclass(frozen=True)
class Measure:
    """One measured quantity, its canonical unit, and how values in other units become canonical."""

    id: str
    name: str
    synonyms: tuple[str, ...]
    loinc: tuple[str, ...]
    unit: str
    conversions: dict[str, tuple[float, float]]
    """Factor and offset by unit: canonical value = value * factor + offset."""
    source: str

    def to_canonical(self, value: float, unit: str) -> float | None:
        """The value in the canonical unit; None where the unit is not one of this measure's."""
        folded = fold_unit(unit)
        if folded == fold_unit(self.unit):
            return value
        found = self._folded().get(folded)
        return None if found is None else value * found[0] + found[1]

    def from_canonical(self, value: float, unit: str) -> float | None:
        """A canonical value in another of this measure's units."""
        folded = fold_unit(unit)
        if folded == fold_unit(self.unit):
            return value
        found = self._folded().get(folded)
        return None if found is None else (value - found[1]) / found[0]

    def _folded(self) -> dict[str, tuple[float, float]]:
        return {fold_unit(unit): factors for unit, factors in self.conversions.items()}


def fold_unit(unit: str) -> str:
    """A unit in one spelling, whether it was UCUM or written by hand."""
    folded = unit.strip().lower().translate(_SUPERSCRIPTS)
    folded = re.sub(r"[µμ]", "u", folded)
    folded = re.sub(r"[\s\[\]{}_]|(?<=3)\.(?=$)", "", folded) if "_av" not in folded and "_i" not in folded else folded
    folded = re.sub(r"[\[\]]", "", folded)
    folded = folded.replace("mm^3", "mm3").replace("cumm", "mm3").replace("per", "/")
    folded = _POWER.sub("10*", folded)
    return _SPELLINGS.get(folded, folded)


@cache
def measures() -> tuple[Measure, ...]:
    """The curated table, in the order of its file."""
    text = files("osler.core.terminology").joinpath("data", "measures.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return tuple(_measure(line.split("\t")) for line in lines[1:])


@cache
def measure(measure_id: str) -> Measure | None:
    """The measure of that id ("LAB:hba1c"), or None."""
    return next((found for found in measures() if found.id == measure_id), None)


def _measure(cells: list[str]) -> Measure:
    measure_id, name, synonyms, loinc, unit, other_units, source = cells
    conversions = {}
    for other in filter(None, other_units.split("|")):
        symbol, _, factors = other.rpartition("=")
        factor, _, offset = factors.partition(",")
        conversions[symbol] = (float(factor), float(offset or 0))
    return Measure(
        id=measure_id,
        name=name,
        synonyms=tuple(filter(None, synonyms.split("|"))),
        loinc=tuple(filter(None, loinc.split("|"))),
        unit=unit,
        conversions=conversions,
        source=source,
    )
