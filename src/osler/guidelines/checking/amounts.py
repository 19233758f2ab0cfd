"""Numbers with their units, so that 1 g and 1000 mg, or "twice daily" and "every 12 hours", compare as equal."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.core.language import quantities
from osler.core.terminology import measures
from osler.guidelines.checking.lexicon import lexicon

_TOLERANCE = 0.012
_ROUNDED = 0.03
_MONTHS = 0.09
"""Weeks and months are exchanged as three months for twelve weeks."""
_MORE = re.compile(
    r"(?:≥|>=?|\bat least|(?<!\bno )(?<!\bnot )\bmore than|\bover|\babove|\bolder than|\bexceed\w*|\bgreater than|\bfrom|\bminimum(?: of)?)\s*$",
    re.I,
)
_LESS = re.compile(
    r"(?:≤|<=?|\bat most|(?<!\bno )(?<!\bnot )\bless than|\bunder|\bbelow|\byounger than|\bup to|\bno more than|\bnot more than|\bfewer than|\bmaximum(?: of)?|\bwithin(?: the)?(?: past)?|\buntil)\s*$",
    re.I,
)
_MORE_AFTER = re.compile(
    r"^\s*(?:years?|months?|weeks?|%|mg|mmol/mol|mm ?hg)?(?:\s+of\s+age)?\s*(?:or|and)\s+(?:older|over|above|more|higher|greater)(?!\s*\d)",
    re.I,
)
_LESS_AFTER = re.compile(
    r"^\s*(?:years?|months?|weeks?|%|mg|mmol/mol|mm ?hg)?(?:\s+of\s+age)?\s*(?:or|and)\s+(?:younger|under|below|less|lower|fewer)(?!\s*\d)",
    re.I,
)


_PREFIXES = {
    "": 1.0, "k": 1e3, "kilo": 1e3, "m": 1e-3, "milli": 1e-3, "u": 1e-6, "µ": 1e-6, "μ": 1e-6, "mc": 1e-6, "micro": 1e-6,
    "n": 1e-9, "nano": 1e-9, "p": 1e-12, "pico": 1e-12,
}  # fmt: skip
_BASES = {"gram": "g", "grams": "g", "mole": "mol", "moles": "mol"}
_RATIO = re.compile(
    r"(?P<prefix>kilo|milli|micro|nano|pico|mc|k|m|u|µ|μ|n|p)?(?P<base>mol|moles?|grams?|g)/(?P<small>d|m)?(?P<below>l|mol|kg)"
)
_RATIO_TEXT = (
    r"(?:(?:kilo|milli|micro|nano|pico|mc|k|m|u|µ|μ|n|p)?(?:mol|moles?|grams?|g)\s?/\s?(?:dl|ml|l|mol|kg))(?![a-z])"
)


class Amount(NamedTuple):
    """A number as written, its unit's kind and its size in that kind's first unit."""

    text: str
    value: float
    kind: str
    size: float
    bound: str
    """`more`, `less` or nothing."""

    def agrees(self, other: Amount) -> bool:
        """Whether two amounts are the same, in whatever unit, bounded on the same side."""
        if self.bound and other.bound and self.bound != other.bound:
            return False
        if self.kind and other.kind:
            tolerance = (
                _MONTHS if self.kind == "time" and not _near(self.value, other.value, _TOLERANCE) else _TOLERANCE
            )
            return self.kind == other.kind and _near(self.size, other.size, tolerance)
        return _near(self.value, other.value, _TOLERANCE)


def amounts(text: str) -> list[Amount]:
    """Every number of a text; rates such as "twice daily" count as times a day."""
    found: list[Amount] = []
    table = lexicon()
    text = text.replace(",000", "000").replace("\u00a0", " ")
    rates = [match.span() for match in table.per_day.finditer(text)]
    for match in table.per_day.finditer(text):
        rate = table.rates[match.group().lower()]
        found.append(Amount(match.group(), rate, "rate", rate, ""))
    for match in _number().finditer(text):
        if any(start <= match.start() and match.end() <= end for start, end in rates):
            continue
        value = (
            table.numbers.get(match["word"].lower(), 0.0) if match["word"] else float(match["digits"].replace("−", "-"))
        )
        unit = (match["unit"] or "").lower()
        if match["word"] and not unit:
            continue
        if not unit:
            unit = _unit_of_range(text[match.end() :])
        kind, size = _sized(unit)
        bound = _bound(text[: match.start()], text[match.end("digits") if match["digits"] else match.end("word") :])
        found.append(Amount(match.group().strip(), value, kind, value * size, bound))
    return found


def converted(text: str) -> list[Amount]:
    """The measured values of a text in every other unit of their measure, such as HbA1c in % and mmol/mol."""
    by_id = {one.id: one for one in measures()}
    found = []
    for quantity in quantities(text):
        row = by_id.get(quantity.measure_id or "")
        if row is None or quantity.canonical_value is None:
            continue
        for unit in (row.unit, *row.conversions):
            for canonical in filter(None, (quantity.canonical_value, quantity.canonical_high)):
                value = row.from_canonical(canonical, unit)
                if value is not None:
                    kind, size = _sized(unit.lower())
                    found.append(Amount(quantity.text, value, kind or unit.lower(), value * size, ""))
    return found


def agrees_converted(amount: Amount, others: list[Amount]) -> bool:
    """Whether an amount is one of these after conversion, which rounds."""
    return any(amount.kind == other.kind != "" and _near(amount.size, other.size, _ROUNDED) for other in others)


def _sized(unit: str) -> tuple[str, float]:
    """The kind of a unit and its size in it: 1 mmol/L is a thousand micromol/L, whatever the prefix is called."""
    folded = unit.lower().replace(" ", "")
    if found := _RATIO.fullmatch(folded):
        below = {"d": 0.1, "m": 0.001, "": 1.0}[found["small"] or ""] if found["below"] == "l" else 1.0
        return f"{_BASES.get(found['base'], found['base'])}/{found['below']}", _PREFIXES[found["prefix"] or ""] / below
    return lexicon().units.get(unit, (folded if "/" in folded else "", 1.0))


def _near(one: float, other: float, tolerance: float) -> bool:
    return abs(one - other) <= tolerance * max(abs(one), abs(other), 1e-9)


def _bound(before: str, after: str) -> str:
    if _MORE.search(before) or _MORE_AFTER.match(after):
        return "more"
    return "less" if _LESS.search(before) or _LESS_AFTER.match(after) else ""


@cache
def _range_unit() -> re.Pattern[str]:
    return re.compile(
        rf"^\s*(?:-|–|to|or|and|through)\s*\d+(?:\.\d+)?[\s-]*(?P<unit>{lexicon().unit})(?![a-z])", re.IGNORECASE
    )


def _unit_of_range(after: str) -> str:
    found = _range_unit().match(after)
    return found["unit"].lower() if found else ""


@cache
def _number() -> re.Pattern[str]:
    words = "|".join(lexicon().numbers)
    return re.compile(
        rf"(?<![\w.])(?:(?P<digits>(?:(?<=\s)[-−](?=\d))?\d+(?:\.\d+)?)|(?P<word>{words})\b)(?![\d])"
        rf"[\s-]*(?P<unit>{_RATIO_TEXT}|ml/min|kg/m2|(?:{lexicon().unit})(?![a-z/]))?",
        re.IGNORECASE,
    )
