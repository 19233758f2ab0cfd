"""Quantities with units, tied to the measure that the text names and converted as that measure demands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, cast

from osler.core.language.flags import is_no_unit
from osler.core.language.fluids import FluidList
from osler.core.language.newer_values import with_earlier_marked
from osler.core.language.panels import panel_values
from osler.core.language.pressures import is_another_pressure
from osler.core.language.rules import read_yaml
from osler.core.language.scales import scale_values
from osler.core.language.sentences import sentences
from osler.core.language.thresholds import with_thresholds_marked
from osler.core.language.times import begins_date
from osler.core.language.types import Comparator, Quantity
from osler.core.language.unit_systems import unit_system
from osler.core.language.vitals import Vital, vital_signs
from osler.core.terminology import Measure, measure, measures

_NUMBER = r"\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,6})?|\d{1,9}(?:\.\d{1,6})?|\.\d{1,6}"
_POWER_UNIT = r"[x×*]\s?10\s?(?:\^|\*{1,2}|e)?\s?[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}(?:\s?/\s?[a-zµμ]{1,3}[3³]?)?"
_RATIO_UNIT = r"[a-zµμ]{1,5}(?:\[[a-z]{1,3}\])?/(?:[a-zµμ]{1,4}|24\s?h(?:r|ours)?)[23²³]?(?:/[a-z]{1,4})?(?![a-z])"
_NOTHING = "(?!)"
"""Matches nowhere."""
_DIGIT = re.compile(r"\d")
_SIGNED = frozenset({"LAB:rass", "LAB:base_excess", "LAB:t_score"})
"""Measures whose values may be negative."""
_FURTHEST = 12
"""Words between the name of a measure and its value, at most."""
_LONGEST_NAME = 6
_TOKEN = re.compile(r"[^\W_]+(?:[-/'+][^\W_]+)*|[^\s\w]")


class _Rules(NamedTuple):
    pattern: re.Pattern[str]
    without_unit: re.Pattern[str]
    comparators: dict[str, Comparator]
    between: frozenset[str]
    names: dict[str, str]
    exact_names: dict[str, str]
    short_names: dict[str, str]
    last_words: frozenset[str]
    meant_units: dict[str, str]
    plausible: dict[str, list[tuple[float, float, str]]]
    scale: re.Pattern[str]
    scales: dict[str, tuple[str, tuple[str, ...]]]


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
    unit = rf"{ratios}|{_POWER_UNIT}|{_RATIO_UNIT}|{plain}"
    pattern, without_unit = (_value_pattern(_choice(before), each, _choice(after)) for each in (unit, _NOTHING))
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
    short = dict(table["short_names"])
    last_words = frozenset(name.split()[-1].lower() for name in (*names, *exact, *short))
    between = frozenset(map(str, table["between"]))
    scales = {
        name.lower(): (row["measure"], tuple(map(str, row["values"])))
        for row in table["scales"]
        for name in row["names"]
    }
    return _Rules(
        pattern,
        without_unit,
        comparators,
        between,
        names,
        exact,
        short,
        last_words,
        table["meant_units"],
        {
            measure_id: [(low, high, unit) for low, high, unit in rows]
            for measure_id, rows in table["plausible"].items()
        },
        re.compile(
            rf"(?<!\w)(?P<name>{_choice(list(scales))})(?:\sis|\swas|\sof)?[\s:=]{{1,3}}(?P<value>[IV]{{1,3}}|[1-5]|[A-C])(?:\s?[-/–]\s?(?P<high>[IV]{{1,3}}|[1-5]|[A-C]))?(?![\w])",
            re.IGNORECASE,
        ),
        scales,
    )


def _value_pattern(before: str, unit: str, after: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?<!-)(?P<comparator>{before})\s{{0,3}})?"
        rf"(?P<between>between\s)?(?<![\w.,/])(?P<value>{_NUMBER})"
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
    """Whether a name is so short ("K", "PT", "Na") that it names a measure only as it is written in the table."""
    return len(name) <= 2 or (len(name) == 3 and name.isupper())


def quantities(text: str) -> list[Quantity]:
    """The values with a unit, a comparator or a known measure in a text, in order."""
    rules = _rules()
    found: list[Quantity] = []
    for sentence in sentences(text):
        scored = scale_values(text, sentence, rules.scale, rules.scales)
        if not scored and not _DIGIT.search(sentence.text):
            continue
        vitals = [*vital_signs(text, sentence), *panel_values(text, sentence)]
        taken = [(one.start, one.end) for one in scored] + [(start, end) for *_, start, end in vitals]
        whole = sorted([*scored, *(_vital(text, one, rules) for one in vitals)], key=lambda one: one.end)
        ends = [one.end for one in whole]
        here: list[Quantity] = []
        fluids = FluidList(text, sentence.start)
        tokens = list(_TOKEN.finditer(text, sentence.start, sentence.end))
        starts = [token.start() for token in tokens]
        for written in rules.pattern.finditer(text, sentence.start, sentence.end):
            match = _without_time(text, written, sentence.end, rules)
            if _is_ordinal(text, match) or any(start <= match.start("value") < end for start, end in taken):
                continue
            at = bisect_left(starts, match.start())
            if _is_in_name(text, tokens, bisect_right(starts, match.start("value")), match, rules):
                continue
            named, match = _named_here(text, tokens, at, match, sentence.end, rules)
            before = bisect_right(ends, match.start("value"))
            if fluids.hold((named.start, named.end) if named else None, match):
                named = None
            elif named is None:
                named = _continued(text, [*whole[max(before - 1, 0) : before], *here[-1:]], match)
                if named and not named.superseded:
                    _supersede(named, whole, here)
            if match["diastolic"] and not (_is_pressure(match, named) or _is_score(named)):
                named = _next_pressure(text, match, [*whole, *here])
            if (
                named
                or (not match["diastolic"] and (match["unit"] or match["comparator"]))
                or _is_pressure(match, named)
            ):
                here.append(_quantity(text, match, named, rules))
        found += sorted([*whole, *here], key=lambda one: one.start)
    return with_thresholds_marked(text, with_earlier_marked(text, found))


def _named_here(
    text: str, tokens: list[re.Match[str]], at: int, match: re.Match[str], sentence_end: int, rules: _Rules
) -> tuple[_Named | None, re.Match[str]]:
    """The measure that a value is one of by the name before it, and the value without what is no unit of it."""
    named = _measure_before(text, tokens, at, rules)
    if named and is_no_unit(text, match["unit"] or "", named.end, named.measure_id, match.start("value")):
        match = rules.without_unit.match(text, match.start(), sentence_end) or match
    return named if named and _fits(named, match, rules) else None, match


def _is_in_name(text: str, tokens: list[re.Match[str]], stop: int, match: re.Match[str], rules: _Rules) -> bool:
    """Whether a number is the end of a measure's name: the 125 of "CA-125 12 U/mL"."""
    named = _name_ending_at(text, tokens, stop, rules) if stop else None
    return named is not None and named.start < match.start("value") < named.start + len(named.text)


