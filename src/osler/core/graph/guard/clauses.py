"""A query clause by clause: what each name stands for, and that no pattern leaves the patient."""

from __future__ import annotations

from typing import Any

from osler.core.graph.guard import tree
from osler.core.graph.guard.reach import Pattern, Scope, Standing, anchored_by
from osler.core.graph.guard.source import Unsafe
from osler.core.graph.schema import GraphSchema

_OWN: frozenset[Standing] = frozenset({"anchor", "own"})


class Clauses:
    """Walks the clauses of a query and keeps the standing of every name in scope."""

    def __init__(self, schema: GraphSchema) -> None:
        self._schema = schema

    def query(self, composite: Any, scope: Scope) -> dict[str, Standing]:
        """Check the parts of a query (a UNION has several); the standing of the columns it returns."""
        if tree.kind(composite) != "CompositeQueryExpression":
            raise Unsafe("only reading queries are allowed")
        parts = [composite.left_composite_query_primary]
        parts += [more.composite_query_primary for more in composite.query_conjunction_elements or ()]
        columns: dict[str, Standing] = {}
        for part in parts:
            for name, standing in self._linear(part, scope).items():
                columns[name] = standing if columns.get(name, standing) == standing else "value"
        return columns

    def _linear(self, part: Any, scope: Scope) -> dict[str, Standing]:
        inner: Any = getattr(part, "ambient_linear_query_statement", None)
        result = getattr(inner, "primitive_result_statement", None)
        if result is None:
            raise Unsafe("a query must be clauses that end in RETURN")
        current = dict(scope)
        statements = inner.simple_linear_query_statement
        for statement in statements.list_simple_query_statement if statements is not None else ():
            current = self._clause(statement, current)
        self._expression(result, current)
        body = next((node for node in tree.descend(result) if tree.kind(node) == "ReturnStatementBody"), None)
        if body is None:
            raise Unsafe("a query must end in RETURN")
        return self._projected(body, current)

    def _clause(self, statement: Any, scope: dict[str, Standing]) -> dict[str, Standing]:
        kind = tree.kind(statement)
        if kind == "SimpleMatchStatement":
            return self._match(statement, scope)
        if kind == "OptionalMatchStatement":
            return self._match(statement.optional_operand.optional_operand, scope)
        if kind == "CypherWithStatement":
            self._expression(statement.return_statement_body, scope)
            after = self._projected(statement.return_statement_body, scope)
            # ORDER BY and WHERE of a WITH may still see what was there before it.
            for tail in (statement.order_by_and_page_statement, statement.where_clause):
                if tail is not None:
                    self._expression(tail, {**scope, **after})
            return after
        if kind == "ForStatement":
            self._expression(statement.for_item.for_item_source, scope)
            name = str(statement.for_item.for_item_alias.binding_variable.name)
            return {**scope, name: self._standing(statement.for_item.for_item_source, scope)}
        if kind == "CallProcedureStatement":
            return {**scope, **self._inline_call(statement.procedure_call, scope)}
        raise Unsafe("only MATCH, OPTIONAL MATCH, WITH, UNWIND and RETURN are allowed")

    def _match(self, statement: Any, scope: dict[str, Standing]) -> dict[str, Standing]:
        if tree.kind(statement) != "SimpleMatchStatement":
            raise Unsafe("a MATCH may not hold a block")
        table = statement.graph_pattern_binding_table
        return self._graph_pattern(table.graph_pattern, scope)

    def _graph_pattern(self, graph_pattern: Any, scope: Scope) -> dict[str, Standing]:
        if graph_pattern.match_mode is not None or graph_pattern.keep_clause is not None:
            raise Unsafe("match modes are not allowed")
        where = graph_pattern.graph_pattern_where_clause
        paths = graph_pattern.path_pattern_list.list_path_pattern
        return self._pattern(paths, where.search_condition if where is not None else None, scope)

    def _pattern(self, paths: list[Any], condition: Any, scope: Scope) -> dict[str, Standing]:
        pattern = Pattern(self._schema)
        for path in paths:
            pattern.add_path(path)
        if condition is not None:
            pattern.add_condition(condition)
        named = {name: how for name, how in pattern.standings(scope).items() if not name.startswith("~")}
        after = {**scope, **named}
        for predicate in pattern.predicates:
            self._expression(predicate, after)
        if condition is not None:
            self._expression(condition, after)
        return after

    def _inline_call(self, call: Any, scope: Scope) -> dict[str, Standing]:
        if tree.kind(call) != "InlineProcedureCall":
            raise Unsafe("procedures may not be called")
        visible: Scope = scope
        if call.variable_scope_clause is not None:
            names = tree.references(call.variable_scope_clause)
            visible = {name: how for name, how in scope.items() if name in names}
        composite = _statement(call.nested_procedure_specification)
        if call.variable_scope_clause is None and not _imports(composite):
            visible = {}
        return self.query(composite, visible)

    def _expression(self, node: Any, scope: Scope) -> None:
        """Check every pattern inside an expression, and that the patient's key is compared with nothing else."""
        kind = tree.kind(node)
        if kind == "CypherPatternPredicate":
            self._pattern([node.pattern], None, scope)
        elif kind == "CypherPatternComprehension":
            condition = node.where_clause.search_condition if node.where_clause is not None else None
            self._expression(node.projection, self._pattern([node.pattern], condition, scope))
        elif kind == "ExistsPredicate":
            self._exists(node.exists_predicate, scope)
        elif kind in {"ListComprehension", "ListPredicateFunction"}:
            self._expression(node.source, scope)
            inner = {**scope, str(node.variable.name): self._standing(node.source, scope)}
            for child in tree.children(node):
                self._expression(child, inner)
        elif kind in {"ValueQueryExpression", "InlineProcedureCall", "NestedQuerySpecification", "NamedProcedureCall"}:
            raise Unsafe("a subquery may stand only in EXISTS or CALL")
        else:
            self._compares_patient(node, scope)
            for child in tree.children(node):
                self._expression(child, scope)

    def _exists(self, inside: Any, scope: Scope) -> None:
        kind = tree.kind(inside)
        if kind == "_ExistsGraphPattern":
            self._graph_pattern(inside.graph_pattern, scope)
        elif kind == "_ExistsMatchStatementBlock":
            current = dict(scope)
            for statement in inside.match_statement_block.list_match_statement:
                current = self._clause(statement, current)
        else:
            self.query(_statement(inside), scope)

    def _compares_patient(self, node: Any, scope: Scope) -> None:
        if not tree.kind(node).endswith(("Predicate", "Comparison")) or anchored_by(node, self._schema.key):
            return
        for part in tree.children(node):
            for inner in (part, *tree.children(part)):
                read = tree.own_property(inner)
                if read and read[1] == self._schema.key and scope.get(read[0]) == "anchor":
                    raise Unsafe("the patient's key may be compared only with $patient_uuid")

    def _projected(self, body: Any, scope: Scope) -> dict[str, Standing]:
        inner = body.return_statement_body
        after: dict[str, Standing] = dict(scope) if getattr(inner, "asterisk", None) is not None else {}
        items = getattr(inner, "return_item_list", None)
        for item in items.list_return_item if items is not None else ():
            expression = item.aggregating_value_expression
            name = str(item.return_item_alias.identifier.name) if item.return_item_alias else tree.variable(expression)
            if name:
                after[name] = self._standing(expression, scope)
        return after

    def _standing(self, expression: Any, scope: Scope) -> Standing:
        """What an expression stands for: the same node under a new name, something made of nodes, or a value."""
        bare = tree.variable(expression)
        if bare is not None:
            return scope.get(bare, "value")
        kinds = {tree.kind(node) for node in tree.descend(expression)}
        if kinds & {"PropertyReference", "CypherPatternComprehension"}:
            return "value"
        standings = {scope.get(name, "value") for name in tree.references(expression)}
        if not standings or "value" in standings:
            return "value"
        return "own" if standings <= _OWN else "shared"


def _statement(specification: Any) -> Any:
    """The query inside a nested specification, which may hold nothing else."""
    body = next((node for node in tree.descend(specification) if tree.kind(node) == "StatementBlock"), None)
    if body is None or body.list_next_statement:
        raise Unsafe("a subquery must be one reading query")
    return body.statement


def _imports(composite: Any) -> bool:
    """Whether a subquery opens with a WITH, which is how it takes names from outside."""
    inner = getattr(getattr(composite, "left_composite_query_primary", None), "ambient_linear_query_statement", None)
    statements = getattr(inner, "simple_linear_query_statement", None)
    return statements is not None and tree.kind(statements.list_simple_query_statement[0]) == "CypherWithStatement"


def program_query(program: Any) -> Any:
    """The one reading query that a parsed program consists of."""
    if tree.kind(program) != "GqlProgram":
        raise Unsafe("EXPLAIN and PROFILE are not allowed")
    bodies = [node for node in tree.descend(program) if tree.kind(node) == "ProcedureBody"]
    if not bodies or bodies[0].at_schema_clause is not None or bodies[0].binding_variable_definition_block is not None:
        raise Unsafe("only a reading query is allowed")
    return _statement(program)
