"""The two tools of the graph: its schema, and a query that passes the guard."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

from osler.core.agents import Budget, Call, Tool, ToolOutcome
from osler.core.graph import PatientGraphs
from osler.errors import InputError

T = TypeVar("T")

REJECTIONS = 2
"""How often a rejected query is given back with the reason; with the next one the agent's part of the turn is over."""


class QueryRefused(InputError):
    """A query that the guard or the engine did not accept."""

    code = "query.refused"


class GraphTools:
    """The graph of one patient, as tools of one step."""

    def __init__(self, graphs: PatientGraphs, patient_id: str, budget: Budget | None = None) -> None:
        self._graphs = graphs
        self._patient = patient_id
        self._budget = budget
        """The part of the turn's budget that the agent has; it ends when too many queries were rejected."""
        self._rejected = 0

    @property
    def gave_up(self) -> bool:
        """Whether so many queries were rejected that the agent's part is over."""
        return self._rejected > REJECTIONS

    def tools(self) -> list[Tool]:
        """`get_graph_schema` and `query_graph`."""
        return [Tool(self.get_graph_schema), Tool(self.query_graph, fallback=[])]

    async def get_graph_schema(self) -> str:
        """The labels, properties and relationships of the patient's graph."""
        return self._graphs.schema.describe()

    async def query_graph(self, cypher: str, parameters: dict[str, Any] | None = None) -> list[dict[str, Any]]:
        """Run one reading Cypher statement on the patient's graph; $patient_uuid is set by the system."""
        result = self._graphs.query(self._patient, cypher, parameters)
        if result.status == "ok":
            return result.records()
        self._rejected += 1
        if self.gave_up and self._budget is not None:
            self._budget.requests = self._budget.limits.requests
        raise QueryRefused(f"The query was {result.status}: {result.reason}")


Beside = Callable[[str, list[dict[str, Any]]], list[dict[str, Any]]]
"""What becomes of the rows of a query where something is to be counted with them."""


def drive(
    work: Generator[Call, ToolOutcome, T], graphs: PatientGraphs, patient_id: str, *, beside: Beside | None = None
) -> T:
    """Carry a policy's queries out directly, where a computation of ours needs no mind."""
    outcome: ToolOutcome | None = None
    try:
        while True:
            call = next(work) if outcome is None else work.send(outcome)
            arguments = call.arguments or {}
            result = graphs.query(patient_id, arguments["cypher"], arguments.get("parameters"))
            if result.status != "ok":
                raise QueryRefused(f"The query was {result.status}: {result.reason}")
            rows = result.records()
            rows = beside(arguments["cypher"], rows) if beside is not None else rows
            outcome = ToolOutcome(call.tool, "success" if rows else "empty", rows)
    except StopIteration as end:
        made: T = end.value
        return made
