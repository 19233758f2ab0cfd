"""The body mass index by height and weight, where a record has both and not their quotient."""

from __future__ import annotations

from osler.core.criteria import MeasuredValue, Proof, TruthValue, known_measure
from osler.core.patient.types import Observation
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.view import PatientView

_CENTIMETRES = {"cm": 1.0, "m": 100.0}
_ASKED = "LAB:bmi"


def by_height_and_weight(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by weight over height squared (WHO), newest values; only where both are given in metric units."""
    known = known_measure(atom.name)
    if known is None or known.id != _ASKED or not atom.test.bounds or atom.windows:
        return None
    if any(bound.times or bound.unit not in ("", "kg/m2", "kg/m^2", "kg/m²") for bound in atom.test.bounds):
        return None
    if view.indexed.results([known.name, *known.synonyms], view.on):
        return None
    height, weight = (_newest(name, view) for name in ("height", "weight"))
    if height is None or weight is None or not height.quantity or not weight.quantity:
        return None
    # A grown person's height without a unit is in centimetres where it is so many, and in metres where it is so few.
    tall = height.quantity.value or 0.0
    bare = "cm" if 100 <= tall <= 230 else "m" if 1.2 <= tall <= 2.3 else ""
    scale = _CENTIMETRES.get(height.quantity.unit or bare)
    if scale is None or weight.quantity.unit != "kg" or not height.quantity.value or not weight.quantity.value:
        return None
    index = weight.quantity.value / (height.quantity.value * scale / 100) ** 2
    held = all(HOLDS[str(bound.comparator)](round(index, 1), bound.value) for bound in atom.test.bounds)
    reason = f"height and weight make it {index:.1f} kg/m2"
    return proof_of(TruthValue.MET if held else TruthValue.NOT_MET, atom, reason, [*height.evidence, *weight.evidence])


def _newest(name: str, view: PatientView) -> Observation | None:
    known = known_measure(name)
    found = view.indexed.results([known.name, *known.synonyms], view.on) if known is not None else []
    return next(iter(found), None)
