"""The measured values that a text states, each in its measure's own unit."""

from __future__ import annotations

import re
import sys
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from osler.core.language import AnalysedText, Quantity, is_of_a_fluid, replaced_places
from osler.core.safety.conditions import OWN_MEASURES
from osler.core.safety.function_tests import is_of_a_test
from osler.core.safety.units import EITHER, bare_unit, has_units, spoken_unit
from osler.core.terminology import measure
from osler.yaml_reader import packaged_yaml

_REFERENCE = re.compile(r"\b(?:normal|reference|ref|range|target|goal|n)[\s.:=(<>]*$", re.IGNORECASE)
_LOOK_BACK = 14
_AROUND = 60
"""Characters after a value within which its own remark stands: that it is usual, haemolysed, or was repeated."""
_REPEATED = re.compile(
    r"\b(?:repeat(?:ed)?|re-?check(?:ed)?|re-?test(?:ed)?)\b(?:[\s,:=(–-]|\b(?:was|is|now|of|and|then|value|level|result|sample|test|later|at|on|it|to|came|back|as|only|normal"
    r"|venous|arterial|lab|laboratory|serum|today|immediately|showed|gave|non-?ha?emolysed)\b|\b\d+\s?(?:h|hrs?|hours?|mins?|minutes?)\b)*"
    r"(?<![A-Za-z\d])(?P<value>\d+(?:\.\d+)?)(?![\d/]|\s*(?:h|hours?|min|minutes?|days?|weeks?|times)\b)",
    re.IGNORECASE,
)
"""A value that was measured again, and takes the place of the one before."""
_ARM_PRESSURE = re.compile(
    r"\b(?P<side>left|right|L|R)\s+(?:upper\s+)?(?:arm|side|UL)?\s*(?:BP|blood pressure)?\s*(?:of|was|is|=|:)?\s*"
    r"(?P<sbp>\d{2,3})\s*/\s*\d{2,3}\b",
    re.IGNORECASE,
)
"""A blood pressure that is told of one arm."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9+ -]*?(?=\W*\d)")
_NO_UNIT = ("", None, "in")
"""What stands where a unit would: nothing, or the "in" of "glucose 1.8 in a jittery newborn", which measures no length."""
_WITHOUT_UNIT = "_without_unit"
"""What the name of a measure gets where its number may be in either of two units."""
_MESSAGE = 300
"""Characters of the longest text that is taken for a message and not for a note."""
_PRESSURES = frozenset({"sbp", "dbp"})
_TWO_NUMBERS = re.compile(r"(?<![\d/.])(?P<high>\d{2,5})\s*(?:/|over)\s*(?P<low>\d{1,4})(?![\d/])", re.IGNORECASE)
_BESIDE = 80
"""Characters within which the pressures of both arms are one measurement."""


class WrittenValue(NamedTuple):
    """A value where a text states it."""

    start: int
    end: int
    measure: str
    value: float
    comparator: str = "="
    high: float | None = None
    """The upper end where a range is written."""
    doubted: bool = False
    """Whether the text itself doubts it: a haemolysed sample, a probe that fell off."""


def written_values(text: AnalysedText) -> list[WrittenValue]:
    """Every value of a known measure, in order; a reference range is none."""
    quantities = [quantity for quantity in text.quantities if not quantity.threshold]
    found = [value for quantity in quantities for value in _of_quantity(quantity, text.text)]
    for name, patterns in _patterns().items():
        for pattern in patterns:
            for match in pattern.finditer(text.text):
                if _is_known(found, name, match.end(1)):
                    continue
                read = _read(name, float(match[1]), _unit_after(text.text, match.end(1)), text.text)
                found += [WrittenValue(match.start(), match.end(1), *read)] if read else []
    found += _between_arms(text.text)
    if len(text.text) <= _MESSAGE:
        found += _in_a_message(text, found)
    stated = [
        value
        for value in sorted(found)
        if not _REFERENCE.search(text.text[max(0, value.start - _LOOK_BACK) : value.start])
        and not _marks()["counted"].match(text.text, value.end)
        and not _marks()["aim"].match(text.text, value.end)
        and not _is_an_angle(text.text, value)
        and not _is_a_year(text.text, value)
        and not _is_of_a_fluid(text.text, value)
        and not _is_anothers(text.text, value)
        and _is_possible(value)
        and not _is_of_a_slip(text.text, value)
        and not _is_of_a_test(text, value)
    ]
    return _of_now(
        text.text, stated, sorted({*(value.start for value in found), *(one.start for one in text.quantities)})
    )


_YEAR = r"(?:19|20)\d\d"
_A_YEAR = re.compile(
    rf"\b(?:(?:between|from)\s{_YEAR}\s?(?:and|to|-|–)\s?{_YEAR}|(?:between|since|in|until|till|before|after|during)\s{_YEAR})\Z",
    re.IGNORECASE,
)
_A_UNIT_FOLLOWS = re.compile(r"\s?(?:[×x]\s?10|[µu]?(?:mol|kat)|[mnµu]?I?U\b|[kmnpµu]?g\b|/|%|°)")
_MOVED = re.compile(
    r"\b(?:rose|risen|rising|went|gone|up|fell|fallen|falling|down|dropp\w+|climb\w+|jump\w+)\s+from\Z", re.IGNORECASE
)


def _is_a_year(text: str, value: WrittenValue) -> bool:
    """Whether a bare number behind a word of time is a year: "glucose between 2015 and 2017"."""
    found = _A_YEAR.search(text, 0, value.end)
    if found is None or _A_UNIT_FOLLOWS.match(text, value.end):
        return False
    return not _MOVED.search(text[: found.start() + len("from")])


def _is_an_angle(text: str, value: WrittenValue) -> bool:
    """Whether degrees without the name of a temperature are those of a curve or a joint: "scoliosis of 25 degrees"."""
    bare = value.measure == "temperature" and text[value.start].isdigit()
    return bare and bool(_marks()["angle"].search(text[max(0, value.start - _AROUND) : value.start]))


def _is_of_a_fluid(text: str, value: WrittenValue) -> bool:
    """Whether a value is one of urine or another fluid, and no value of the blood: "urine potassium 8"."""
    named = _NAME.match(text, value.start, value.end)
    sentence = (
        max(text.rfind(". ", 0, value.start), text.rfind("\n", 0, value.start), text.rfind(";", 0, value.start)) + 1
    )
    return named is not None and is_of_a_fluid(text, sentence, named.span(), value.end)


def _is_of_a_test(text: AnalysedText, value: WrittenValue) -> bool:
    sentence = text.sentence_holding(value.start)
    return sentence is not None and is_of_a_test(text.text, (sentence.start, sentence.end), (value.start, value.end))


def _is_anothers(text: str, value: WrittenValue) -> bool:
    """Whether the word before a name makes it another measure's: "transferrin saturation 88 %"."""
    pattern = _table()["another's"].get(value.measure)
    before = text[max(0, value.start - _LOOK_BACK * 2) : value.start]
    return pattern is not None and re.search(pattern, before, re.IGNORECASE) is not None


