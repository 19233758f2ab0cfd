"""A measure and the one number that a clause gives: in whatever order, by whatever verb, in figures or in words."""

from __future__ import annotations

import re

from osler.consult.record.called import measure_named
from osler.consult.record.time_words import MONTHS
from osler.core.language import NUMBER_OF_WORD, ONES, TENS
from osler.core.terminology import Measure

_BELOW_HUNDRED = (
    rf"(?:(?:{'|'.join(TENS)})(?:[- ](?:{'|'.join(ONES[:9])})\b)?|{'|'.join(sorted(ONES, key=len, reverse=True))})"
)
_SPELLED = re.compile(
    rf"\b(?:(?:(?P<hundreds>an?|{'|'.join(ONES[:9])}) hundred(?: and)?|(?P<one>one)(?= (?:{'|'.join(TENS)}|ten|eleven|twelve|\w+teen)\b))(?: (?P<rest>{_BELOW_HUNDRED}))?"
    rf"|(?P<small>{_BELOW_HUNDRED})(?P<point>(?: point (?:zero|{'|'.join(ONES[:9])}))+)?)\b",
    re.IGNORECASE,
)
_SMALLEST = 20
"""From here on a number in words is a value; smaller ones count hours and tablets."""
_IS_A_VALUE = re.compile(
    r"\s*(?:(?:milligrams?|mgs?|micrograms?|mcgs?|grams?|millilit(?:er|re)s?|mls?|units?|percent|per cent|kilos?|kg|pounds?|lbs?|stones?)\b|(?:before|after) (?:breakfast|lunch|dinner|tea|meals?|eating|food)\b)",
    re.IGNORECASE,
)
"""What stands behind a value, however small it is."""


def in_figures(text: str) -> str:
    """A text in which what is said for a value stands in figures: "ninety-one", "one forty over ninety", "six point five"."""
    return _SPELLED.sub(_figure, text)


def _figure(match: re.Match[str]) -> str:
    hundreds = match["hundreds"] or match["one"]
    if hundreds:
        high = {"a": 1, "an": 1}.get(hundreds.lower()) or NUMBER_OF_WORD[hundreds.lower()]
        return str(100 * high + (_below(match["rest"]) if match["rest"] else 0))
    value = _below(match["small"])
    if match["point"]:
        after = [
            {"zero": 0}.get(word, NUMBER_OF_WORD.get(word, 0))
            for word in match["point"].lower().split()
            if word != "point"
        ]
        return f"{value}.{''.join(str(digit) for digit in after)}"
    said_of = _IS_A_VALUE.match(match.string, match.end()) or match.string[: match.start()].endswith("stone ")
    return str(value) if value >= _SMALLEST or said_of else match.group()


def _below(said: str) -> int:
    return sum(NUMBER_OF_WORD[word] for word in re.split(r"[- ]", said.lower()))


_MONTH = rf"(?:{'|'.join(sorted({name[:3] for name in MONTHS}))})[a-z]*"
_NO_VALUE = re.compile(
    r"\b(?:19|20)\d\d(?:-\d\d?){0,2}\b|\b\d{1,2}(?:st|nd|rd|th)\b"
    rf"|\b\d{{1,2}} (?:of )?{_MONTH}\b|\b{_MONTH} \d{{1,2}}\b|\b\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}\b"
    r"|\b\d{1,2}(?::\d\d)? ?(?:am|pm|o'?clock)\b|\b\d{1,2}:\d\d\b|\b(?:at|around|by|till|until) \d{1,2}(?= *(?:$|[,;.]|in the|this|last|today|yesterday))"
    r"|\b\d+(?:\.\d+)?[- ]?(?:hours?|hrs?|h|minutes?|mins?|days?|weeks?|wks?|months?|years?|yrs?|times|x|tablets?|pills?|puffs?|mg|mcg|µg|g|grams?|ml|iu|units?|km|miles?|steps|cigarettes|glasses|cups)(?![/\w])"
    r"|\b(?:stage|type|grade|day|week|room|bed|number|no\.?|age|aged|of) \d+\b|\bb-?12\b|\bvitamin [a-z]\d+\b",
    re.IGNORECASE,
)
"""Numbers that tell when, how often or how much of something else."""
_NUMBER = re.compile(
    r"(?<![\w./-])(?P<value>\d+(?:[.,]\d+)?)(?![\d/]|[.,]\d)(?P<unit>\s*(?:%|°\s?[cf]|[a-zµ]+(?:/[a-z0-9.]+)?))?",
    re.IGNORECASE,
)
COMPARED = re.compile(
    r"[<>≤≥]|\b(?:not|never|n't|under|below|less than|above|over|more than|at least|at most|between)\s*$", re.IGNORECASE
)
SHORT_UNITS = {
    "mmol": "mmol/L",
    "mmols": "mmol/L",
    "beats": "/min",
    "bpm": "/min",
    "kilos": "kg",
    "kilo": "kg",
    "pounds": "lb",
    "percent": "%",
}


def numbers_in(text: str) -> list[tuple[int, int, float, str]]:
    """The numbers of a text that may be values, each with its place and the word behind it, which may be a unit."""
    blank = _NO_VALUE.sub(lambda match: " " * len(match.group()), text)
    found = []
    for match in _NUMBER.finditer(blank):
        unit = (match["unit"] or "").strip().lower()
        found.append(
            (match.start(), match.end("value"), float(match["value"].replace(",", ".")), SHORT_UNITS.get(unit, unit))
        )
    return found


def lone_value(text: str) -> tuple[Measure, float, str] | None:
    """The measure that a text names and the only number that can be its value, with a unit where one is said."""
    row = measure_named(text)
    if row is None:
        return None
    numbers = numbers_in(text)
    if len(numbers) != 1 or COMPARED.search(text[: numbers[0][0]]):
        return None
    _, _, value, unit = numbers[0]
    written = unit if unit and row.to_canonical(value, unit) is not None else ""
    return row, value, written


_SMALL = {word: NUMBER_OF_WORD[word] for word in ONES[:11]}
_TALL = re.compile(
    rf"\b(?P<feet>four|five|six) (?:foot|feet|ft)\b(?: (?P<inches>{'|'.join(_SMALL)}))?\b", re.IGNORECASE
)


def in_feet(text: str) -> str:
    """A text in which a height in words stands in figures: "five foot nine"."""
    return _TALL.sub(_feet_of, text)


def _feet_of(match: re.Match[str]) -> str:
    inches = _SMALL.get((match["inches"] or "").lower(), "")
    return f"{_SMALL[match['feet'].lower()]} ft {inches}".rstrip()
