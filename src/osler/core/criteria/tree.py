"""Walking, changing and comparing expression trees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel

from osler.core.criteria.types import (
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
)
from osler.core.evidence import Span

_BARE_DOSE = re.compile(
    r"(?:(?:an?|the|stable|unchanged|daily|total|maintenance)\s)*(?:dos(?:e|es|age)|regimen)", re.IGNORECASE
)


def atoms(tree: Expression) -> Iterator[Atom]:
    """Every atomic condition, from left to right."""
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        for child in tree.children:
            yield from atoms(child)
    elif isinstance(tree, Not):
        yield from atoms(tree.child)
    elif isinstance(tree, Except):
        for part in (tree.child, *tree.exceptions):
            yield from atoms(part)
    else:
        yield tree


def map_children(tree: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """The same node with every part of it changed; an atom has none."""
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        return tree.model_copy(update={"children": tuple(map(change, tree.children))})
    if isinstance(tree, Not):
        return tree.model_copy(update={"child": change(tree.child)})
    if isinstance(tree, Except):
        exceptions = tuple(map(change, tree.exceptions))
        return tree.model_copy(update={"child": change(tree.child), "exceptions": exceptions})
    return tree


def map_atoms(tree: Expression, change: Callable[[Atom], Atom]) -> Expression:
    """The same tree with every atom changed."""
    if isinstance(tree, AllOf | AnyOf | AtLeast | Not | Except):
        return map_children(tree, lambda part: map_atoms(part, change))
    return change(tree)


def map_expression(tree: Expression, change: Callable[[Atom], Expression]) -> Expression:
    """The same tree with every atom replaced by an expression."""
    return map_atoms(tree, change)  # type: ignore[arg-type]  # a child may be any expression


def with_codes(tree: Expression, codes: Mapping[str, Sequence[str]]) -> Expression:
    """The same tree with the codes that each atom's name was grounded to; names that are not in the map keep theirs."""

    def coded(atom: Atom) -> Atom:
        if isinstance(atom, Finding | MeasuredValue) and atom.name in codes:
            return atom.model_copy(update={"codes": tuple(codes[atom.name])})
        return atom

    return map_atoms(tree, coded)


def without_spans(tree: Expression) -> Expression:
    """The meaning of a tree alone, so that two readings can be compared."""
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        return tree.model_copy(update={"children": tuple(without_spans(child) for child in tree.children)})
    if isinstance(tree, Not):
        return Not(child=without_spans(tree.child))
    if isinstance(tree, Except):
        return Except(child=without_spans(tree.child), exceptions=tuple(map(without_spans, tree.exceptions)))
    return _bare(tree)


def _bare(atom: Atom) -> Atom:
    update: dict[str, object] = {"span": None}
    if isinstance(atom, Finding):
        update["target_span"] = None
    if mentions := getattr(atom, "mentions", ()):
        update["mentions"] = tuple(mention.model_copy(update={"span": None}) for mention in mentions)
    if windows := getattr(atom, "windows", ()):
        update["windows"] = tuple(window.model_copy(update={"span": None}) for window in windows)
    if test := getattr(atom, "test", None):
        update["test"] = test.model_copy(update={"span": None})
    return atom.model_copy(update=update)


def with_source(tree: Expression, source_id: str) -> Expression:
    """The same tree as one that was read from another source with the same words."""
    return _moved(tree, source_id)


_Node = TypeVar("_Node", bound=BaseModel)


def _moved(node: _Node, source_id: str) -> _Node:
    update: dict[str, object] = {}
    for name, value in node.__dict__.items():
        if isinstance(value, Span):
            update[name] = value.model_copy(update={"source_id": source_id})
        elif isinstance(value, BaseModel):
            update[name] = _moved(value, source_id)
        elif isinstance(value, tuple) and value and isinstance(value[0], BaseModel):
            update[name] = tuple(_moved(part, source_id) for part in value)
    return node.model_copy(update=update) if update else node


def all_of(children: Sequence[Expression]) -> Expression:
    """The conjunction; a single child stands for itself, and nested conjunctions become one."""
    return _joined(AllOf, children)


def any_of(children: Sequence[Expression]) -> Expression:
    """The disjunction; a single child stands for itself, and nested disjunctions become one."""
    return _joined(AnyOf, children)


def requirement(antecedent: Expression, body: Expression) -> Expression:
    """ "If A, then B": whoever is not A is asked nothing; a dose that B asks for is that of A ("if on A, a stable dose")."""
    if isinstance(antecedent, Finding):
        treatment = antecedent.name
        body = map_atoms(body, lambda atom: _dose_of(treatment, atom))
    return AnyOf(sense="requirement", children=(Not(child=antecedent), body))


def _dose_of(treatment: str, atom: Atom) -> Atom:
    """An atom that asks for a dose and does not say of what, as that of a treatment."""
    if not isinstance(atom, Finding | MeasuredValue) or _BARE_DOSE.fullmatch(atom.name.strip()) is None:
        return atom
    return atom.model_copy(update={"name": f"{atom.name.strip()} of {treatment}"})


def violated(demand: Expression) -> Expression:
    """Who does not meet a demand: of "if A, then B" whoever is A and not B."""
    if isinstance(demand, Not):
        return demand.child
    if isinstance(demand, AnyOf) and demand.sense == "requirement" and len(demand.children) == 2:
        outside, body = demand.children
        return all_of((violated(outside), violated(body)))
    return Not(child=demand)


def examples_of(general: Expression, examples: Expression) -> Expression:
    """Something with examples of it: they count as it, and are no further members of a list that it stands in."""
    return AnyOf(sense="examples", children=(general, examples))


def defined_as(term: Expression, definition: Expression) -> Expression:
    """A term with what it means: "severe renal impairment (clearance < 30)" is one condition, not two."""
    return AnyOf(sense="definition", children=(term, definition))


def _joined(node: type[AllOf] | type[AnyOf], children: Sequence[Expression]) -> Expression:
    flat: list[Expression] = []
    for child in children:
        flat.extend(child.children if isinstance(child, node) and _is_plain(child) else (child,))
    return flat[0] if len(flat) == 1 else node(children=tuple(flat))


def _is_plain(node: AllOf | AnyOf) -> bool:
    return isinstance(node, AllOf) or node.sense == "alternatives"
