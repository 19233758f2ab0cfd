"""Results that cannot be right as they are written: no living body has them, or one unit was written for another."""

from __future__ import annotations

import re

from osler.core.criteria import MeasuredValue, Proof, TruthValue, known_measure
from osler.core.evidence import Span
from osler.core.language import SIGNED, plausible_ranges, usual_limit
from osler.core.patient.types import Observation
from osler.core.terminology import Measure
from osler.trials.judging.view import PatientView

_EXTREME = 5
"""So many times the usual limit is extreme, though bodies may have it."""
_MOST_PERCENT = 200
"""Shares of what is expected may pass a hundred (a forced expiratory volume), and never come to twice of it."""
_LEAKED = frozenset({"LAB:uacr", "LAB:upcr", "LAB:urine_protein_24h"})
"""What sick kidneys leak reaches a hundred times the usual limit (KDIGO 2024, categories of albuminuria): no size of it is extreme."""
_SIGNED = SIGNED | {"LAB:temperature"}
"""Measures at which a minus is no reason for doubt: those that go below zero, and temperatures, which are written behind a dash."""
_NOW = re.compile(
    r"[^.;\d]{0,20}(?:(?:19|20)\d\d)?[^.;\d]{0,6}\b(?:now|today|currently|at present|presently)\b\W{0,3}(?:\w+ )?\d",
    re.IGNORECASE,
)
_MINUS = re.compile(r"[\s:=][-−]\d")
_UNIT_BEHIND = re.compile(r"\d\s?(?:[a-zµμ%°/]|10\s?[\^*]|x\s?10)", re.IGNORECASE)


def implausible(atom: MeasuredValue, proof: Proof, view: PatientView) -> str:
    """Why the result that decides is not believed; empty where it is."""
    measure = known_measure(atom.name)
    used = _used(proof, view)
    if proof.truth is TruthValue.UNKNOWN or measure is None or used is None or not used.quantity:
        return ""
    value, unit = used.quantity.value, used.quantity.unit or used.quantity.ucum
    canonical = measure.to_canonical(value, unit) if value is not None and unit else None
    if value is None or not unit or canonical is None:
        return ""
    shown = f"{used.label}: the value is {value:g} {unit}"
    if used.time is not None and any(_newer_beside(item, view) for item in used.evidence if isinstance(item, Span)):
        return f"{shown}, and the note gives a newer one beside it"
    if any(_MINUS.search(item.quote) for item in used.evidence if isinstance(item, Span)) and measure.id not in _SIGNED:
        return f"{shown}, and a minus stands before it: the value is to be checked"
    if (value < 0 and measure.id not in _SIGNED) or (unit == "%" and value > _MOST_PERCENT):
        return f"{shown}, which no living body has: value and unit are to be checked"
    ends = [edge for low, high, own in plausible_ranges(measure.id) for edge in _ends(measure, low, high, own)]
    if ends and not min(ends) <= canonical <= max(ends):
        return f"{shown}, which no living body has: value and unit are to be checked"
    if other := _ordinary_in(value, unit, canonical, measure, view):
        return f"{shown}, which is extreme, and would be usual in {other}: the unit is to be checked"
    return ""


def _newer_beside(item: Span, view: PatientView) -> bool:
    """Whether a sentence goes on from a dated value to what it is now: "90 in January 2020, now 41"."""
    sentence = next(
        (one for one in view.sentences if one.source_id == item.source_id and one.start <= item.start < one.end), None
    )
    return sentence is not None and bool(_NOW.match(sentence.text[item.end - sentence.start :]))


def unwritten_unit(atom: MeasuredValue, proof: Proof, view: PatientView) -> str:
    """What is to be said of a result whose unit is not written and was taken from its size; empty where it is written."""
    used = _used(proof, view)
    if proof.truth is TruthValue.UNKNOWN or used is None or not used.quantity or known_measure(atom.name) is None:
        return ""
    unit = used.quantity.unit or used.quantity.ucum
    quotes = [item.quote for item in used.evidence if isinstance(item, Span)]
    if not unit or unit.startswith("{") or not quotes or any(_UNIT_BEHIND.search(quote) for quote in quotes):
        return ""
    return f"; the note writes no unit, and {unit} is what the number fits"


def _used(proof: Proof, view: PatientView) -> Observation | None:
    return next((one for one in view.record.observations if set(one.evidence) & set(proof.evidence)), None)


def _ends(measure: Measure, low: float, high: float, unit: str) -> list[float]:
    return [edge for end in (low, high) if (edge := measure.to_canonical(end, unit)) is not None]


def _ordinary_in(value: float, unit: str, canonical: float, measure: Measure, view: PatientView) -> str:
    """Another unit of a measure in which an extreme number would be a usual one."""
    person = (view.age, view.sex.value if view.sex else None)
    high, low = usual_limit(measure.id, "high", *person), usual_limit(measure.id, "low", *person)
    if measure.id in _LEAKED or high is None or canonical < _EXTREME * high[0]:
        return ""
    least = low[0] if low is not None else high[0] / _EXTREME
    for other in (measure.unit, *measure.conversions):
        taken = measure.to_canonical(value, other)
        if other != unit and taken is not None and least <= taken <= high[0]:
            return other
    return ""
