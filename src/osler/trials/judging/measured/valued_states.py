"""States that are defined by values: anaemia by haemoglobin, renal impairment by filtration, adequate organ function by all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from osler.core.criteria import (
    Atom,
    Bound,
    Comparator,
    Finding,
    MeasuredValue,
    Proof,
    TruthValue,
    ValueTest,
    evaluate,
    known_measure,
)
from osler.core.language import limits_of
from osler.core.patient import Presence, Status
from osler.core.terminology import measure
from osler.trials.judging.findings import facts_about, named
from osler.trials.judging.measured.filtration import by_creatinine
from osler.trials.judging.measured.implausible import implausible
from osler.trials.judging.measured.two_pressures import two_pressures
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView
from osler.trials.kinship import same_as
from osler.yaml_reader import packaged_yaml

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_ADULT = 18
_CLEARANCES = {"LAB:creatinine_clearance": "eGFR", "LAB:egfr": "creatinine clearance"}
_APART = 1.5
"""By so much the two estimates of filtration differ at most in adults of ordinary build (Cockcroft-Gault against CKD-EPI)."""


class State(NamedTuple):
    """A state, what its absence and its presence are measured by, and the disease without which nobody has it."""

    asked: re.Pattern[str]
    absent: tuple[MeasuredValue, ...]
    present: tuple[MeasuredValue, ...]
    good: bool
    of: str
    """The disease without which nobody has it."""
    unless: re.Pattern[str] | None
    """What in the notes leaves its absence open: another sign of it, or a treatment that makes the values good."""
    untreated: bool
    """Whether its absence needs the medicines of today to be told, among which is none for it."""


def by_values(atom: Atom, view: PatientView) -> Proof | None:
    """The proof of a state by the values that define it; None where another time than now is asked for, or a value is wanting."""
    if isinstance(atom, MeasuredValue):
        return _by_other_clearance(atom, view)
    if not isinstance(atom, Finding) or any(window.kind not in ("current", "at") for window in atom.windows):
        return None
    return _by_state(atom, view) or _by_normal_result(atom, view)


def _by_state(atom: Finding, view: PatientView) -> Proof | None:
    words = " ".join(atom.name.casefold().split())
    state = next((one for one in _states() if one.asked.fullmatch(words)), None)
    if state is None or (view.age is not None and view.age < _ADULT):
        return None
    if state.of:
        of = facts_about(Finding(name=state.of), view)
        if of.absent and not of.present:
            return proof_of(NOT_MET, atom, f"{of.absent[0].label}: recorded as absent", of.absent[0].evidence)
    there = [_measured(one, view) for one in state.present]
    wanting = [_measured(one, view) for one in state.absent]
    if there and (_all if state.good else _any)(there):
        return _told(MET, atom, there)
    if state.unless is not None and any(state.unless.search(one.text.casefold()) for one in view.sentences):
        return None
    if state.untreated and not _tells_medicines(view):
        return None
    if wanting and (_any if state.good else _all)(wanting) and not facts_about(atom, view).present:
        return _told(NOT_MET, atom, wanting)
    return None


def _tells_medicines(view: PatientView) -> bool:
    """Whether the record tells what is taken today, if only that it is nothing."""
    taken = any(one.presence is Presence.PRESENT and one.status is Status.ACTIVE for one in view.record.medications)
    return taken or view.stated("no medications") is not None


def _all(proofs: Sequence[Proof]) -> bool:
    return all(proof.truth is MET for proof in proofs)


def _any(proofs: Sequence[Proof]) -> bool:
    return any(proof.truth is MET for proof in proofs)


def _by_normal_result(atom: Finding, view: PatientView) -> Proof | None:
    """A finding that is a result beyond its range, by a result within it: who has a normal haemoglobin has no anaemia."""
    plain = " ".join(pattern("degree").sub(" ", atom.name.casefold()).split())
    for name in dict.fromkeys((atom.name, plain)):
        asked = named(name, view.vocabularies)
        if not asked.whole or len(asked.parts) != 1:
            continue
        own = asked.concepts | frozenset(one for code in asked.concepts for one in same_as(code, view.vocabularies))
        if facts_about(atom.model_copy(update={"name": name, "codes": ()}), view).present:
            return None
        proofs = [proof for proof in _within_range(own, view) if proof.evidence]
        if proofs and all(proof.truth is MET for proof in proofs):
            return _told(NOT_MET, atom, proofs)
    return None


def _within_range(findings: frozenset[str], view: PatientView) -> Iterator[Proof]:
    """Whether the results that could be a finding are within their range, measure by measure."""
    normal: dict[str, float | None] = _table()["clearly_normal"]
    for one in limits_of(findings, view.age, view.sex.value if view.sex else None):
        known, limit = measure(one.measure_id), normal.get(f"{one.measure_id} {one.side}", one.limit)
        if known is not None and limit is not None:
            sign = Comparator.GE if one.side == "low" else Comparator.LE
            bound = Bound(comparator=sign, value=limit, unit=known.unit)
            yield _measured(MeasuredValue(name=known.name, test=ValueTest(bounds=(bound,))), view)


def _measured(value: MeasuredValue, view: PatientView, *, estimated_too: bool = True) -> Proof:
    """Whether a value passes, left open where it is not believed."""
    proof = evaluate(value, view.indexed, on=view.on)
    if estimated_too and not proof.evidence and (estimated := by_creatinine(value, view)) is not None:
        return estimated
    doubt = implausible(value, proof, view) or two_pressures(value, proof, view)
    return proof.model_copy(update={"truth": UNKNOWN, "reason": doubt}) if doubt else proof


def _told(truth: TruthValue, atom: Finding, proofs: Sequence[Proof]) -> Proof:
    held = [proof for proof in proofs if proof.truth is MET]
    evidence = list(dict.fromkeys(item for proof in held for item in proof.evidence))
    return proof_of(truth, atom, "; ".join(dict.fromkeys(f"{one.statement}: {one.reason}" for one in held)), evidence)


def _by_other_clearance(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """A creatinine clearance by the filtration rate and the other way round, where the limit is too far for their difference to matter."""
    known = known_measure(atom.name)
    other = known_measure(_CLEARANCES.get(known.id, "")) if known is not None else None
    bounds = atom.test.bounds
    if other is None or not bounds or any(bound.times for bound in bounds) or (view.age or _ADULT) < _ADULT:
        return None
    if evaluate(atom, view.indexed, on=view.on).evidence:
        return None
    proofs = [
        _measured(
            atom.model_copy(update={"name": other.name, "codes": (), "test": _moved(bounds, factor, other.unit)}),
            view,
            estimated_too=False,
        )
        for factor in (1 / _APART, 1.0, _APART)
    ]
    truths = {proof.truth for proof in proofs}
    if len(truths) > 1 or UNKNOWN in truths:
        return None
    return proof_of(truths.pop(), atom, f"{other.name}: {proofs[1].reason}, far from the limit", proofs[1].evidence)


def _moved(bounds: Sequence[Bound], factor: float, unit: str) -> ValueTest:
    return ValueTest(bounds=tuple(one.model_copy(update={"value": one.value * factor, "unit": unit}) for one in bounds))


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml("osler.trials.judging.measured", "valued_states.yml")
    return table


@cache
def _states() -> tuple[State, ...]:
    rows: list[dict[str, Any]] = _table()["states"]
    return tuple(
        State(
            re.compile(row["asked"]),
            _values(row.get("absent", ())),
            _values(row.get("present", ())),
            row.get("good", False),
            row.get("of", ""),
            re.compile(row["unless"]) if "unless" in row else None,
            row.get("untreated", False),
        )
        for row in rows
    )


def _values(rows: Sequence[tuple[str, str, float]]) -> tuple[MeasuredValue, ...]:
    return tuple(
        MeasuredValue(name=known.name, test=ValueTest(bounds=(Bound(comparator=sign, value=limit, unit=known.unit),)))
        for name, sign, limit in rows
        if (known := known_measure(name)) is not None
    )
