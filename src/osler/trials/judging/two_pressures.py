"""Two blood pressures of one visit: where they lie on both sides of a limit, neither decides."""

from __future__ import annotations

import re

from osler.core.criteria import MeasuredValue, Proof, TruthValue, known_measure
from osler.core.evidence import Span
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView

_PRESSURE = re.compile(r"(?<![\d/.])(?P<systolic>\d{2,3})\s?/\s?(?P<diastolic>\d{2,3})(?![\d/]|\.\d)")
_MEASURES = {"LAB:sbp": "systolic", "LAB:dbp": "diastolic"}
_LEAST, _MOST = 30, 300
_COMPARE = {
    "<": lambda value, limit: value < limit,
    "<=": lambda value, limit: value <= limit,
    ">": lambda value, limit: value > limit,
    ">=": lambda value, limit: value >= limit,
}


def two_pressures(atom: MeasuredValue, proof: Proof, view: PatientView) -> str:
    """Why a pressure does not decide: the sentence goes on to another one of no other time; empty where it does."""
    measure = known_measure(atom.name)
    part = _MEASURES.get(measure.id, "") if measure is not None else ""
    bounds = atom.test.bounds
    if not part or proof.truth is TruthValue.UNKNOWN or not bounds:
        return ""
    if any(str(one.comparator) not in _COMPARE or one.times for one in bounds):
        return ""
    for item in proof.evidence:
        for value in _behind(item, part, view) if isinstance(item, Span) else ():
            held = all(_COMPARE[str(one.comparator)](value, one.value) for one in bounds)
            if held is not (proof.truth is TruthValue.MET):
                return f"{proof.reason}, and the note goes on to {value}, on the other side of the limit"
    return ""


def _behind(item: Span, part: str, view: PatientView) -> list[int]:
    """The pressures that follow one in its sentence, without those of which the note says that they are of another time."""
    sentence = next(
        (one for one in view.sentences if one.source_id == item.source_id and one.start <= item.start < one.end), None
    )
    if sentence is None:
        return []
    rest = sentence.text[item.end - sentence.start :]
    after = next((one.text for one in view.sentences if one.number == sentence.number + 1), "")
    if pattern("taken_again").match(after.casefold()):
        rest = f"{rest} {after}"
    # "150/90 in 2019, now 132/80" tells of two visits, and each pressure has its own time.
    if pattern("other_visit").search(rest.casefold()):
        return []
    found = [(int(one["systolic"]), int(one["diastolic"]), int(one[part])) for one in _PRESSURE.finditer(rest)]
    return [value for high, low, value in found if _LEAST <= low < high <= _MOST]
