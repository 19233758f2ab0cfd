"""Small readings of graphglot's syntax tree: children, names, conjuncts, labels, edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from osler.core.graph.guard.source import Unsafe

Direction = Literal["out", "in", "any"]

_EDGES: dict[str, Direction] = {
    "FullEdgePointingRight": "out",
    "FullEdgePointingLeft": "in",
    "RIGHT_ARROW": "out",
    "LEFT_ARROW": "in",
}


class Element(NamedTuple):
    """A node or an edge of a pattern: its variable, its labels (any of them) and what its braces demand."""

    variable: str
    labels: tuple[str, ...]
    predicate: Any


def kind(node: Any) -> str:
    """The name of a tree node's class."""
    return type(node).__name__


def children(node: Any) -> Iterator[Any]:
    """The tree nodes directly below."""
    for field in getattr(node, "__ast_field_names__", ()):
        value = getattr(node, field)
        for child in value if isinstance(value, list) else (value,):
            if hasattr(child, "__ast_field_names__"):
                yield child


def descend(node: Any) -> Iterator[Any]:
    """The node and everything below it."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(children(current))


def sole(node: Any) -> Any:
    """What is left of an expression when the wrappers around its only content are taken off."""
    while True:
        inside = list(children(node))
        if kind(node) in _LEAVES or len(inside) != 1 or _says_more(node):
            return node
        node = inside[0]


_LEAVES = frozenset(
    {"GeneralParameterReference", "BindingVariableReference", "PropertyReference", "CharacterStringLiteral"}
)
_WRAPPERS = frozenset(
    {
        "ArithmeticValueExpression",
        "ArithmeticTerm",
        "ArithmeticFactor",
        "NumericValueExpression",
        "Term",
        "Factor",
        "GeneralValueSpecification",
        "ParenthesizedValueExpression",
        "CharacterStringValueExpression",
        "BooleanValueExpression",
        "BooleanTerm",
        "BooleanFactor",
        "BooleanTest",
        "ParenthesizedBooleanValueExpression",
    }
)


def _says_more(node: Any) -> bool:
    """Whether a node is anything but a wrapper: a function, a negation, a sign, a test for a truth value."""
    if kind(node) not in _WRAPPERS:
        return True
    if getattr(node, "not_", False) or getattr(node, "truth_value", None) is not None:
        return True
    return getattr(getattr(node, "sign", None), "name", "PLUS_SIGN") != "PLUS_SIGN"


def parameter(node: Any) -> str | None:
    """The name of the parameter that an expression is, and nothing more."""
    inner = sole(node)
    return str(inner.parameter_name.name) if kind(inner) == "GeneralParameterReference" else None


def variable(node: Any) -> str | None:
    """The name of the variable that an expression is, and nothing more."""
    inner = sole(node)
    return str(inner.binding_variable.name) if kind(inner) == "BindingVariableReference" else None


def own_property(node: Any) -> tuple[str, str] | None:
    """Variable and key of an expression that is `variable.key`, and nothing more."""
    inner = sole(node)
    if kind(inner) != "PropertyReference" or len(inner.property_name) != 1:
        return None
    source = variable(inner.property_source)
    return (source, str(inner.property_name[0].identifier.name)) if source else None


def conjuncts(condition: Any) -> Iterator[Any]:
    """The conditions that must all hold: what stands between the ANDs at the top."""
    node = condition
    if kind(node) == "BooleanValueExpression":
        if getattr(node, "ops", None):
            return
        node = node.boolean_term
    if kind(node) == "BooleanTerm":
        for factor in node.list_boolean_factor:
            if not factor.not_ and factor.boolean_test.truth_value is None:
                inner = factor.boolean_test.boolean_primary
                if kind(inner) == "ParenthesizedBooleanValueExpression":
                    yield from conjuncts(next(children(inner)))
                else:
                    yield inner


def references(node: Any) -> set[str]:
    """The names of all variables that an expression refers to."""
    return {str(part.binding_variable.name) for part in descend(node) if kind(part) == "BindingVariableReference"}


def element(node: Any) -> Element:
    """What a node or edge pattern says."""
    filler = getattr(node, "element_pattern_filler", None)
    if filler is None:
        return Element("", (), None)
    declared = filler.element_variable_declaration
    name = str(declared.element_variable.name) if declared else ""
    labels = _labels(filler.is_label_expression.label_expression) if filler.is_label_expression else ()
    return Element(name, labels, filler.element_pattern_predicate)


def _labels(expression: Any) -> tuple[str, ...]:
    names: list[str] = []
    for term in expression.label_terms:
        factors = term.label_factors
        if len(factors) != 1 or kind(factors[0]) != "LabelName":
            raise Unsafe("a label must be a name, or names with | between them")
        names.append(str(factors[0].identifier.name))
    return tuple(names)


def direction(edge: Any) -> Direction:
    """Where an edge points, as written from left to right."""
    if kind(edge) == "AbbreviatedEdgePattern":
        return _EDGES.get(edge.pattern.name, "any")
    return _EDGES.get(kind(edge), "any")


def is_edge(node: Any) -> bool:
    """Whether a factor of a path is an edge of length one."""
    return kind(node) == "AbbreviatedEdgePattern" or kind(node).startswith("FullEdge")
