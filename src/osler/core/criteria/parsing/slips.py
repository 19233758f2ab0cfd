"""Denials written among exclusions: registries' "No prior chemotherapy" there says what is demanded, not whom it leaves out."""

from __future__ import annotations

from osler.core.criteria.parsing.known import ends_in_disease, holds_medicine, names_condition
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.tree import atoms
from osler.core.criteria.types import Atom, Expression, Finding, Not, Pregnancy
from osler.core.terminology import singular

_TREATMENTS = frozenset(
    {
        "therapy",
        "treatment",
        "chemotherapy",
        "radiotherapy",
        "radiation",
        "surgery",
        "medication",
        "transplantation",
        "use",
    }
)
_SOUGHT = frozenset({"measurable", "evaluable", "response", "known", "improvement", "remission"})
"""Words of what a study looks for in a patient, whose absence does leave somebody out: "no measurable disease"."""
_MARK = " \t\n-*•·0123456789.)("


def as_demanded(tree: Expression, source: AtomSource) -> Expression:
    """An exclusion that only denies a disease or a treatment, as the exclusion of those who have it."""
    if not isinstance(tree, Not) or tree.cue is None or source.text[: tree.cue.start].strip(_MARK):
        return tree
    if tree.cue.quote.lower().split()[0] != "no":
        return tree
    return tree.child if all(_leaves_out(atom, source) for atom in atoms(tree.child)) else tree


def _leaves_out(atom: Atom, source: AtomSource) -> bool:
    """Whether an atom is what studies leave patients out for: a disease, a medicine, a treatment, a pregnancy."""
    if isinstance(atom, Pregnancy):
        return True
    if not isinstance(atom, Finding):
        return False
    words = [singular(word) for word in atom.name.lower().split()]
    if not _SOUGHT.isdisjoint(words):
        return False
    known = source.vocabularies
    treated = not _TREATMENTS.isdisjoint(words)
    return (
        treated
        or names_condition(atom.name, known)
        or holds_medicine(atom.name, known)
        or ends_in_disease(atom.name, known)
    )
