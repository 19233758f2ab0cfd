"""How values are written: numbers, units, comparators, and the names of measures, as patterns."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, cast

from osler.core.language.rules import read_yaml
from osler.core.language.types import Comparator
from osler.core.terminology import measures

_NUMBER = r"\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,6})?|\d{1,9}(?:\.\d{1,6})?|\.\d{1,6}"
_POWER_UNIT = r"[x×*]\s?10\s?(?:\^|\*{1,2}|e)?\s?[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}(?:\s?/\s?[a-zµμ]{1,3}[3³]?)?"
_RATIO_UNIT = r"[a-zµμ]{1,5}(?:\[[a-z]{1,3}\])?/(?:[a-zµμ]{1,4}|24\s?h(?:r|ours)?)[23²³]?(?:/[a-z]{1,4})?(?![a-z])"
_NOTHING = "(?!)"
"""Matches nowhere."""
TOKEN = re.compile(r"[^\W_]+(?:[-/'+][^\W_]+)*|[^\s\w]")


class QuantityRules(NamedTuple):
    pattern: re.Pattern[str]
    without_unit: re.Pattern[str]
    comparators: dict[str, Comparator]
    between: frozenset[str]
    judged: frozenset[str]
    of_highest: dict[str, frozenset[str]]
    """Names that mean their measure only where the value is written out of its highest: "GDS 9/15"."""
    names: dict[str, str]
    exact_names: dict[str, str]
    short_names: dict[str, str]
    last_words: frozenset[str]
    meant_units: dict[str, str]
    plausible: dict[str, list[tuple[float, float, str]]]
    scale: re.Pattern[str]
    scales: dict[str, tuple[str, tuple[str, ...]]]


_SCORE = "{score}"
"""The unit of every score, which no one writes."""


@lru_cache(maxsize=1)
def quantity_rules() -> QuantityRules:
    table = read_yaml("quantities.yml")
    comparators = {
        word: cast("Comparator", sign)
        for key in ("comparators", "comparators_after")
        for sign, words in table[key].items()
        for word in words
    }
    before = [word for words in table["comparators"].values() for word in words]
    after = [word for words in table["comparators_after"].values() for word in words]
    ratios = _units([unit for unit in table["units"] if "/" in unit])
    plain = _units([unit for unit in table["units"] if "/" not in unit])
    unit = rf"{ratios}|{_POWER_UNIT}|{_RATIO_UNIT}|{plain}"
    pattern, without_unit = (_value_pattern(_choice(before), each, _choice(after)) for each in (unit, _NOTHING))
    names: dict[str, str] = {}
    exact: dict[str, str] = {}
    for row in measures():
        for name in (row.name, *row.synonyms):
            written = " ".join(TOKEN.findall(name))
            if _case_matters(name):
                exact.setdefault(written, row.id)
            else:
                names.setdefault(written.lower(), row.id)
    names.update(table["aliases"])
    short = dict(table["short_names"])
    last_words = frozenset(name.split()[-1].lower() for name in (*names, *exact, *short))
    between = frozenset(map(str, table["between"]))
    scales = {
        name.lower(): (row["measure"], tuple(map(str, row["values"])))
        for row in table["scales"]
        for name in row["names"]
    }
    return QuantityRules(
        pattern,
        without_unit,
        comparators,
        between,
        frozenset(map(str, table["judged"])),
        {str(name): frozenset(map(str, highest)) for name, highest in table["of_highest"].items()},
        names,
        exact,
        short,
        last_words,
        {row.id: _SCORE for row in measures() if row.unit == _SCORE} | table["meant_units"],
        {
            measure_id: [(low, high, unit) for low, high, unit in rows]
            for measure_id, rows in table["plausible"].items()
        },
        re.compile(
            rf"(?<!\w)(?P<name>{_choice(list(scales))})(?:\sis|\swas|\sof)?[\s:=]{{1,3}}(?P<value>[IV]{{1,3}}|[1-5]|[A-C])(?:(?<=[A-Ca-c])\s?(?:\d{{1,2}}|\(\d{{1,2}}(?:\spoints)?\)))?(?:\s?[-/–]\s?(?P<high>[IV]{{1,3}}|[1-5]|[A-C]))?(?![\w])",
            re.IGNORECASE,
        ),
        scales,
    )


def _value_pattern(before: str, unit: str, after: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?<!-)(?P<comparator>{before})\s{{0,3}})?"
        rf"(?P<between>between\s)?(?<![\w.,/])(?P<value>{_NUMBER})(?!{_NUMBER}|\s?(?:x|×|times|-?fold)\s(?:the\s)?(?:uln|upper|normal)\b)"
        rf"(?:\s?%?\s?(?(between)(?:and|to)|(?:-|–|to))\s?(?P<high>{_NUMBER})(?![\d/])|\s?/\s?(?P<diastolic>\d{{2,3}})(?![\d/]))?"
        rf"(?:[\s-]?(?P<unit>{unit}))?"
        rf"(?:\s(?P<after>{after})\b)?",
        re.IGNORECASE,
    )


def _longest_first(words: list[str]) -> list[str]:
    return sorted(map(str, words), key=len, reverse=True)


def _units(units: list[str]) -> str:
    return "|".join(_escaped(unit) + (r"(?!\w)" if unit[-1].isalnum() else "") for unit in _longest_first(units))


def _escaped(phrase: str) -> str:
    return r"\s".join(re.escape(part) for part in phrase.split())


def _choice(phrases: list[str]) -> str:
    return "|".join(_escaped(phrase) for phrase in _longest_first(phrases))


def _case_matters(name: str) -> bool:
    """Whether a name is so short ("K", "PT", "mRS") that it names a measure only as it is written in the table: "Mrs" is none."""
    return len(name) <= 2 or (len(name) == 3 and name[1:].isupper())


def plausible_ranges(measure_id: str) -> list[tuple[float, float, str]]:
    """What values a measure has in a living body, by unit: lowest, highest, unit; empty where none are known."""
    return list(quantity_rules().plausible.get(measure_id, ()))


def measure_called(name: str) -> str | None:
    """The measure that some words are the name of, whole; the words for a value out of range are none ("hyponatraemia")."""
    rules = quantity_rules()
    written = " ".join(TOKEN.findall(name))
    if written.lower().startswith(("hypo", "hyper")):
        return None
    return rules.exact_names.get(written) or rules.short_names.get(written) or rules.names.get(written.lower())