def _is_known(found: list[WrittenValue], name: str, end: int) -> bool:
    """Whether a number that ends there was read already."""
    return any(value.measure in (name, f"{name}{_WITHOUT_UNIT}") and value.start < end <= value.end for value in found)


def _of_now(text: str, stated: list[WrittenValue], measured: list[int]) -> list[WrittenValue]:
    """The values that speak of now: those that are usual for the patient, and those no further out than these, left out.

    A value that was repeated gives way to the repeat, an earlier one to that of today; one that the text doubts is kept as doubted.
    A number that was repeated is that of the measure named last; `measured` is where each is named.
    """
    usual = [value for value in stated if _is_usual(text, value)]
    replaced = replaced_places(text, [(value.start, value.end, value.measure) for value in stated], by_now=True)
    found = []
    for value in stated:
        if (value.start, value.end) in replaced:
            continue
        known = [one for one in usual if one.measure == value.measure]
        if known and min(one.value for one in known) <= value.value <= max(one.high or one.value for one in known):
            continue
        remark = _remark(text, value)
        repeat = _REPEATED.search(text, value.end, min(_next_measured(value, measured), value.end + _AROUND))
        again = _canonical(value.measure, float(repeat["value"]), None) if repeat else None
        if repeat and again is not None:
            found.append(WrittenValue(repeat.start(), repeat.end(), value.measure, again))
        else:
            incidental = value.measure == "spo2" and _marks()["incidental"].match(text, value.end)
            found.append(value._replace(doubted=bool(incidental or _marks()["doubted"].search(remark))))
    return sorted(found)


def _next_measured(value: WrittenValue, measured: list[int]) -> int:
    """Where the next measure is named after a value; what was repeated behind that is that one."""
    return next((start for start in measured if start >= value.end), sys.maxsize)


