"""How far back a criterion looks, and which days a date may mean."""

from __future__ import annotations

from datetime import date, timedelta

from osler.core.criteria import Finding, MeasuredValue

DAYS = {"days": 1.0, "weeks": 7.0, "months": 30.4375, "years": 365.25}
"""Days of the units in which notes date what was; hours and minutes are beyond them."""


def reach_of(atom: Finding | MeasuredValue) -> list[float]:
    """The length of each time within which an atom asks for something."""
    return [w.length * DAYS[w.unit] for w in atom.windows if w.kind == "within" and w.length and w.unit in DAYS]


def days_of(day: date, precision: str | None) -> tuple[date, date]:
    """The first and the last day that a date may mean."""
    if precision == "year":
        return date(day.year, 1, 1), date(day.year, 12, 31)
    if precision == "month":
        return day.replace(day=1), day.replace(day=28) + timedelta(days=3)
    return day, day
