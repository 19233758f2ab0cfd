"""Performance status by the other of its two scales: ECOG where a note gives Karnofsky, and the other way round."""

from __future__ import annotations

from osler.core.criteria import Atom, MeasuredValue, Proof, TruthValue, evaluate
from osler.core.patient import Presence
from osler.core.patient.types import Observation
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.rules import rules
from osler.trials.judging.view import PatientView

_OTHER = {"ecog": "karnofsky", "karnofsky": "ecog"}


def by_other_scale(atom: Atom, view: PatientView) -> Proof | None:
    """The proof by a value of the other scale, where every value that it may stand for passes, or none does."""
    if not isinstance(atom, MeasuredValue) or atom.scale not in _OTHER or not atom.test.bounds or atom.windows:
        return None
    if evaluate(atom, view.indexed, on=view.on).evidence:
        return None
    told = [item for item in view.record.observations if _is_of(item, _OTHER[atom.scale])]
    values = {item.quantity.value for item in told if item.quantity is not None}
    value = values.pop() if len(values) == 1 else None
    if value is None:
        # Of two values nothing says which is today's.
        return None
    equal = _equals(atom.scale, value)
    passes = {all(HOLDS[str(one.comparator)](float(value), one.value) for one in atom.test.bounds) for value in equal}
    if len(passes) != 1:
        return None
    truth = TruthValue.MET if passes == {True} else TruthValue.NOT_MET
    reason = f"{told[0].label} {value:g} stands for {' or '.join(f'{one:g}' for one in equal)}"
    return proof_of(truth, atom, reason, told[0].evidence)


def _is_of(item: Observation, scale: str) -> bool:
    named = any(coding.id == f"LAB:{scale}" for coding in item.codings)
    return named and item.presence is Presence.PRESENT and item.quantity is not None and not item.is_withdrawn


def _equals(scale: str, value: float) -> list[float]:
    """What a value of the other scale may stand for on a scale."""
    table: dict[int, list[int]] = rules()["performance"]["ecog_as_karnofsky"]
    if scale == "karnofsky":
        return [float(one) for one in table.get(int(value), ())]
    return [float(ecog) for ecog, karnofsky in table.items() if value in karnofsky]
