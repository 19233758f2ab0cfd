"""The conditions of a rule as it is written: findings, values, age and sex.

fever                   a finding of that name (findings.yml), present now
sudden severe headache  the finding with qualifiers in the same sentence
not vaginal_itch        nothing of that name in the patient
spo2 < 92               a value, in the measure's own unit or in the unit written
age < 28 d              the patient's age (h, d, wk, mo, y)
female                  the patient's sex
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from osler.core.terminology import measure

Sign = Literal["<", "<=", ">", ">="]
COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_COMPARISON = re.compile(r"(?P<name>[a-z0-9_]+) (?P<sign><=|>=|<|>) (?P<value>\d+(?:\.\d+)?)(?: (?P<unit>\S+))?")
_YEARS = {"h": 1 / 8766, "d": 1 / 365.25, "wk": 7 / 365.25, "mo": 1 / 12, "y": 1.0}
OWN_MEASURES = frozenset({"capillary_refill", "burnt_area", "arm_pressure_difference", "glucose_without_unit"})
"""What is measured at the bedside and has no row in the table of measures: seconds, per cent, mmHg, a number as it stands."""


class FindingCondition(NamedTuple):
    """A named finding, with qualifiers beside it."""

    finding: str
    qualifiers: tuple[str, ...] = ()
    absent: bool = False


class ValueCondition(NamedTuple):
    """A measured value below or above a threshold."""

    measure: str
    sign: Sign
    threshold: float


class AgeCondition(NamedTuple):
    """The patient's age in years below or above a threshold."""

    sign: Sign
    years: float


class SexCondition(NamedTuple):
    """The patient's sex."""

    sex: str


Condition = FindingCondition | ValueCondition | AgeCondition | SexCondition


def parse_condition(text: str) -> Condition:
    """A condition from its line in a rules file; ValueError where it says nothing."""
    if text in ("female", "male"):
        return SexCondition(text)
    compared = _COMPARISON.fullmatch(text)
    if compared is None:
        words = text.split()
        absent = words[0] == "not"
        names = words[1:] if absent else words
        if not names or not all(re.fullmatch(r"[a-z0-9_]+", name) for name in names):
            raise ValueError(f"cannot read the condition {text!r}")
        return FindingCondition(names[-1], tuple(names[:-1]), absent)
    sign: Sign = compared["sign"]  # type: ignore[assignment]
    value = float(compared["value"])
    if compared["name"] == "age":
        return AgeCondition(sign, value * _YEARS[compared["unit"] or "y"])
    return ValueCondition(compared["name"], sign, _canonical(compared["name"], value, compared["unit"]))


def _canonical(name: str, value: float, unit: str | None) -> float:
    if name in OWN_MEASURES:
        return value
    row = measure(f"LAB:{name}")
    if row is None:
        raise ValueError(f"there is no measure {name!r}")
    converted = row.to_canonical(value, unit) if unit else value
    if converted is None:
        raise ValueError(f"{unit!r} is no unit of {name}")
    return converted
