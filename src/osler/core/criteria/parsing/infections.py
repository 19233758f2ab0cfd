"""Infections that are named by their germ: "infection with hepatitis B or C virus" asks for the infection, and for no virus."""

from __future__ import annotations

import re

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.tree import atoms, map_atoms
from osler.core.criteria.types import Atom, Expression, Finding

_WITH = re.compile(r"infect(?:ions?|ed) with(?: the| an?| any(?: of)?| either)?\s*$", re.IGNORECASE)
_INSIDE = re.compile(r"\binfect(?:ions?|ed) with\b", re.IGNORECASE)
"""How a name says it that begins before it: "active infection with X"."""
_NEAR = 40
"""Characters before a germ in which the words stand that say what it does."""
_JOINT = re.compile(r"\s*(?:\([^()]*\)\s*)?(?:,\s*)?(?:(?:and/or|and|or)\s+)?(?:the\s+)?", re.IGNORECASE)


def as_infections(tree: Expression, source: AtomSource) -> Expression:
    """The tree, in which a germ that somebody is infected with is the infection that it causes."""
    if "infect" not in source.text.lower():
        return tree
    germs: set[int] = set()
    end = -1
    for atom in atoms(tree):
        if not isinstance(atom, Finding) or atom.span is None:
            continue
        goes_on = end >= 0 and end <= atom.span.start and _JOINT.fullmatch(source.text[end : atom.span.start])
        if (
            _WITH.search(source.text[max(0, atom.span.start - _NEAR) : atom.span.start])
            or _INSIDE.search(atom.span.quote)
            or goes_on
        ):
            germs.add(atom.span.start)
            end = atom.span.end

    def named(atom: Atom) -> Atom:
        if not isinstance(atom, Finding) or atom.span is None or atom.span.start not in germs:
            return atom
        words = atom.name.split()
        while len(words) > 1 and words[0].lower() in cues().degrees:
            words.pop(0)
        disease = names_condition(" ".join(words), source.vocabularies) or "infect" in atom.name.lower()
        return atom if disease else atom.model_copy(update={"name": f"{atom.name} infection"})

    return map_atoms(tree, named) if germs else tree
