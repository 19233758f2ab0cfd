"""The guard: a query is run only if it reads, and reads nothing that is not this patient's."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from threading import Lock
from typing import Any

from pydantic import BaseModel, ConfigDict

from osler.core.graph.guard import tree
from osler.core.graph.guard.clauses import Clauses, program_query
from osler.core.graph.guard.reach import PATIENT_PARAMETER
from osler.core.graph.guard.readings import readings
from osler.core.graph.guard.source import Unsafe, canonical
from osler.core.graph.schema import GraphSchema, graph_schema

# Every class of the syntax tree whose name speaks of doing something must be one of these.
_DOING = re.compile(
    r"Statement|Clause|Command|Call|Insert|Delete|Remove|Create|Drop|Merge|Session|Transaction|UseGraph|Catalog|Schema"
    r"|Index|Constraint|QueryPrefix|SetItem|Item$|Definition|Shortest|Search$|Quantified|Questioned|Initializer"
)
_ALLOWED = frozenset(
    [
        "AmbientLinearQueryStatement",
        "SimpleLinearQueryStatement",
        "SimpleMatchStatement",
        "OptionalMatchStatement",
        "CypherWithStatement",
        "ForStatement",
        "CallProcedureStatement",
        "InlineProcedureCall",
        "PrimitiveResultStatement",
        "ReturnStatement",
        "ReturnStatementBody",
        "OrderByAndPageStatement",
        "StatementBlock",
        "OrderByClause",
        "OffsetClause",
        "LimitClause",
        "WhereClause",
        "GraphPatternWhereClause",
        "ElementPatternWhereClause",
        "GroupByClause",
        "VariableScopeClause",
        "SearchedWhenClause",
        "SimpleWhenClause",
        "CypherWhenClause",
        "ElseClause",
        "MatchStatementBlock",
        "ReturnItem",
        "ForItem",
        "SimpleQueryStatement",
        "TransactionActivity",
        "_SimpleLinearQueryStatementPrimitiveResultStatement",
        "_ReturnStatementOrderByAndPageStatement",
        "_SetQuantifierReturnItemListGroupByClause",
        "_SetQuantifierAsteriskGroupByClause",
        "_OrderByClauseOffsetClauseLimitClause",
        "_OffsetClauseLimitClause",
        "_ExistsMatchStatementBlock",
        "_ProgramActivitySessionCloseCommand",
        "_ProcedureSpecificationEndTransactionCommand",
    ]
)
_MAX_NODES = 4000
_KNOWN_WORDS = re.compile(r"one of \[[^\]]*\]")
"""All words that the parser would have taken: two hundred of them help nobody."""
_LONGEST_RANGE = 10_000
_MOST_COPIES = 10_000
"""How often a value may be written into larger ones over a chain of WITHs; what grows faster is a bomb."""


class Verdict(BaseModel):
    """Whether a query may run; `cypher` is the text that may."""

    model_config = ConfigDict(frozen=True)

    allowed: bool
    cypher: str = ""
    reason: str = ""


class QueryGuard:
    """Judges queries by their syntax tree; what was judged once is remembered."""

    def __init__(self, schema: GraphSchema | None = None, *, characters: int = 6000, remembered: int = 512) -> None:
        self._schema = schema or graph_schema()
        self._characters = characters
        self._remembered = remembered
        self._known: OrderedDict[tuple[str, frozenset[str]], Verdict] = OrderedDict()
        self._lock = Lock()

    def judge(self, cypher: str, parameters: Iterable[str] = ()) -> Verdict:
        """The verdict on a query that is given these parameters besides the patient's."""
        given = frozenset(parameters)
        if PATIENT_PARAMETER in given:
            return Verdict(allowed=False, reason=f"${PATIENT_PARAMETER} is set by the system and by nobody else")
        key = (cypher, given)
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        verdict = self._judge(cypher, given)
        with self._lock:
            self._known[key] = verdict
            while len(self._known) > self._remembered:
                self._known.popitem(last=False)
        return verdict

    def _judge(self, cypher: str, given: frozenset[str]) -> Verdict:
        try:
            if len(cypher) > self._characters:
                raise Unsafe(f"a query may have at most {self._characters} characters")
            program, text = _read(canonical(cypher))
            _check_nodes(program, given | {PATIENT_PARAMETER})
            Clauses(self._schema).query(program_query(program), {})
        except Unsafe as unsafe:
            return Verdict(allowed=False, reason=str(unsafe))
        except (AttributeError, RecursionError, IndexError, TypeError):
            # A tree of a shape that the guard does not know is not one that it can vouch for.
            return Verdict(allowed=False, reason="the query has a shape that cannot be checked")
        return Verdict(allowed=True, cypher=text)


