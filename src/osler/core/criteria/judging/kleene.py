"""Kleene's three-valued logic: UNKNOWN spreads only where it could change the result, NOT_APPLICABLE takes no part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.core.criteria.types import TruthValue

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
NOT_APPLICABLE = TruthValue.NOT_APPLICABLE


def negation(value: TruthValue) -> TruthValue:
    """Not."""
    return {MET: NOT_MET, NOT_MET: MET}.get(value, value)


def conjunction(values: Iterable[TruthValue]) -> TruthValue:
    """And: one NOT_MET decides."""
    return _first(values, (NOT_MET, UNKNOWN, MET), MET)


def disjunction(values: Iterable[TruthValue]) -> TruthValue:
    """Or: one MET decides."""
    return _first(values, (MET, UNKNOWN, NOT_MET), NOT_MET)


def at_least(count: int, values: Iterable[TruthValue]) -> TruthValue:
    """At least so many: decided as soon as enough are MET, or too few can still be."""
    found = list(values)
    if found and all(value is NOT_APPLICABLE for value in found):
        return NOT_APPLICABLE
    if found.count(MET) >= count:
        return MET
    return NOT_MET if found.count(MET) + found.count(UNKNOWN) < count else UNKNOWN


def _first(values: Iterable[TruthValue], order: Sequence[TruthValue], of_nothing: TruthValue) -> TruthValue:
    found = set(values)
    if found == {NOT_APPLICABLE}:
        return NOT_APPLICABLE
    return next((value for value in order if value in found), of_nothing)