class _Named(NamedTuple):
    start: int
    text: str
    measure_id: str
    short: bool = False
    superseded: bool = False
    """Whether it names the earlier of two values."""

    @property
    def end(self) -> int:
        """Where the name ends."""
        return self.start + len(self.text)


_CHANGE = re.compile(
    r"\s*(?:on\s(?:RA|room air|\w+)\s*)?(?:->|→|-->|=>)\s*"
    r"|\s*[(\[]\s*(?:was|from|prev\.?|previously|previous|prior|baseline|b/l|bl|down from|up from|last|on admission)?:?\s*"
    r"|,?\s*(?:previously|from|up from|down from|baseline)\s*",
    re.IGNORECASE,
)
"""What stands between a value and another of the same measure: an arrow, or a bracket with an earlier one."""
_NOW = re.compile(
    r"\s*(?:\([^()]{1,16}\)|in \d{4}|last year)?[,;]?\s*(?:and\s|but\s)?(?:(?:has|have|is|was)\s)?"
    r"(?:(?:now|currently|today|most recently|since)\s(?:(?:recovered|improved|normali[sz]ed|increased|risen|rose|decreased|declined|fallen|fell|dropped|worsened|is|was|has|down|up|back)\s){0,2}(?:to|at|of)?"
    r"|(?:and|before|then)\s(?:was|is|settling\sat|settled\sat|falling\sto|fell\sto|rising\sto|rose\sto)"
    r"|(?:recovered|improved|normali[sz]ed|increased|rising|risen|rose|decreased|declined|fallen|fell|dropped|worsened)\s(?:since\s)?to)\s*",
    re.IGNORECASE,
)
"""What leads from an earlier value to the one of today: "30 % (2019), now recovered to"."""
_THEN = re.compile(
    r"[^.;\d]{2,50}?[,;]\s*(?:and\s|but\s)?(?:(?:it\s)?(?:is|was)\s)?(?P<now>(?:now|currently|today|at present|at the moment|presently)\s(?:at\s|is\s|up to\s|down to\s)?)?",
    re.IGNORECASE,
)
"""The circumstances of an earlier value up to the next one: "24 during the injury in May, now"."""
_IS_NOW = re.compile(
    r"\s*,?\s*(?:now|today|currently|at present|presently|this (?:week|month|morning))\b", re.IGNORECASE
)
_ARROW = re.compile(r"\s*(?:on\s(?:RA|room air|\w+)\s*)?(?:->|→|-->|=>)\s*", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_CHANGE_REACH = 64
"""Characters between two values of one measure, at most."""


def _is_ordinal(text: str, match: re.Match[str]) -> bool:
    """Whether a number is a place in an order or a count of times ("9th centile", "2x/wk"), no value."""
    return not match["unit"] and _ORDINAL.match(text, match.end("value")) is not None


_IN_A_TIME = re.compile(r"\s+(?:the\s|a\s|an\s|his\s|her\s)?[A-Za-z]|\s+(?:19|20)\d\d")
"""What makes of "in" after a number a word and no inches: "41 in June"."""
_ORDINAL = re.compile(r"(?:th|st|nd|rd|x)(?![A-Za-z])|\s?x/", re.IGNORECASE)


def _continued(text: str, before: list[Quantity], match: re.Match[str]) -> _Named | None:
    """The measure of the value before, where this one is its earlier or later value ("8.1% (7.4% in Feb)")."""
    ended = [one for one in before if one.end <= match.start("value")]
    last = max(ended, key=lambda one: one.end, default=None)
    if last is None or last.measure_id is None or match["comparator"]:
        return None
    if match.start("value") - last.end > _CHANGE_REACH or (not match["unit"] and _YEAR.fullmatch(match["value"])):
        return None
    if match["unit"] and last.unit and match["unit"].lower() != last.unit.lower():
        return None
    if not match["unit"] and begins_date(text, match.start("value")):
        return None
    gap = (last.end, match.start("value"))
    later = _ARROW.fullmatch(text, *gap) or _NOW.fullmatch(text, *gap) or _of_now(text, gap, match)
    if later is None and not _CHANGE.fullmatch(text, *gap):
        return None
    return _Named(match.start("value"), last.analyte, last.measure_id, superseded=later is None)


def _of_now(text: str, gap: tuple[int, int], match: re.Match[str]) -> re.Match[str] | None:
    """Whether a value after the circumstances of an earlier one is that of now, by the word before it or after it."""
    then = _THEN.fullmatch(text, *gap)
    return then if then and (then["now"] or _IS_NOW.match(text, match.end())) else None


def _supersede(later: _Named, *before: list[Quantity]) -> None:
    """Mark the value that a later one of the same measure follows as the earlier one."""
    found = [(one.end, place, rows) for rows in before for place, one in enumerate(rows) if one.end <= later.start]
    _, place, rows = max(found, key=lambda one: one[0])
    rows[place] = replace(rows[place], superseded=True)


def plausible_ranges(measure_id: str) -> list[tuple[float, float, str]]:
    """What values a measure has in a living body, by unit: lowest, highest, unit; empty where none are known."""
    return list(_rules().plausible.get(measure_id, ()))


def _fits(named: _Named, match: re.Match[str], rules: _Rules) -> bool:
    """Whether a short name can be meant with this value: "K 2.5 mg" is no potassium, "T 4" no temperature."""
    if not named.short:
        return True
    row = measure(named.measure_id)
    ranges = rules.plausible.get(named.measure_id)
    value = _number(match["value"])
    if match["unit"] and row is not None:
        canonical = row.to_canonical(value, match["unit"])
        own = [(low, high) for low, high, unit in ranges or () if unit == row.unit]
        if canonical is None or (own and not any(low <= canonical <= high for low, high in own)):
            return False
    return bool(match["unit"]) or ranges is None or any(low <= value <= high for low, high, _ in ranges)


def _meant_unit(text: str, measure_id: str, value: float, rules: _Rules) -> str:
    """The unit that is meant where none is written: by the measure, by the range that the value fits, by the text's own units."""
    if measure_id in rules.meant_units:
        return rules.meant_units[measure_id]
    fitting = [unit for low, high, unit in rules.plausible.get(measure_id, ()) if low <= value <= high]
    if len(fitting) > 1:
        fitting = (
            [unit for unit in fitting if ("mol/" in unit) == (unit_system(text) == "SI")] if unit_system(text) else []
        )
    return fitting[0] if fitting else ""


def _vital(text: str, one: Vital, rules: _Rules) -> Quantity:
    row = measure(one.measure_id)
    meant = one.unit or _meant_unit(text, one.measure_id, one.value, rules)
    return Quantity(
        one.start,
        one.end,
        text[one.start : one.end],
        one.value,
        high=one.high,
        unit=one.unit,
        analyte=one.name,
        measure_id=one.measure_id,
        canonical_value=_canonical(row, one.value, meant),
        canonical_high=_canonical(row, one.high, meant),
        canonical_unit=row.unit if row and _canonical(row, one.value, meant) is not None else "",
        meant_unit=meant,
    )


def _is_pressure(match: re.Match[str], named: _Named | None) -> bool:
    """Whether two numbers with a slash between them are a blood pressure, and not a date or a fraction."""
    if named:
        return named.measure_id in {"LAB:bp", "LAB:sbp", "LAB:dbp"}
    return (match["unit"] or "").lower().replace(" ", "") == "mmhg"


def _next_pressure(text: str, match: re.Match[str], before: list[Quantity]) -> _Named | None:
    """The blood pressure that two numbers are without its name beside them; None for a date or a fraction."""
    return _Named(match.start("value"), "BP", "LAB:bp") if is_another_pressure(text, match, before) else None


def _without_time(text: str, match: re.Match[str], end: int, rules: _Rules) -> re.Match[str]:
    """A value without the "in" that begins a time after it: "41 in June"."""
    if (match["unit"] or "").lower() != "in" or not _IN_A_TIME.match(text, match.end("unit")):
        return match
    return rules.without_unit.match(text, match.start(), end) or match


def _is_score(named: _Named | None) -> bool:
    """Whether the number after a slash is the most that a scale gives: "Barthel 9/20"."""
    row = measure(named.measure_id) if named else None
    return row is not None and row.unit == "{score}"


def _quantity(text: str, match: re.Match[str], named: _Named | None, rules: _Rules) -> Quantity:
    unit = match["unit"] or ""
    if match["diastolic"] and named is None:
        named = _Named(match.start(), "", "LAB:bp")
    value = _number(match["value"])
    if named and named.measure_id == "LAB:weight" and _is_of_birth(text, named.start):
        named = named._replace(measure_id="LAB:birth_weight")
    row = measure(named.measure_id) if named else None
    if row and row.id in _SIGNED and text[match.start("value") - 1 : match.start("value")] in "-−":
        value = -value
    upper = match["high"] or (None if _is_score(named) else match["diastolic"])
    high = _number(upper) if upper else None
    written = (match["comparator"] or match["after"] or "=").lower()
    meant = unit or (_meant_unit(text, row.id, value, rules) if row else "")
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
        superseded=bool(named and named.superseded),
        meant_unit=meant,
    )


