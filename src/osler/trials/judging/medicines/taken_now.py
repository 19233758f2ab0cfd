"""Medicines of which a note writes the dose and the hours as it writes those of today: "melatonin 3 mg at night"."""

from __future__ import annotations

import re

from osler.core.criteria import Atom, Finding, Proof, TruthValue
from osler.core.patient import Presence, Status
from osler.core.patient.types import Medication, Regimen
from osler.trials.judging.diseases.groups import medicines_of_class
from osler.trials.judging.findings import facts_about
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.unproved import only_local
from osler.trials.judging.view import PatientView

_OF_TODAY = ("current", "at", "within", "recent")


def taken_now(atom: Atom, view: PatientView) -> Proof | None:
    """The proof that a medicine is taken today; none where its sentence tells of another time or of a plan."""
    if not isinstance(atom, Finding) or not atom.windows:
        return None
    if any(window.kind not in _OF_TODAY or window.after for window in atom.windows):
        # Who takes it today took it within the last weeks, too.
        return None
    facts = [*facts_about(atom, view).present, *medicines_of_class(atom, view)]
    asked = {item for fact in facts for item in fact.evidence if fact.kind == "medication"}
    for medicine in view.record.medications:
        if asked.intersection(medicine.evidence) and _is_dosed_today(medicine, view):
            reason = f"{medicine.label}: written with its dose, as one that is taken"
            proof = proof_of(TruthValue.MET, atom, reason, medicine.evidence)
            if only_local(atom, proof, view) is None:
                # An inhaled steroid of today says nothing of tablets.
                return proof
    return None


def by_state_of_class(atom: Finding, view: PatientView) -> Proof | None:
    """A state in which medicines keep a patient, by one of their class that is taken today: who takes azathioprine is immunosuppressed."""
    words = " ".join(atom.name.casefold().split())
    row = next((one for one in rules()["state_of_class"] if re.search(one["asked"], words)), None)
    if row is None or any(window.kind not in ("current", "at") for window in atom.windows):
        return None
    of_class = medicines_of_class(Finding(name=str(row["class"])), view)
    asked = {item for fact in of_class for item in fact.evidence if not fact.over}
    for medicine in view.record.medications:
        if asked.intersection(medicine.evidence) and (
            medicine.status is Status.ACTIVE or _is_dosed_today(medicine, view, scheduled=False)
        ):
            proof = proof_of(TruthValue.MET, atom, f"{medicine.label}: it is taken", medicine.evidence)
            if only_local(Finding(name=f"systemic {row['class']}"), proof, view) is None:
                return proof
    return None


def _is_dosed_today(medicine: Medication, view: PatientView, *, scheduled: bool = True) -> bool:
    if medicine.presence is not Presence.PRESENT or medicine.status is not None or medicine.time is not None:
        return False
    if scheduled and not any(_is_scheduled(regimen) for regimen in medicine.regimens):
        return False
    told = view.sentences_of(medicine.evidence)
    return bool(told) and not any(pattern("another_time").search(one.text.casefold()) for one in told)


def _is_scheduled(regimen: Regimen) -> bool:
    """Whether a regimen says how much, and how often or by the day."""
    if regimen.schedule and (regimen.dose or regimen.strength):
        return True
    return regimen.dose is not None and bool(re.search(r"/(?:d|day|24 ?h)\b", regimen.dose.unit or regimen.text or ""))
