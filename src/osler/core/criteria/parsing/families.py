"""Diseases of the patient or of the family, in one name: "family or personal history of gout"."""

from __future__ import annotations

import re

from osler.core.criteria.tree import any_of, atoms, map_expression
from osler.core.criteria.types import AnyOf, Atom, Expression, Finding, Window

_EITHER = re.compile(
    r"(?P<before>.*?)\b(?:family (?:or|and|and/or) personal|personal (?:or|and|and/or) family|(?:self|patient) or family) history of (?P<what>.+)",
    re.IGNORECASE,
)


def of_patient_or_family(tree: Expression) -> Expression:
    """The tree in which a history of either is two conditions."""
    if not any(_either(atom) for atom in atoms(tree)):
        return tree
    return _as_one_list(map_expression(tree, _apart))


def _either(atom: Atom) -> re.Match[str] | None:
    named = isinstance(atom, Finding) and "family" in atom.name.lower()
    return _EITHER.fullmatch(atom.name) if named and isinstance(atom, Finding) else None


def _as_one_list(tree: Expression) -> Expression:
    """A list in which one member became two, as one list."""
    plain = isinstance(tree, AnyOf) and tree.sense == "alternatives"
    return any_of(tree.children) if plain and isinstance(tree, AnyOf) else tree


def _apart(atom: Atom) -> Expression:
    found = _either(atom)
    if found is None or not isinstance(atom, Finding):
        return atom
    besides = "; ".join(one for one in (found["before"].strip(), atom.qualifier) if one)
    relatives = atom.model_copy(update={"name": f"family history of {found['what']}", "qualifier": besides})
    windows = (Window(kind="ever"), *(one for one in atom.windows if one.kind != "ever"))
    own = atom.model_copy(update={"name": found["what"], "windows": windows, "qualifier": besides})
    return any_of([relatives, own])
