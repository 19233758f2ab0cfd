"""Kleene's three-valued logic: UNKNOWN spreads only where it could change the result."""

from __future__ import annotations

from collections.abc import Iterable

from osler.core.criteria.types import TruthValue

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN


def negation(value: TruthValue) -> TruthValue:
    """Not."""
    return {MET: NOT_MET, NOT_MET: MET, UNKNOWN: UNKNOWN}[value]


def conjunction(values: Iterable[TruthValue]) -> TruthValue:
    """And: one NOT_MET decides."""
    found = set(values)
    return NOT_MET if NOT_MET in found else UNKNOWN if UNKNOWN in found else MET


def disjunction(values: Iterable[TruthValue]) -> TruthValue:
    """Or: one MET decides."""
    found = set(values)
    return MET if MET in found else UNKNOWN if UNKNOWN in found else NOT_MET


def at_least(count: int, values: Iterable[TruthValue]) -> TruthValue:
    """At least so many: decided as soon as enough are MET, or too few can still be."""
    found = list(values)
    if found.count(MET) >= count:
        return MET
    return NOT_MET if found.count(MET) + found.count(UNKNOWN) < count else UNKNOWN
