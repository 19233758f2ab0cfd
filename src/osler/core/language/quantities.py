"""Quantities with units, tied to the measure that the text names and converted as that measure demands."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import NamedTuple, cast

from osler.core.language.rules import read_yaml
from osler.core.language.sentences import sentences
from osler.core.language.types import Comparator, Quantity
from osler.core.terminology.measures import Measure, measure, measures

_NUMBER = r"\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,6})?|\d{1,9}(?:\.\d{1,6})?|\.\d{1,6}"
_POWER_UNIT = r"[x×*]\s?10\s?(?:\^|\*{1,2}|e)?\s?[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}(?:\s?/\s?[a-zµμ]{1,3}[3³]?)?"
_RATIO_UNIT = r"[a-zµμ]{1,5}(?:\[[a-z]{1,3}\])?/(?:[a-zµμ]{1,4}|24\s?h(?:r|ours)?)[23²³]?(?:/[a-z]{1,4})?(?![a-z])"
_DIGIT = re.compile(r"\d")
_FURTHEST = 12
"""Words between the name of a measure and its value, at most."""
_LONGEST_NAME = 6
_TOKEN = re.compile(r"[^\W_]+(?:[-/'+][^\W_]+)*|[^\s\w]")


class _Rules(NamedTuple):
    pattern: re.Pattern[str]
    comparators: dict[str, Comparator]
    between: frozenset[str]
    names: dict[str, str]
    exact_names: dict[str, str]
    last_words: frozenset[str]
    meant_units: dict[str, str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
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
    pattern = re.compile(
        rf"(?:(?P<comparator>{_choice(before)})\s{{0,3}})?"
        rf"(?P<between>between\s)?(?<![\w.,/])(?P<value>{_NUMBER})"
        rf"(?:\s?%?\s?(?(between)(?:and|to)|(?:-|–|to))\s?(?P<high>{_NUMBER})(?![\d/])|\s?/\s?(?P<diastolic>\d{{2,3}})(?![\d/]))?"
        rf"[\s-]?(?P<unit>{ratios}|{_POWER_UNIT}|{_RATIO_UNIT}|{plain})?"
        rf"(?:\s(?P<after>{_choice(after)})\b)?",
        re.IGNORECASE,
    )
    names: dict[str, str] = {}
    exact: dict[str, str] = {}
    for row in measures():
        for name in (row.name, *row.synonyms):
            written = " ".join(_TOKEN.findall(name))
            if _case_matters(name):
                exact.setdefault(written, row.id)
            else:
                names.setdefault(written.lower(), row.id)
    names.update(table["aliases"])
    last_words = frozenset(name.split()[-1].lower() for name in (*names, *exact))
    between = frozenset(map(str, table["between"]))
    return _Rules(pattern, comparators, between, names, exact, last_words, table["meant_units"])


def _longest_first(words: list[str]) -> list[str]:
    return sorted(map(str, words), key=len, reverse=True)


def _units(units: list[str]) -> str:
    return "|".join(_escaped(unit) + (r"(?!\w)" if unit[-1].isalnum() else "") for unit in _longest_first(units))


def _escaped(phrase: str) -> str:
    return r"\s".join(re.escape(part) for part in phrase.split())


def _choice(phrases: list[str]) -> str:
    return "|".join(_escaped(phrase) for phrase in _longest_first(phrases))


def _case_matters(name: str) -> bool:
    """Whether a name is so short ("K", "PT", "Na") that it names a measure only as it is written in the table."""
    return len(name) <= 2 or (len(name) == 3 and name.isupper())


def quantities(text: str) -> list[Quantity]:
    """The values with a unit, a comparator or a known measure in a text, in order."""
    rules = _rules()
    found = []
    for sentence in sentences(text):
        if not _DIGIT.search(sentence.text):
            continue
        tokens = list(_TOKEN.finditer(text, sentence.start, sentence.end))
        starts = [token.start() for token in tokens]
        for match in rules.pattern.finditer(text, sentence.start, sentence.end):
            named = _measure_before(text, tokens, bisect_left(starts, match.start()), rules)
            if match["diastolic"] and not _is_pressure(match, named):
                continue
            if match["unit"] or named or match["comparator"]:
                found.append(_quantity(text, match, named, rules))
    return found


class _Named(NamedTuple):
    start: int
    text: str
    measure_id: str


def _is_pressure(match: re.Match[str], named: _Named | None) -> bool:
    """Whether two numbers with a slash between them are a blood pressure, and not a date or a fraction."""
    if named:
        return named.measure_id in {"LAB:bp", "LAB:sbp", "LAB:dbp"}
    return (match["unit"] or "").lower().replace(" ", "") == "mmhg"


def _quantity(text: str, match: re.Match[str], named: _Named | None, rules: _Rules) -> Quantity:
    unit = match["unit"] or ""
    if match["diastolic"] and named is None:
        named = _Named(match.start(), "", "LAB:bp")
    row = measure(named.measure_id) if named else None
    value = _number(match["value"])
    high = _number(match["high"] or match["diastolic"]) if match["high"] or match["diastolic"] else None
    written = (match["comparator"] or match["after"] or "=").lower()
    meant = unit or (rules.meant_units.get(row.id, "") if row else "")
    start = named.start if named else match.start()
    end = match.end()
    return Quantity(
        start,
        end,
        text[start:end],
        value,
        rules.comparators.get(" ".join(written.split()), "="),
        high,
        unit,
        named.text if named else "",
        row.id if row else None,
        _canonical(row, value, meant),
        _canonical(row, high, meant),
        row.unit if row and _canonical(row, value, meant) is not None else "",
    )


def _number(written: str) -> float:
    return float(written.replace(",", ""))


def _canonical(row: Measure | None, value: float | None, unit: str) -> float | None:
    return row.to_canonical(value, unit) if row and value is not None and unit else None


def _measure_before(text: str, tokens: list[re.Match[str]], stop: int, rules: _Rules) -> _Named | None:
    """The measure whose name ends before a token, across words such as "level was"."""
    furthest = max(stop - _FURTHEST, 0)
    while stop > furthest:
        named = _name_ending_at(text, tokens, stop, rules)
        if named:
            return named
        word = tokens[stop - 1].group().lower()
        if word not in rules.between and word not in rules.comparators:
            return None
        stop -= 1
    return None


def _name_ending_at(text: str, tokens: list[re.Match[str]], stop: int, rules: _Rules) -> _Named | None:
    if tokens[stop - 1].group().lower() not in rules.last_words:
        return None
    for length in range(min(_LONGEST_NAME, stop), 0, -1):
        words = " ".join(token.group() for token in tokens[stop - length : stop])
        found = rules.names.get(words.lower()) or rules.exact_names.get(words)
        if found:
            start, end = tokens[stop - length].start(), tokens[stop - 1].end()
            return _Named(start, text[start:end], found)
    return None
