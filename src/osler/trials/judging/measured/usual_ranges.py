"""Results that are asked for in words, "normal TSH", "elevated CRP", by a number that lies so in every laboratory; panels by their members."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from osler.core.criteria import (
    AllOf,
    AnyOf,
    Bound,
    Comparator,
    Expression,
    MeasuredValue,
    Proof,
    TruthValue,
    ValueTest,
    known_measure,
)
from osler.core.language import usual_limit
from osler.core.terminology import measure
from osler.trials.judging.measured.called_normal import members_of
from osler.trials.judging.measured.usual_limits import by_usual_limit
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.view import PatientView

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_OUTSIDE = ("elevated", "abnormal", "low")


def by_usual_range(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """A word for a result by its number and the usual limits, where no laboratory's own could make another of it."""
    asked = atom.test.result
    sides = dict(_sides(atom, view)) if asked in ("normal", *_OUTSIDE) else {}
    if asked == "elevated":
        sides = {side: proof for side, proof in sides.items() if side == "high"}
    elif asked == "low":
        sides = {side: proof for side, proof in sides.items() if side == "low"}
    if not sides:
        return None
    outside = next((proof for proof in sides.values() if proof is not None and proof.truth is MET), None)
    inside = all(proof is not None and proof.truth is NOT_MET for proof in sides.values())
    deciding = outside or (next(iter(sides.values())) if inside else None)
    if deciding is None:
        return None
    truth = MET if (outside is not None) == (asked in _OUTSIDE) else NOT_MET
    where = "beyond" if outside is not None else "within"
    reason = f"{deciding.reason}, {where} the limits of normal that any laboratory has"
    return proof_of(truth, atom, reason, deciding.evidence)


def _sides(atom: MeasuredValue, view: PatientView) -> Iterator[tuple[str, Proof | None]]:
    """Whether a result lies above and below the range of normal, for each end that it has; nothing where laboratories could differ."""
    known, sex = known_measure(atom.name), view.sex.value if view.sex else None
    if known is None:
        return
    if usual_limit(known.id, "high", view.age, sex) is not None:
        yield "high", _beyond(atom, Bound(comparator=Comparator.GT, value=1.0, times="ULN"), view)
    if usual_limit(known.id, "low", view.age, sex) is not None:
        yield "low", _beyond(atom, Bound(comparator=Comparator.LT, value=1.0, times="LLN"), view)


def _beyond(atom: MeasuredValue, bound: Bound, view: PatientView) -> Proof | None:
    asked = atom.model_copy(update={"test": ValueTest(bounds=(bound,))})
    found = by_usual_limit(asked, view.indexed, view, "beyond_doubt")
    return found.proof if found is not None else None


def by_members_of_panel(atom: MeasuredValue, view: PatientView, prove: Callable[[Expression], Proof]) -> Proof | None:
    """A panel by the results of its members: "transaminases > 3 x ULN" is one of them so, "≤ 3 x ULN" is all of them so."""
    if known_measure(atom.name) is not None or not (
        atom.test.result in ("normal", *_OUTSIDE) or any(bound.times for bound in atom.test.bounds)
    ):
        return None
    known = [one for code in sorted(members_of(atom.name)) if (one := measure(code)) is not None]
    members = tuple(atom.model_copy(update={"name": one.name, "codes": ()}) for one in known)
    if len(members) < 2:
        return None
    above = any(bound.comparator in (Comparator.GT, Comparator.GE) for bound in atom.test.bounds)
    one_is_enough = above or atom.test.result in _OUTSIDE
    proof = prove(AnyOf(children=members) if one_is_enough else AllOf(children=members))
    return proof if proof.truth is not UNKNOWN else None
