"""How far back a criterion looks, in days."""

from __future__ import annotations

from osler.core.criteria import Finding, MeasuredValue

DAYS = {"days": 1.0, "weeks": 7.0, "months": 30.4375, "years": 365.25}
"""Days of the units in which notes date what was; hours and minutes are beyond them."""


def reach_of(atom: Finding | MeasuredValue) -> list[float]:
    """The length of each time within which an atom asks for something."""
    return [w.length * DAYS[w.unit] for w in atom.windows if w.kind == "within" and w.length and w.unit in DAYS]
