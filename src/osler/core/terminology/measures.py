"""The laboratory and vital measures that eligibility criteria use: names, LOINC codes, units and their conversion."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

_LOOKALIKES = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹µμ", "0123456789uu")
_MARKS = re.compile(r"[\s\[\]{}_]")
_PER = re.compile(r"per(?!cent)")
_PREFIXES = {"": "", "kilo": "k", "deci": "d", "centi": "c", "milli": "m", "micro": "u", "nano": "n", "pico": "p"}
_ROOTS = {"mole": "mol", "gram": "g", "liter": "l", "litre": "l", "meter": "m", "metre": "m"}
_WRITTEN_OUT = re.compile(
    rf"(?P<cubic>cubic)?(?P<square>square)?(?P<prefix>{'|'.join(filter(None, _PREFIXES))})?(?P<root>{'|'.join(_ROOTS)})s?"
)
_BESIDE_SI = {
    "gm": "g", "gms": "g", "minute": "min", "hour": "h", "day": "d", "unit": "u", "units": "u", "internationalunit": "iu", "internationalunits": "iu",
    "degreescelsius": "cel", "degreesc": "cel", "degreesfahrenheit": "degf", "degreesf": "degf",
}  # fmt: skip
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


@lru_cache(maxsize=4096)
def fold_unit(unit: str) -> str:
    """A unit in one spelling, whether it was UCUM, written by hand or written out ("micromoles per litre")."""
    folded = _MARKS.sub("", unit.lower().translate(_LOOKALIKES))
    folded = _PER.sub("/", folded.replace("mm^3", "mm3").replace("cumm", "mm3"))
    folded = _POWER.sub("10*", "/".join(_symbol(part) for part in folded.split("/")))
    return _spellings().get(folded, folded)


def _symbol(word: str) -> str:
    """The symbol of a unit that is written out: a prefix and a root of the SI, or one beside it; other words as they are."""
    found = _WRITTEN_OUT.fullmatch(word)
    if found is None:
        return _BESIDE_SI.get(word, word)
    power = "3" if found["cubic"] else "2" if found["square"] else ""
    return f"{_PREFIXES[found['prefix'] or '']}{_ROOTS[found['root']]}{power}"


@cache
def _spellings() -> dict[str, str]:
    text = files("osler.core.terminology").joinpath("data", "unit_spellings.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {other: unit for unit, others in rows for other in others.split(",")}


@cache
def measures() -> tuple[Measure, ...]:
    """The curated table, in the order of its file."""
    text = files("osler.core.terminology").joinpath("data", "measures.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return tuple(_measure(line.split("\t")) for line in lines[1:])


@cache
def measures_by_loinc() -> dict[str, Measure]:
    """The measures by their LOINC codes ("LOINC:4548-4"); no code is that of two."""
    return {f"LOINC:{code}": row for row in measures() for code in row.loinc}


def measures_of(codes: Iterable[str]) -> list[Measure]:
    """The measures that the ids of codings name, each once: by their LOINC codes first, then by ids of the table."""
    asked, by_loinc = list(codes), measures_by_loinc()
    found = [by_loinc[code] for code in asked if code in by_loinc]
    return list({row.id: row for row in (*found, *(row for row in measures() if row.id in asked))}.values())


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
