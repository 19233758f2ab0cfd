"""Cancers that are asked for as ones that cannot be removed."""

from __future__ import annotations

import re

from osler.core.criteria import Finding, Proof, TruthValue, evaluate
from osler.trials.judging.cancers.tumours import extended
from osler.trials.judging.implied import implied
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.view import PatientView

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
_UNRESECTABLE = re.compile(r"(?:unresectable|inoperable|non-?resectable)\s(?P<tumour>\S.*)", re.IGNORECASE)


def unresectable(atom: Finding, view: PatientView) -> Proof | None:
    """A cancer that is asked for as one that cannot be removed: by what a note says of removing it."""
    found = _UNRESECTABLE.match(atom.name)
    if found is None or atom.windows:
        return None
    told = implied(Finding(name="resectable"), view)
    if told is None:
        return None
    rest = atom.model_copy(update={"name": found["tumour"]})
    if told.truth is MET:
        return proof_of(NOT_MET, atom, "the note says that it can be removed", told.evidence)
    proof = extended(rest, view) or evaluate(rest, view.indexed, on=view.on)
    if told.truth is not NOT_MET or proof.truth is not MET:
        return None
    return proof_of(MET, atom, f"{proof.reason}, and it cannot be removed", [*proof.evidence, *told.evidence])
