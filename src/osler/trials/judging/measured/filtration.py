"""The filtration of the kidneys by creatinine, age and sex, where nobody wrote it down: by the equation with which laboratories report it."""

from __future__ import annotations

from osler.core.criteria import MeasuredValue, Proof, TruthValue, known_measure
from osler.core.evidence import Evidence
from osler.core.patient.types import Observation
from osler.core.terminology import measure
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.view import PatientView

_CREATININE = "LAB:creatinine"
_FILTRATION = ("LAB:egfr", "LAB:creatinine_clearance")
_ADULT = 18
_APART = 1.3
"""Nine of ten estimates lie within so much of what is measured (Inker et al., N Engl J Med 2021;385:1737): nearer to a limit it stays open."""
_MG_PER_DL, _MICROMOL_PER_L = (0.2, 15.0), (20.0, 1500.0)
"""Between which numbers creatinine lies in either unit; no number lies in both."""


def by_creatinine(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof of a limit of filtration by the newest creatinine of an adult; None where the estimate is near the limit."""
    known, bounds = known_measure(atom.name), atom.test.bounds
    if known is None or known.id not in _FILTRATION or not bounds or any(bound.times for bound in bounds):
        return None
    if any(window.kind not in ("at", "current") for window in atom.windows):
        return None
    found = _estimated(view)
    if found is None:
        return None
    rate, evidence = found
    limits = [(str(one.comparator), known.to_canonical(one.value, one.unit or known.unit)) for one in bounds]
    truths = {
        all(limit is not None and HOLDS[sign](rate * factor, limit) for sign, limit in limits if sign in HOLDS)
        for factor in (1 / _APART, 1.0, _APART)
    }
    if len(truths) != 1 or any(limit is None or sign not in HOLDS for sign, limit in limits):
        return None
    reason = f"by creatinine, age and sex it is about {rate:.0f} mL/min/1.73m2 (CKD-EPI 2021), far from the limit"
    return proof_of(TruthValue.MET if truths.pop() else TruthValue.NOT_MET, atom, reason, evidence)


def _estimated(view: PatientView) -> tuple[float, list[Evidence]] | None:
    """The estimate by the one creatinine of the record, or by several that say the same of their day; CKD-EPI 2021."""
    used = [one for one in view.record.observations if any(coding.id == _CREATININE for coding in one.codings)]
    values = {value for one in used if (value := _milligrams(one)) is not None}
    age, sex = view.age, view.sex.value if view.sex else ""
    if len(values) != 1 or age is None or age < _ADULT or sex not in ("female", "male"):
        return None
    female = sex == "female"
    ratio = values.pop() / (0.7 if female else 0.9)
    rate = 142 * min(ratio, 1) ** (-0.241 if female else -0.302) * max(ratio, 1) ** -1.2 * 0.9938**age
    return rate * (1.012 if female else 1), [item for one in used for item in one.evidence]


def _milligrams(observation: Observation) -> float | None:
    """A creatinine in mg/dL; of a bare number the unit is the one in which creatinine has such numbers."""
    quantity, known = observation.quantity, measure(_CREATININE)
    if quantity is None or quantity.value is None or quantity.comparator or known is None:
        return None
    unit = quantity.unit or quantity.ucum or ""
    if unit:
        return known.to_canonical(quantity.value, unit)
    if _MG_PER_DL[0] <= quantity.value <= _MG_PER_DL[1]:
        return quantity.value
    inside = _MICROMOL_PER_L[0] <= quantity.value <= _MICROMOL_PER_L[1]
    return known.to_canonical(quantity.value, "umol/L") if inside else None