def _is_usual(text: str, value: WrittenValue) -> bool:
    """Whether a value is told as what the patient always has, and nothing beside it says that it is worse now."""
    before = re.split(r"[.;]\s", text[max(0, value.start - _AROUND // 2) : value.start])[-1]
    remark = re.split(r"[.;]\s", _remark(text, value))[0]
    if _marks()["worse"].search(before + " " + remark):
        return False
    lasting = _marks()["lasting"].match(text, value.end)
    return bool(lasting or _marks()["usual_before"].search(before) or _marks()["usual"].search(remark))


def _remark(text: str, value: WrittenValue) -> str:
    """What stands after a value and can be said of it."""
    return text[value.end : value.end + _AROUND]


def _in_a_message(text: AnalysedText, known: list[WrittenValue]) -> list[WrittenValue]:
    """The numbers without a name that a short message can only mean in one way, where nothing else claims them."""
    claimed = [(quantity.start, quantity.end) for quantity in text.quantities]
    claimed += [(time.start, time.end) for time in text.times]
    claimed += [(value.start, value.end) for value in known]
    return [
        WrittenValue(match.start(), match.end(1), name, value)
        for name, patterns in _patterns("in_messages").items()
        for pattern in patterns
        for match in pattern.finditer(text.text)
        if not any(start < match.end(1) and match.start() < end for start, end in claimed)
        and (value := _canonical(name, float(match[1]), None)) is not None
    ]


def _between_arms(text: str) -> list[WrittenValue]:
    """The difference of systolic pressure where a text gives it for the left and for the right arm."""
    told = list(_ARM_PRESSURE.finditer(text))
    return [
        WrittenValue(
            one.start(), other.end(), "arm_pressure_difference", float(abs(int(one["sbp"]) - int(other["sbp"])))
        )
        for one, other in pairwise(told)
        if one["side"][0].lower() != other["side"][0].lower() and other.start() - one.end() < _BESIDE
    ]


def _of_quantity(quantity: Quantity, text: str) -> list[WrittenValue]:
    if quantity.measure_id is None:
        return []
    name = quantity.measure_id.removeprefix("LAB:")
    name = "glucose" if name == "fasting_glucose" else name
    value = quantity.canonical_value
    bare = quantity.unit in _NO_UNIT
    if bare and (value is None or spoken_unit(name, quantity.value, text)):
        name, value = _read(name, quantity.value, None, text) or (name, None)
    if value is None:
        return []

    def written(measure_name: str, number: float) -> WrittenValue:
        high = quantity.canonical_high if measure_name == name else None
        return WrittenValue(quantity.start, quantity.end, measure_name, number, quantity.comparator, high)

    if name == "bp":
        return [written("sbp", value), *([written("dbp", quantity.canonical_high)] if quantity.canonical_high else [])]
    return [written(name, value)]


def _read(name: str, value: float, unit: str | None, text: str) -> tuple[str, float] | None:
    """The measure and the value in its own unit; a number that may be in either of two keeps its number and says so."""
    if unit is None and bare_unit(name, value, text) == EITHER:
        return f"{name}{_WITHOUT_UNIT}", value
    canonical = _canonical(name, value, unit, text)
    return None if canonical is None else (name, canonical)


def _canonical(name: str, value: float, unit: str | None, text: str = "") -> float | None:
    """A value in its measure's own unit; a bare number is taken in the unit in which it is possible."""
    row = measure(f"LAB:{name}")
    if name in OWN_MEASURES or row is None:
        return value
    if unit is None:
        if not has_units(name):
            return value if name in {"gcs", "sbp", "dbp", "heart_rate", "respiratory_rate", "inr"} else None
        unit = bare_unit(name, value, text)
    return row.to_canonical(value, unit) if unit and unit != EITHER else None


def _unit_after(text: str, end: int) -> str | None:
    """The temperature scale that follows a number."""
    found = re.match(r"\s?(?:°|degrees|deg)?\s?([CF])\b", text[end : end + 12])
    return None if found is None else "Cel" if found[1] == "C" else "[degF]"


@cache
def _table() -> Any:
    return packaged_yaml(__package__, "values.yml")


def _is_possible(value: WrittenValue) -> bool:
    lowest, highest = _table()["possible"].get(value.measure, (float("-inf"), float("inf")))
    return bool(lowest <= value.value <= highest)


def _is_of_a_slip(text: str, value: WrittenValue) -> bool:
    """Whether a pressure is one of two numbers that no body has together: "300/20", "1200/80"."""
    if value.measure not in _PRESSURES:
        return False
    possible = _table()["possible"]
    _, highest = possible["sbp"]
    _, widest = possible["pulse_pressure"]
    return any(
        pair.start() < value.end
        and value.start < pair.end()
        and (int(pair["high"]) > highest or int(pair["high"]) - int(pair["low"]) > widest)
        for pair in _TWO_NUMBERS.finditer(text)
    )


@cache
def _marks() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _table()["marks"].items()}


@cache
def _patterns(kind: str = "written") -> dict[str, list[re.Pattern[str]]]:
    listed: dict[str, list[str]] = {name: list(patterns) for name, patterns in _table()[kind].items()}
    if kind == "written":
        for name, (labels, number) in _table()["labels"].items():
            listed.setdefault(name, []).extend(
                shape.format(label=labels, number=number) for shape in _table()["shapes"]
            )
    return {name: [re.compile(pattern, re.IGNORECASE) for pattern in patterns] for name, patterns in listed.items()}
