"""Units of time and length that criteria and notes count in, each with how much of the smallest one it is."""

from __future__ import annotations

from typing import NamedTuple

from osler.trials.judging.rules import rules


class UnitScale(NamedTuple):
    """What kind of thing a unit measures, and how many of the smallest one it has."""

    kind: str
    factor: float


def unit_scale(unit: str) -> UnitScale | None:
    """The scale of a unit; None of one that is not known."""
    for kind, units in rules()["own_limits"]["units"].items():
        for factor, names in units.items():
            if unit in names:
                return UnitScale(str(kind), float(factor))
    return None


def converted(number: str, written: str, asked: str) -> str | None:
    """A number in the unit that is asked for; None where one of the two is not known, or they measure different things."""
    has, wants = unit_scale(written), unit_scale(asked)
    if has is None or wants is None or has.kind != wants.kind:
        return None
    return f"{float(number) * has.factor / wants.factor:g}"