@lru_cache(maxsize=256)
def _read(text: str) -> tuple[Any, str]:
    """The tree of a query, which nobody changes, and the text that is run: guards of other patients meet the same queries again."""
    first: Unsafe | None = None
    for reading in readings(text):
        try:
            return _parse(reading.checked), reading.run
        except Unsafe as unsafe:
            first = first or unsafe
    raise first or Unsafe("the query is empty")


def _parse(text: str) -> Any:
    # Imported here: the parser takes a third of a second, and most commands never meet a query.
    from graphglot.dialect.neo4j import Neo4j

    try:
        programs = _dialect(Neo4j).parse(text)
    except Exception as error:  # noqa: BLE001 - whatever the parser raises, the query is not understood
        first = re.sub(r"\x1b\[[0-9;]*m", "", str(error)).splitlines()
        reason = _KNOWN_WORDS.sub("a name", first[0]) if first else "no reason given"
        raise Unsafe(f"the query cannot be parsed: {reason}") from None
    if len(programs) != 1:
        raise Unsafe("only one statement is allowed")
    return programs[0]


@cache
def _dialect(dialect: Any) -> Any:
    return dialect()


@cache
def _functions() -> frozenset[str]:
    text = files("osler.core.graph.guard").joinpath("functions.txt").read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


def _check_nodes(program: Any, parameters: frozenset[str]) -> None:
    copies = 1
    for count, node in enumerate(tree.descend(program)):
        kind = tree.kind(node)
        if count > _MAX_NODES:
            raise Unsafe("the query is too large")
        if _DOING.search(kind) and kind not in _ALLOWED:
            raise Unsafe(f"{_in_words(kind)} is not allowed")
        if kind == "Anonymous" and str(node.name).lower() not in _functions():
            raise Unsafe(f"the function {node.name!r} is not allowed")
        if kind == "GeneralParameterReference" and str(node.parameter_name.name) not in parameters:
            raise Unsafe(f"the parameter ${node.parameter_name.name} is not given")
        if kind == "CypherReduce":
            raise Unsafe("reduce is not allowed")
        if kind == "RangeFunc":
            _check_range(node)
        if kind == "ReturnItem":
            copies *= max(1, _copied(node))
            if copies > _MOST_COPIES:
                raise Unsafe("the query makes values that grow without end")


def _check_range(node: Any) -> None:
    """A range must be short and written in numbers: engines build it before any limit on time can hold."""
    numbers = [tree.sole(argument) for argument in node.arguments]
    if any(tree.kind(number) != "UnsignedNumericLiteral" for number in numbers):
        raise Unsafe("the ends of a range must be written as numbers")
    if abs(int(numbers[1].value) - int(numbers[0].value)) > _LONGEST_RANGE:
        raise Unsafe(f"a range may have at most {_LONGEST_RANGE} members")


def _copied(item: Any) -> int:
    """How many times an item writes the variables it uses, one by one, into its value."""
    names = [
        str(part.binding_variable.name) for part in tree.descend(item) if tree.kind(part) == "BindingVariableReference"
    ]
    return max((names.count(name) for name in set(names)), default=1)


def _in_words(kind: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.strip("_")).lower()
