"""Medicines that are asked for as taken regularly: "regular use of NSAIDs" by "naproxen most days"."""

from __future__ import annotations

import re

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.evidence import Span
from osler.core.patient import Presence, Status
from osler.core.patient.types import Medication
from osler.trials.judging.diseases.groups import medicines_of_class
from osler.trials.judging.findings import facts_about
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView

_OF_TODAY = ("current", "at", "recent")
_BESIDE = 60
"""Characters behind a medicine in which it is told how often it is taken."""


def by_regular_use(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by a medicine of today of which the note says that it is taken on most days; of one as needed nothing is said."""
    asked = pattern("regular_use", "asked").match(atom.name.casefold())
    if asked is None or any(window.kind not in _OF_TODAY for window in atom.windows):
        return None
    drug = atom.model_copy(update={"name": atom.name[asked.end() :], "codes": ()})
    facts = [*facts_about(drug, view).present, *medicines_of_class(drug, view)]
    evidence = {item for fact in facts if fact.kind == "medication" and not fact.over for item in fact.evidence}
    for medicine in view.record.medications:
        if evidence.intersection(medicine.evidence) and _is_regular(medicine, view):
            return proof_of(TruthValue.MET, atom, f"{medicine.label}: it is taken on most days", medicine.evidence)
    return None


def _is_regular(medicine: Medication, view: PatientView) -> bool:
    if medicine.presence is not Presence.PRESENT or medicine.status not in (None, Status.ACTIVE):
        return False
    for item in medicine.evidence:
        sentence = next(iter(view.sentences_of([item])), None)
        if sentence is None or not isinstance(item, Span):
            continue
        words = sentence.text.casefold()
        behind = re.split(r"[;,]", words[item.end - sentence.start :][:_BESIDE])[0]
        if pattern("another_time").search(words) or pattern("regular_use", "as_needed").search(words):
            continue
        if pattern("regular_use", "told").search(behind):
            return True
    return False
