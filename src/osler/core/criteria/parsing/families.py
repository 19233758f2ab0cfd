"""Diseases of the patient or of the family, in one name: "family or personal history of gout"."""

from __future__ import annotations

import re

from osler.core.criteria.tree import any_of, map_expression
from osler.core.criteria.types import Atom, Expression, Finding, Window

_EITHER = re.compile(
    r"(?P<before>.*?)\b(?:family (?:or|and|and/or) personal|personal (?:or|and|and/or) family|(?:self|patient) or family) history of (?P<what>.+)",
    re.IGNORECASE,
)


def of_patient_or_family(tree: Expression) -> Expression:
    """The tree in which a history of either is two conditions."""
    return map_expression(tree, _apart)


def _apart(atom: Atom) -> Expression:
    found = _EITHER.fullmatch(atom.name) if isinstance(atom, Finding) and "family" in atom.name.lower() else None
    if found is None or not isinstance(atom, Finding):
        return atom
    besides = "; ".join(one for one in (found["before"].strip(), atom.qualifier) if one)
    relatives = atom.model_copy(update={"name": f"family history of {found['what']}", "qualifier": besides})
    windows = (Window(kind="ever"), *(one for one in atom.windows if one.kind != "ever"))
    own = atom.model_copy(update={"name": found["what"], "windows": windows, "qualifier": besides})
    return any_of([relatives, own])
