"""Times that a criterion counts in half-lives as well as in days: without the half-life one of the two stays open."""

from __future__ import annotations

import re

from osler.core.criteria import Criterion, Expression, Finding, Proof, TruthValue, Window, atoms, evaluate
from osler.trials.judging.view import PatientView

_HALF_LIVES = re.compile(r"\bhalf-?\s?li(?:fe|ves)\b", re.IGNORECASE)
_SHORTER = re.compile(r"\bshorter\b", re.IGNORECASE)


def in_half_lives(criterion: Criterion, tree: Expression, proof: Proof, view: PatientView) -> Proof:
    """A proof by the days alone, left open where the half-lives may say otherwise of a drug that was taken.

    Outside the days the longer time may still run; inside them the shorter one may be over.
    """
    if criterion.kind != "exclusion" or not _HALF_LIVES.search(criterion.text):
        return proof
    if proof.truth is not (TruthValue.MET if _SHORTER.search(criterion.text) else TruthValue.NOT_MET):
        return proof
    dated = [
        atom for atom in atoms(tree) if isinstance(atom, Finding) and any(w.kind == "within" for w in atom.windows)
    ]
    taken = [
        atom
        for atom in dated
        if evaluate(atom.model_copy(update={"windows": (Window(kind="ever"),)}), view.indexed, on=view.on).truth
        is TruthValue.MET
    ]
    if not taken:
        return proof
    reason = "the days alone do not settle it, and the half-life is not known"
    return Proof(truth=TruthValue.UNKNOWN, statement="in half-lives", reason=reason, children=[proof])
