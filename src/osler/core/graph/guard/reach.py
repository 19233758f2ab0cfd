"""What the nodes of a pattern are to the patient: reached from the anchor through what is the patient's own, or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from osler.core.graph.guard import tree
from osler.core.graph.guard.source import Unsafe
from osler.core.graph.schema import GraphSchema

PATIENT_PARAMETER = "patient_uuid"

_MOST_EDGES = 7
"""Relationships in one MATCH; planning more of them takes an engine longer than any query needs."""

Standing = Literal["anchor", "own", "shared", "unclear", "value"]
"""The patient; a node of the patient's own; one that patients share; one of either; no node at all."""
Scope = Mapping[str, Standing]


class Edge(NamedTuple):
    """A relationship of a pattern between two of its nodes."""

    left: str
    right: str
    direction: tree.Direction
    types: tuple[str, ...]
    variable: str


@dataclass
class Pattern:
    """The nodes and edges that a MATCH, an EXISTS or a comprehension asks for together."""

    schema: GraphSchema
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    anchored: set[str] = field(default_factory=set)
    edges: list[Edge] = field(default_factory=list)
    paths: dict[str, list[str]] = field(default_factory=dict)
    predicates: list[Any] = field(default_factory=list)
    _fresh: int = 0

    def add_path(self, path: Any) -> None:
        """Read one path pattern."""
        if path.path_pattern_prefix is not None:
            raise Unsafe("path searches are not allowed")
        expression = path.path_pattern_expression
        if tree.kind(expression) != "PathTerm":
            raise Unsafe("only plain paths of nodes and relationships are allowed")
        nodes: list[str] = []
        edge: Any = None
        for factor in expression.factors:
            if tree.kind(factor) == "NodePattern":
                nodes.append(self._node(factor))
                if edge is not None:
                    self._edge(edge, nodes[-2], nodes[-1])
                edge = None
            elif tree.is_edge(factor):
                edge = factor
            else:
                raise Unsafe("a relationship may not be of variable length")
        if path.path_variable_declaration is not None:
            self.paths[str(path.path_variable_declaration.path_variable.name)] = nodes

    def _node(self, node: Any) -> str:
        read = tree.element(node)
        for label in read.labels:
            if self.schema.owner(label) is None:
                raise Unsafe(f"there is no label {label!r} in the schema")
        name = read.variable or self._new()
        self.labels[name] = read.labels or self.labels.get(name, ())
        if read.predicate is not None:
            self._braces(name, read.predicate)
        return name

    def _edge(self, edge: Any, left: str, right: str) -> None:
        read = tree.element(edge)
        if len(self.edges) >= _MOST_EDGES:
            raise Unsafe(f"one MATCH may have at most {_MOST_EDGES} relationships")
        for name in read.labels:
            if name not in self.schema.relations:
                raise Unsafe(f"there is no relationship {name!r} in the schema")
        if read.predicate is not None:
            self.predicates.append(read.predicate)
        self.edges.append(Edge(left, right, tree.direction(edge), read.labels, read.variable))

    def _braces(self, name: str, predicate: Any) -> None:
        self.predicates.append(predicate)
        if tree.kind(predicate) == "ElementPatternWhereClause":
            self.add_condition(predicate.search_condition, only=name)
            return
        pairs = predicate.property_key_value_pair_list.list_property_key_value_pair
        keys = [pair for pair in pairs if pair.property_name.identifier.name == self.schema.key]
        if len(keys) == 1 and tree.parameter(keys[0].value_expression) == PATIENT_PARAMETER:
            self.anchored.add(name)
        elif keys and (self.schema.anchor in self.labels.get(name, ()) or len(keys) > 1):
            raise Unsafe(f"the patient may be named only by ${PATIENT_PARAMETER}")

    def add_condition(self, condition: Any, *, only: str | None = None) -> None:
        """Take note of `p.uuid = $patient_uuid` among conditions that must all hold."""
        for part in tree.conjuncts(condition):
            name = anchored_by(part, self.schema.key)
            if name and name in self.labels and only in (None, name):
                self.anchored.add(name)

    def standings(self, scope: Scope) -> dict[str, Standing]:
        """The standing of every node, relationship and path of the pattern, or Unsafe for one that is not reached."""
        found: dict[str, Standing] = {}
        for name, labels in self.labels.items():
            if name in scope:
                if scope[name] == "value":
                    raise Unsafe(f"{name!r} is no node of this patient")
                found[name] = scope[name]
            elif name in self.anchored and set(labels) <= {self.schema.anchor}:
                found[name] = "anchor"
            elif self.schema.anchor in labels:
                raise Unsafe(
                    f"a {self.schema.anchor} node must be the patient: {{{self.schema.key}: ${PATIENT_PARAMETER}}}"
                )
        while self._spread(found):
            pass
        for name in self.labels:
            if name not in found:
                shown = f"({name})" if not name.startswith("~") else "a node without a name"
                raise Unsafe(f"{shown} is not connected to the patient through the patient's own nodes")
        return found | self._of_edges_and_paths(found)

    def _spread(self, found: dict[str, Standing]) -> bool:
        grown = False
        for source, target, edge, pointing in self._steps():
            if source in found and target not in found:
                reached = self._reached(found[source], edge, pointing, self.labels[target])
                if reached is not None:
                    found[target] = reached
                    grown = True
        return grown

    def _steps(self) -> Iterator[tuple[str, str, Edge, tree.Direction]]:
        turned: dict[tree.Direction, tree.Direction] = {"out": "in", "in": "out", "any": "any"}
        for edge in self.edges:
            yield edge.left, edge.right, edge, edge.direction
            yield edge.right, edge.left, edge, turned[edge.direction]

    def _reached(
        self, standing: Standing, edge: Edge, pointing: tree.Direction, labels: tuple[str, ...]
    ) -> Standing | None:
        """What a neighbour is; None when this step does not make it the patient's."""
        if pointing == "in" or standing in {"shared", "value"}:
            return None
        owners = {self.schema.owner(label) for label in labels}
        if owners == {"shared"}:
            return "shared"
        owning = {self.schema.relations[name].owns for name in edge.types}
        if standing == "anchor":
            if owning == {True}:
                return "own" if owners <= {"patient"} else "unclear"
            if owning == {False}:
                return "shared" if not owners else None
            return "own" if owners == {"patient"} else "unclear"
        # From what is owned, only what is shared lies ahead; the way back leads to the patient, who is the anchor.
        if owning == {False}:
            return "shared" if not owners else None
        return "unclear" if pointing == "out" and not owners and not edge.types else None

    def _of_edges_and_paths(self, found: Mapping[str, Standing]) -> dict[str, Standing]:
        ends = {edge.variable: [edge.left, edge.right] for edge in self.edges if edge.variable}
        return {
            name: "own" if all(found[node] in {"anchor", "own"} for node in nodes) else "shared"
            for name, nodes in {**ends, **self.paths}.items()
        }

    def _new(self) -> str:
        self._fresh += 1
        return f"~{self._fresh}"


def anchored_by(condition: Any, key: str) -> str | None:
    """The variable that a condition of the form `p.uuid = $patient_uuid` makes the patient."""
    if tree.kind(condition) != "ComparisonPredicate":
        return None
    part = condition.comparison_predicate_part_2
    if part.comp_op.name != "EQUALS":
        return None
    for one, other in (
        (condition.comparison_predicand, part.comparison_predicand),
        (part.comparison_predicand, condition.comparison_predicand),
    ):
        read = tree.own_property(one)
        if read and read[1] == key and tree.parameter(other) == PATIENT_PARAMETER:
            return read[0]
    return None
