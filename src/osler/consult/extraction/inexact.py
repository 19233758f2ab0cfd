"""Amounts that are no number: "9 something", "38-ish", "91 to 93"; none of them is noted as a value, and they are asked back."""

from __future__ import annotations

import re

from osler.consult.extraction.clauses import clauses
from osler.consult.extraction.everyday_measures import as_measured, measure_meant
from osler.consult.extraction.lone import in_figures, numbers_in
from osler.consult.extraction.told import plainly
from osler.consult.extraction.types import MeasurementEntry
from osler.consult.record.called import measure_named

_NUMBER = r"(?<![\d./-])\d{1,3}(?:[.,]\d+)?"
_UNIT = r"(?:\s?(?:%|°?\s?[cf]\b|kgs?|kilos?|stones?|lbs?|pounds|bpm|mmol(?:/l)?|mg/dl))?"
_OF_TIME = r"(?!\s*(?:[ap]m|o'?clock|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|wks?|months?|mths?|years?|yrs?|times|x|tablets?|pills?|puffs?|steps|miles?|km|units?|people)\b)"
_MORE = r"(?:[ -]?ish\b|\s(?:point )?(?:something|summat|summink|odd\b|or so\b|or thereabouts|and a bit|and something|and change))"
_OVER = r"\s*(?:/|over|on)\s*"
_VAGUE = re.compile(
    rf"(?:{_NUMBER}{_OVER})?{_NUMBER}{_UNIT}{_MORE}{_OF_TIME}(?:{_OVER}\d{{2,3}}(?:{_MORE})?)?", re.IGNORECASE
)
"""A number and what makes it another one that is not told; of a blood pressure both, for half a reading is none."""
_BOTH_RANGES = re.compile(
    rf"{_NUMBER}\s*(?:to|-|–)\s*\d{{2,3}}{_OVER}\d{{2,3}}(?:\s*(?:to|-|–)\s*\d{{2,3}})?(?![\d./-])", re.IGNORECASE
)
"""A blood pressure that moves between two: "130-150 over 80-90"."""
_RANGE = re.compile(
    rf"(?<!from )(?P<low>{_NUMBER}){_UNIT}\s*(?:to|or|-|–|and)\s*(?P<high>\d{{1,3}}(?:[.,]\d+)?)(?![\d./-]){_OF_TIME}",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:from|went|gone|goes|rose|risen|fell|fallen|dropp?ed|down|up|then|first|now|range|normal|reference|between the ages)\b",
    re.IGNORECASE,
)
"""Beside these two numbers are no range of one value."""
_HALF = re.compile(
    r"(?<![\d./])(\d{1,3})(\s?(?:kgs?|kilos?|degrees?|stones?|pounds))?\s(?:and a half|1/2|½)(?![\w/])", re.IGNORECASE
)
_PAIRED = "LAB:bp"


def with_halves(text: str) -> str:
    """A text in which a half stands in figures: "38 and a half" is 38.5."""
    return _HALF.sub(r"\1.5\2", text)


def without_inexact(text: str) -> str:
    """A clause without the amounts that are no number."""
    for written in _amounts(text):
        text = text.replace(written, " ")
    return text


def inexact(message: str) -> list[str]:
    """The clauses that tell of the patient's own measure an amount that is no number, as they were written."""
    found = []
    for clause in clauses(plainly(message)):
        if not clause.states_own or clause.target or clause.hypothetical:
            continue
        text = as_measured(with_halves(in_figures(clause.text)))
        if _amounts(text) and measure_meant(text):
            found.append(clause.text.strip(" .,;!"))
    return found


def roughly(entry: MeasurementEntry) -> str | None:
    """How a value was told that is only about right: "about 9", "about 140 over 90"; None where it was told as it is."""
    told = re.search(rf"\b{_ABOUT}\.? (?:\d{{2,3}}{_OVER})?{entry.value:g}(?![\d.]\d|\d)", entry.quote, re.IGNORECASE)
    return told.group() if told is not None else None


_ABOUT = (
    r"(?:about|around|roughly|approximately|approx\.?|nearly|almost|circa|just (?:under|over)|a bit (?:under|over))"
)


def _amounts(text: str) -> list[str]:
    """The amounts of a clause that are no number."""
    found = [match.group() for vague in (_VAGUE, _BOTH_RANGES) for match in vague.finditer(text)]
    spans = [] if found or _CHANGES.search(text) else list(_RANGE.finditer(text))
    spans = [one for one in spans if float(one["low"].replace(",", ".")) < float(one["high"].replace(",", "."))]
    row = measure_named(text)
    if not spans or row is None or row.id == _PAIRED or any(_is_of_two(one, text) for one in spans):
        return found
    within = [number for number in numbers_in(text) if any(one.start() <= number[0] < one.end() for one in spans)]
    return [one.group() for one in spans] if len(within) == len(numbers_in(text)) else []


def _is_of_two(span: re.Match[str], text: str) -> bool:
    """Whether an "and" stands between two values: it spans one only after "between"."""
    return " and " in span.group() and re.search(r"\bbetween\s*$", text[: span.start()], re.IGNORECASE) is None