_AT_BIRTH = re.compile(r"\b(?:born|delivered)\b[^.\n]*$", re.IGNORECASE)
_LONGEST_BIRTH = 80


def _is_of_birth(text: str, start: int) -> bool:
    """Whether a weight is the one at birth: "born at term weighing 3.1 kg"."""
    return _AT_BIRTH.search(text, max(0, start - _LONGEST_BIRTH), start) is not None


def _number(written: str) -> float:
    return float(written.replace(",", ""))


def _canonical(row: Measure | None, value: float | None, unit: str) -> float | None:
    return row.to_canonical(value, unit) if row and value is not None and unit else None


_LONGEST_CHALLENGE = 60
_CHALLENGE = re.compile(
    r"\s(?:after|post|following)[\s-](?:an?\s)?(?:overnight\s)?(?:\d{1,3}(?:\.\d)?\s?(?:mg|mcg|g)\s)?(?:overnight\s|oral\s|low[- ]dose\s)?"
    r"(?:ODST|LDDST|DST|dex(?:amethasone)?(?:\ssuppression)?(?:\stest)?|synacthen|tetracosactide|ACTH|TRH|GnRH|glucose(?:\sload)?|OGTT|GTT)"
    r"(?:\s(?:was|is|of)|\s?[:=])?$",
    re.IGNORECASE,
)
"""A test under which a substance is measured, between its name and its value: "cortisol after 1 mg ODST 38 nmol/L"."""


def _measure_before(text: str, tokens: list[re.Match[str]], stop: int, rules: _Rules) -> _Named | None:
    """The measure whose name ends before a token, across words such as "level was"."""
    if stop and (
        challenge := _CHALLENGE.search(
            text, max(tokens[0].start(), tokens[stop - 1].end() - _LONGEST_CHALLENGE), tokens[stop - 1].end()
        )
    ):
        stop = bisect_left([token.start() for token in tokens], challenge.start() + 1)
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
        short = rules.short_names.get(words)
        if found or short:
            start, end = tokens[stop - length].start(), tokens[stop - 1].end()
            return _Named(start, text[start:end], short or found or "", bool(short) or len(words) <= 2)
    return None
