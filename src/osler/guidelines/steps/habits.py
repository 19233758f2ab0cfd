"""How much somebody smokes or drinks, where a recommendation counts it: "15 or more cigarettes a day", "a 20 pack-year history"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from osler.guidelines.types import PatientFacts
from osler.yaml_reader import packaged_yaml

_DAYS = {"day": 1.0, "daily": 1.0, "week": 7.0, "weekly": 7.0}
_BEFORE = (
    r"(?:(?P<more>at least|more than|over|above|[>≥])|(?P<less>at most|fewer than|less than|under|below|up to|[<≤]))"
)
_AFTER = r"\s*(?:(?P<up>or (?:more|over|above)|\+)|(?P<down>or (?:fewer|less|under)))"
_NUMBER = r"(?P<number>\d+(?:\.\d+)?|half an?|an?|one|two|three)(?:\s*(?:-|–|to)\s*(?P<high>\d+(?:\.\d+)?))?"
_WORDS = {"half a": 0.5, "half an": 0.5, "a": 1.0, "an": 1.0, "one": 1.0, "two": 2.0, "three": 3.0}

_SMOKES = re.compile(
    r"\b(?:smok(?:es?|ing|er)|current(?:ly)?|(?:tobacco|nicotine) (?:dependence|addiction|use disorder))\b",
    re.IGNORECASE,
)
_SMOKES_NOT = re.compile(
    r"\b(?:never|non-?smok\w+|ex-?smok\w+|former\w*|(?<!to )(?<!me )(?<!him )(?<!her )(?<!them )(?<!us )(?<!help )quit|stopped|gave up|no longer|not|denies|remission|history of|parents?)\b",
    re.IGNORECASE,
)
_LEAST = 1e-6
"""What lies between a limit and what is beyond it."""


class Habits(NamedTuple):
    """The amounts that a text asks for and that what was told of the patient meets, and does not; those of which nothing was told."""

    met: tuple[str, ...]
    unmet: tuple[str, ...]
    untold: tuple[str, ...] = ()


class _Count(NamedTuple):
    low: float
    high: float
    at_least: bool
    words: str


def smokes(patient: PatientFacts) -> bool:
    """Whether somebody is told to smoke, and not to have stopped or never begun."""
    named = [one for one in patient.problems if re.search(r"smok|tobacco|nicotine", one, re.IGNORECASE)]
    told = [one for one in (patient.smoking, *named, *patient.noted) if _SMOKES.search(one)]
    return bool(told) and not any(_SMOKES_NOT.search(one) for one in told)


def habits(text: str, told: Iterable[str]) -> Habits:
    """The amounts of a habit that a text asks for, held against what the patient is told to smoke or drink."""
    met: list[str] = []
    unmet: list[str] = []
    untold: list[str] = []
    said = list(told)
    for name in _table():
        for bound in _counts(name, text):
            own = next((one for clause in said for one in _counts(name, clause)), None)
            if own is None:
                untold.append(f"how many {name}")
                continue
            inside = own.low >= bound.low if bound.at_least else own.high <= bound.low
            outside = own.high < bound.low if bound.at_least else own.low > bound.low
            if inside or outside:
                (met if inside else unmet).append(f"it is for {bound.words}; the patient's are {own.words}")
            else:
                untold.append(f"how many {name}")
    return Habits(tuple(met), tuple(unmet), tuple(dict.fromkeys(untold)))


def _counts(name: str, text: str) -> list[_Count]:
    """The amounts of a habit that a text gives, in the unit of its name."""
    found = []
    for pattern, size, days in _table()[name]:
        for match in pattern.finditer(text):
            part = match.groupdict()
            number = part["number"].lower()
            low = _WORDS.get(number) or float(number)
            share = size * (days / _DAYS[part["period"].lower()] if part.get("period") else 1.0)
            high = float(part["high"]) if part["high"] else low
            least = not (part["less"] or part["down"])
            beyond = {"more than", "over", "above", ">"}, {"fewer than", "less than", "under", "below", "<"}
            sign = (part["more"] or part["less"] or "").lower()
            low += _LEAST * (sign in beyond[0]) - _LEAST * (sign in beyond[1])
            found.append(_Count(low * share, high * share, least, " ".join(match.group().split())))
    return found


@cache
def _table() -> dict[str, list[tuple[re.Pattern[str], float, float]]]:
    rows = packaged_yaml("osler.guidelines", "habits.yml")
    return {
        name: [
            (_pattern(unit["of"], row.get("per", "")), unit["size"], _DAYS.get(row.get("per", ""), 1.0))
            for unit in row["units"]
        ]
        for name, row in rows.items()
    }


def _pattern(unit: str, per: str) -> re.Pattern[str]:
    period = r"\s*(?:(?:an?|per|each|every|/)\s*)?(?P<period>day|week|daily|weekly)\b" if per else r"\b"
    return re.compile(rf"(?:{_BEFORE}\s*)?(?<![\d.])\b{_NUMBER}(?:{_AFTER})?[\s-]*{unit}{period}", re.IGNORECASE)
