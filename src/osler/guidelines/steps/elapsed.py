"""How long ago something was, where a recommendation asks for it: "within 72 hours of", "not smoked for 15 years"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from osler.guidelines.checking.lexicon import any_of
from osler.yaml_reader import packaged_yaml

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10, "twelve": 12}
_TIME = (
    rf"(?P<number>\d+(?:\.\d+)?|{'|'.join(_NUMBERS)})[\s-]*(?P<unit>hours?|hrs?|days?|weeks?|wks?|months?|years?|yrs?)"
)
_DAYS = {"h": 1 / 24, "d": 1.0, "w": 7.0, "m": 365.25 / 12, "y": 365.25}
_AT_MOST = re.compile(
    rf"\b(?:within(?: the)?(?: past| last| first)?|up to|(?:less|fewer) than|no (?:more|later) than|before|in the (?:past|last|first))\s+{_TIME}\b",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(
    rf"\b(?:more than|at least|over|longer than|(?<=not smoked )for(?: at least| more than)?|after|from)\s+{_TIME}\b",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"\b{_TIME}\s+(?:ago|earlier|previously|since|after|post-?\s?(?:partum|natal)(?:ly)?)\b|\b(?:for|since)\s+{_TIME.replace('<number>', '<number2>').replace('<unit>', '<unit2>')}\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.;](?!\d)\s*")
_AROUND = 60
"""Letters before and after a time in which what it is counted from is named."""


class Elapsed(NamedTuple):
    """The times that a text asks for and that what was told of the patient meets, and does not."""

    met: tuple[str, ...]
    unmet: tuple[str, ...]
    untold: tuple[str, ...] = ()
    """The events from which a text counts and of which nothing was told."""


class _Bound(NamedTuple):
    event: str
    days: float
    at_least: bool
    words: str


class _Event(NamedTuple):
    named: re.Pattern[str]
    still: re.Pattern[str] | None


def elapsed(text: str, told: Iterable[str]) -> Elapsed:
    """The times since an event that a text asks for, held against how long ago it was told to be."""
    met: list[str] = []
    unmet: list[str] = []
    untold: list[str] = []
    said = list(told)
    for bound in _bounds(text):
        ago = next((one for clause in said for one in _ago(clause, bound.event)), None)
        if ago is None:
            still = _events()[bound.event].still
            if still is None or not any(still.search(one) for one in said):
                untold.append(f"how long ago: {bound.event}")
            elif bound.at_least:
                unmet.append(f"it is for people {bound.words} after {bound.event}; the patient is not so")
            continue
        days, words = ago
        inside = days >= bound.days if bound.at_least else days <= bound.days
        (met if inside else unmet).append(f"{bound.event} was {words}; it is for {bound.words}")
    return Elapsed(tuple(met), tuple(unmet), tuple(untold))


def _bounds(text: str) -> list[_Bound]:
    found = []
    for pattern, least in ((_AT_MOST, False), (_AT_LEAST, True)):
        for match in pattern.finditer(text):
            event = _event_near(text, match)
            if event:
                found.append(
                    _Bound(event, _days(match["number"], match["unit"]), least, " ".join(match.group().split()))
                )
    return found


def _ago(clause: str, event: str) -> list[tuple[float, str]]:
    """How long ago an event is told to be, in days and in words."""
    found = []
    for part in _CLAUSE.split(clause):
        for match in _TOLD.finditer(part):
            if _event_near(part, match) == event:
                number, unit = match["number"] or match["number2"], match["unit"] or match["unit2"]
                found.append((_days(number, unit), f"{number} {unit} ago"))
    return found


def _event_near(text: str, match: re.Match[str]) -> str:
    """The event that a time is counted from: the nearest that is named behind it, or before it."""
    after = text[match.start() : match.end() + _AROUND]
    before = text[max(0, match.start() - _AROUND) : match.end()]
    for stretch, nearest in ((after, False), (before, True)):
        places = [
            (max if nearest else min)(one.start() for one in row.named.finditer(stretch))
            if row.named.search(stretch)
            else None
            for row in _events().values()
        ]
        named = [(place, name) for place, name in zip(places, _events(), strict=True) if place is not None]
        if named:
            return (max if nearest else min)(named)[1]
    return ""


def _days(number: str, unit: str) -> float:
    return (_NUMBERS.get(number.lower()) or float(number)) * _DAYS[unit[0].lower()]


@cache
def _events() -> dict[str, _Event]:
    table = packaged_yaml("osler.guidelines", "elapsed.yml")
    return {
        name: _Event(any_of(row["names"]), any_of(row["still"]) if "still" in row else None)
        for name, row in table.items()
    }
