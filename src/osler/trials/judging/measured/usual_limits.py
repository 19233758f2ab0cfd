"""Multiples of a limit of normal where the laboratory's own is not given: by the usual limit, where no laboratory's could differ enough."""

from __future__ import annotations

from typing import Literal, NamedTuple

from osler.core.criteria import (
    Bound,
    Comparator,
    MeasuredValue,
    PatientFacts,
    Proof,
    TruthValue,
    evaluate,
    known_measure,
)
from osler.core.language import usual_limit
from osler.core.terminology import Measure
from osler.trials.judging.rules import rules
from osler.trials.judging.view import PatientView

Margin = Literal["apart", "beyond_doubt"]
Side = Literal["low", "high"]


class ByUsualLimit(NamedTuple):
    """A verdict that holds whatever the laboratory's limit is, and the limit that it was measured by."""

    proof: Proof
    limit: str
    between: str
    """The limits of normal for all of which it holds."""


def by_usual_limit(atom: MeasuredValue, facts: PatientFacts, view: PatientView, margin: Margin) -> ByUsualLimit | None:
    """The proof of a multiple of a limit of normal by the usual limit; None where laboratories could differ over it by a margin."""
    measure = known_measure(atom.name)
    if measure is None or not any(bound.times for bound in atom.test.bounds):
        return None
    found = usual_limit(measure.id, _side(atom), view.age, view.sex.value if view.sex else None)
    if found is None:
        return None
    limit, source = found
    apart = _margin(measure, margin, view.age)
    proofs = [
        evaluate(_absolute(atom, limit * factor, measure), facts, on=view.on) for factor in (1 / apart, 1.0, apart)
    ]
    truths = {proof.truth for proof in proofs}
    if len(truths) > 1 or TruthValue.UNKNOWN in truths:
        return None
    between = f"{limit / apart:.2g} to {limit * apart:.3g} {measure.unit}"
    return ByUsualLimit(proofs[1], f"{limit:g} {measure.unit} ({source})", between)


def of_normal_range(bound: Bound, measure: Measure, view: PatientView) -> TruthValue:
    """What a normal result makes of a limit in units: it lies within the usual range, whatever laboratory measured it."""
    value = measure.to_canonical(bound.value, bound.unit or measure.unit)
    if value is None or bound.comparator is Comparator.EQ:
        return TruthValue.UNKNOWN
    apart = float(rules()["limits_of_laboratories"]["normal"])
    held: dict[Side, bool] = {}
    sides: tuple[Side, Side] = ("low", "high")
    for side in sides:
        found = usual_limit(measure.id, side, view.age, view.sex.value if view.sex else None)
        held[side] = found is not None and (value <= found[0] / apart if side == "low" else value >= found[0] * apart)
    above, below = (
        bound.comparator in (Comparator.GE, Comparator.GT),
        bound.comparator in (Comparator.LE, Comparator.LT),
    )
    if (above and held["low"]) or (below and held["high"]):
        return TruthValue.MET
    return TruthValue.NOT_MET if (above and held["high"]) or (below and held["low"]) else TruthValue.UNKNOWN


def _margin(measure: Measure, margin: Margin, age: float | None) -> float:
    """By how much laboratories may differ over a limit: less where that is known, which it is for adults alone."""
    limits = rules()["limits_of_laboratories"]
    adult = age is not None and age >= limits["adult"]["from_age"]
    known = limits["adult"]["apart"].get(measure.id) if adult and margin == "beyond_doubt" else None
    return float(known or limits[margin])


def _side(atom: MeasuredValue) -> Literal["low", "high"]:
    return "low" if any(bound.times == "LLN" for bound in atom.test.bounds) else "high"


def _absolute(atom: MeasuredValue, limit: float, measure: Measure) -> MeasuredValue:
    """An atom whose multiples of a limit are numbers in the measure's own unit."""
    bounds = tuple(_number(bound, limit, measure.unit) if bound.times else bound for bound in atom.test.bounds)
    return atom.model_copy(update={"test": atom.test.model_copy(update={"bounds": bounds})})


def _number(bound: Bound, limit: float, unit: str) -> Bound:
    return bound.model_copy(update={"value": bound.value * limit, "unit": unit, "times": None})
