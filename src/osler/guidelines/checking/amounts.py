"""Numbers with their units, so that 1 g and 1000 mg, or "twice daily" and "every 12 hours", compare as equal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.language import quantities
from osler.core.terminology import Measure, measures
from osler.guidelines.checking.frequencies import frequencies
from osler.guidelines.checking.lexicon import lexicon

_TOLERANCE = 0.012
_ROUNDED = 0.03
_COUNTED = 2
"""From this on a number in words counts without a unit: "two risk factors"; "one" and "half" are said of anything."""
_THE = re.compile(r"\b(?:the|these|those)\s*$", re.IGNORECASE)
_THINGS_TOLD = re.compile(
    r"\s*(?:of (?:them|these)|(?:[\w-]+ )?(?:choices|options|possibilities|alternatives|ways|drugs|medicines|treatments))\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\btypes? (?:\d (?:or|and) (?:type )?)?$", re.IGNORECASE)
_SURFACE = re.compile(r"(?:/|\bper )\s?1\.73\s?m[2²]", re.IGNORECASE)
"""The body surface to which a clearance is put: part of its unit, and no number of its own."""
_MONTHS = 0.09
"""Weeks and months are exchanged as three months for twelve weeks."""
_OF_A = r"(?:\s+an?\s+(?:[\w-]+\s+){1,4}of)?\s*$"
_TURNED = re.compile(
    r"(?:\b(?P<denied>not?|never|cannot|n't)\s+(?:longer\s+|yet\s+)?(?:(?:be|is|are|falls?|fallen|drops?|dropped|go|gone|goes|rises?|risen|climbs?|come|get|lie)\s+)?)?"
    r"\b(?:(?P<more>(?:more|older|greater|higher|heavier|longer|later) than|over|above|beyond|in excess of|exceed\w*|reach(?:ed|es)?)"
    r"|(?P<less>(?:less|younger|fewer|lower|smaller|lighter|shorter|earlier) than|under|below|short of))"
    r"(?:\s+or\s+equal\s+to)?" + _OF_A,
    re.IGNORECASE,
)
"""A side that a "not" before it turns: not below is at least, does not exceed is at most."""
_MORE = re.compile(r"(?:≥|>=?|\bat least|\bfrom|\bupwards of|\bminimum(?: of|:)?)" + _OF_A, re.I)
_LESS = re.compile(
    r"(?:≤|<=?|\bat most|\bnot yet|\bup to(?: and including)?|\b(?:maximum|ceiling)(?: of|:)?|\bwithin(?: the)?(?: past)?|\buntil)"
    + _OF_A,
    re.I,
)
_UNITS_AFTER = r"^\s*(?:(?:(?!or\b|and\b|for\b|in\b|if\b|to\b|when\b)[^\s\d,;()]+(?:/1\.73)?|per 1\.73 m[2²]|m[2²]|/\d+)\s*){0,3}(?:of age\s+)?"
_MORE_AFTER = re.compile(
    _UNITS_AFTER
    + r"(?:(?:or|and)\s+(?:older|over|above|more|higher|greater|larger|longer|heavier|beyond|up(?:wards?)?(?! to\b))\b(?!\s*\d)"
    + r"|plus\b(?!\s+\w+ \d)|upwards\b|at (?:the )?least\b(?!\s*\d))",
    re.I,
)
_LESS_AFTER = re.compile(
    _UNITS_AFTER
    + r"(?:(?:or|and)\s+(?:younger|under|below|less|lower|fewer|smaller|shorter|lighter)\b(?!\s*\d)"
    + r"|at (?:the )?most\b(?!\s*\d))",
    re.I,
)
_TO = r"\s*(?:-|–|to|through)\s*(?:(?:below|under|less than|up to|at most)\s+|[<≤]\s*)?"
_LOW_END = re.compile(rf"{_TO}\d", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s*$", re.IGNORECASE)
_HIGH_END = re.compile(rf"\d\s*(?:[^\s\d]+(?:\s*/\s*\S+)?)?{_TO}$|\bbetween\s+\d[\d.]*\s*\S*\s+and\s*$", re.IGNORECASE)

_PREFIXES = {
    "": 1.0, "k": 1e3, "kilo": 1e3, "m": 1e-3, "milli": 1e-3, "u": 1e-6, "µ": 1e-6, "μ": 1e-6, "mc": 1e-6, "micro": 1e-6,
    "n": 1e-9, "nano": 1e-9, "p": 1e-12, "pico": 1e-12,
}  # fmt: skip
_COMPARATORS = {"<": "less", "<=": "less", ">": "more", ">=": "more"}
_BASES = {"gram": "g", "grams": "g", "mole": "mol", "moles": "mol"}
_RATIO = re.compile(
    r"(?P<prefix>kilo|milli|micro|nano|pico|mc|k|m|u|µ|μ|n|p)?(?P<base>mol|moles?|grams?|g)/(?P<small>d|m)?(?P<below>l|mol|kg|g)"
)
_LITRE = re.compile(r"lit(?:re|er)$")
_RATIO_TEXT = r"(?:(?:kilo|milli|micro|nano|pico|mc|k|m|u|µ|μ|n|p)?(?:mol|moles?|grams?|g)\s?/\s?(?:dl|ml|litre|liter|l|mmol|mol|kg|g))(?![a-z])"


class Amount(NamedTuple):
    """A number as written, its unit's kind and its size in that kind's first unit."""

    text: str
    value: float
    kind: str
    size: float
    bound: str
    """`more`, `less` or nothing."""
    end: str = ""
    """`low` or `high`, where it is an end of a range."""
    at: int = -1
    """Where it stands in its text."""

    @property
    def side(self) -> str:
        """On which side of the number what is meant lies: said so, or because the number ends a range."""
        return self.bound or {"low": "more", "high": "less"}.get(self.end, "")

    def agrees(self, other: Amount) -> bool:
        """Whether two amounts are the same, in whatever unit, bounded on the same side."""
        if self.side and other.side and self.side != other.side:
            return False
        if self.kind and other.kind:
            tolerance = (
                _MONTHS if self.kind == "time" and not _near(self.value, other.value, _TOLERANCE) else _TOLERANCE
            )
            return self.kind == other.kind and _near(self.size, other.size, tolerance)
        return _near(self.value, other.value, _TOLERANCE)


def amounts(text: str) -> list[Amount]:
    """Every number of a text; rates such as "twice daily" count as times a day."""
    table = lexicon()
    text = text.replace(",000", "000").replace("\u00a0", " ")
    text = _SURFACE.sub(lambda match: " " * len(match.group()), text)
    often = frequencies(text)
    found = [Amount(one.text, one.per_day, "rate", one.per_day, "", at=one.start) for one in often]
    for match in _number().finditer(text):
        if any(one.start <= match.start() and match.end() <= one.end for one in often):
            continue
        value = (
            table.numbers.get(match["word"].lower(), 0.0) if match["word"] else float(match["digits"].replace("−", "-"))
        )
        if _LABEL.search(text[: match.start()]):
            continue  # "type 2" counts nothing
        unit = (match["unit"] or "").lower()
        limited = match["word"] and _bound(text[: match.start()], text[match.end("word") :])
        if match["word"] and not unit and value < _COUNTED and not limited:
            continue
        if (
            match["word"]
            and not unit
            and (_THE.search(text[: match.start()]) or _THINGS_TOLD.match(text[match.end() :]))
        ):
            continue  # "the two", "two choices": what the sentence itself names
        if not unit:
            unit = _unit_of_range(text[match.end() :])
        kind, size = _sized(unit)
        before, after = text[: match.start()], text[match.end("digits") if match["digits"] else match.end("word") :]
        end = _end(before, text[match.end() :])
        bound = _bound(before, after)
        found.append(Amount(match.group().strip(), value, kind, value * size, bound, end, match.start()))
    return found


@lru_cache(maxsize=1024)
def converted(text: str) -> list[Amount]:
    """The measured values of a text in every other unit of their measure, such as HbA1c in % and mmol/mol."""
    by_id = {one.id: one for one in measures()}
    found = list(_named_values(text))
    for quantity in quantities(text):
        row = by_id.get(quantity.measure_id or "")
        if row is None or quantity.canonical_value is None:
            continue
        for unit in (row.unit, *row.conversions):
            for canonical in filter(None, (quantity.canonical_value, quantity.canonical_high)):
                value = row.from_canonical(canonical, unit)
                if value is not None:
                    kind, size = _sized(unit.lower())
                    bound = _COMPARATORS.get(quantity.comparator, "")
                    found.append(Amount(quantity.text, value, kind or unit.lower(), value * size, bound))
    return found


def _named_values(text: str) -> Iterable[Amount]:
    """The numbers of a text in the other units of the one measure that it names, wherever it names it: "the HbA1c target is 7 %"."""
    named = [row for pattern, row in _convertible() if pattern.search(text)]
    for amount in amounts(text) if len(named) == 1 else ():
        row = named[0]
        for unit in (row.unit, *row.conversions):
            kind, size = _sized(unit.lower())
            canonical = row.to_canonical(amount.size / size, unit) if amount.kind and amount.kind == kind else None
            for other in (row.unit, *row.conversions) if canonical is not None else ():
                if other != unit and (value := row.from_canonical(canonical or 0.0, other)) is not None:
                    kind_, size_ = _sized(other.lower())
                    yield amount._replace(value=value, kind=kind_, size=value * size_)


@cache
def _convertible() -> list[tuple[re.Pattern[str], Measure]]:
    """The measures that are given in several units, each with a pattern of its names."""
    return [
        (re.compile(rf"\b(?:{'|'.join(map(re.escape, (row.name, *row.synonyms)))})\b", re.IGNORECASE), row)
        for row in measures()
        if row.conversions
    ]


def agrees_converted(amount: Amount, others: list[Amount]) -> bool:
    """Whether an amount is one of these after conversion, which rounds."""
    return any(
        amount.kind == other.kind != ""
        and _near(amount.size, other.size, _ROUNDED)
        and not (amount.bound and other.bound and amount.bound != other.bound)
        for other in others
    )


def _sized(unit: str) -> tuple[str, float]:
    """The kind of a unit and its size in it: 1 mmol/L is a thousand micromol/L, whatever the prefix is called."""
    folded = _LITRE.sub("l", unit.lower().replace(" ", ""))
    if found := _RATIO.fullmatch(folded):
        below = {"d": 0.1, "m": 0.001, "": 1.0}[found["small"] or ""] if found["below"] in {"l", "mol"} else 1.0
        return f"{_BASES.get(found['base'], found['base'])}/{found['below']}", _PREFIXES[found["prefix"] or ""] / below
    return lexicon().units.get(unit, (folded if "/" in folded else "", 1.0))


def _near(one: float, other: float, tolerance: float) -> bool:
    return abs(one - other) <= tolerance * max(abs(one), abs(other), 1e-9)


def _bound(before: str, after: str) -> str:
    """On which side of a number what is meant lies."""
    if turned := _TURNED.search(before):
        return "more" if bool(turned["more"]) is not bool(turned["denied"]) else "less"
    if _MORE.search(before) or _MORE_AFTER.match(after):
        return "more"
    return "less" if _LESS.search(before) or _LESS_AFTER.match(after) else ""


def _end(before: str, after: str) -> str:
    """Which end of a range a number is."""
    if _LOW_END.match(after) or _BETWEEN.search(before):
        return "low"
    return "high" if _HIGH_END.search(before) else ""


@cache
def _range_unit() -> re.Pattern[str]:
    return re.compile(rf"^\s*(?:-|–|to|or|and|through)\s*\d+(?:\.\d+)?[\s-]*(?P<unit>{_unit()})", re.IGNORECASE)


def _unit_of_range(after: str) -> str:
    found = _range_unit().match(after)
    return found["unit"].lower() if found else ""


@cache
def _number() -> re.Pattern[str]:
    words = "|".join(lexicon().numbers)
    return re.compile(
        rf"(?<![\w.])(?<![A-Za-z]-)(?:(?P<digits>(?:(?<=\s)[-−](?=\d))?\d+(?:\.\d+)?)|(?P<word>{words})\b)(?![\d])"
        rf"(?:[\s-]*(?P<unit>{_unit()}))?",
        re.IGNORECASE,
    )


def _unit() -> str:
    return rf"{_RATIO_TEXT}|ml/min|kg/m2|(?:{lexicon().unit})(?![a-z/])"
