"""Exceptions named by an adjective or an organ alone, which are kinds of what they are taken out of: "cancer (except skin)"."""

from __future__ import annotations

from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.tree import atoms, map_children
from osler.core.criteria.types import Except, Expression, Finding
from osler.core.terminology import Vocabularies

_FEW = 3
"""Words of an exception that lacks its noun, at most."""


def with_nouns(tree: Expression, vocabularies: Vocabularies) -> Expression:
    """The tree, in which every exception has the noun that it shares with the whole."""
    told = map_children(tree, lambda part: with_nouns(part, vocabularies))
    if not isinstance(told, Except):
        return told
    whole = next((atom for atom in atoms(told.child) if isinstance(atom, Finding)), None)
    if whole is None:
        return told
    named = tuple(_named(part, whole, vocabularies) for part in told.exceptions)
    return told.model_copy(update={"exceptions": named})


def _named(part: Expression, whole: Finding, vocabularies: Vocabularies) -> Expression:
    if not isinstance(part, Finding) or part.target or len(part.name.split()) > _FEW:
        return part
    if names_condition(part.name, vocabularies):
        return part
    for noun in whole.name.split():
        name = f"{part.name} {noun.lower()}"
        if names_condition(noun, vocabularies) and names_condition(name, vocabularies):
            return part.model_copy(update={"name": name, "codes": ()})
    return part
