"""The two tools of the graph: its schema, and a query that passes the guard."""

from __future__ import annotations

import datetime as dt
from typing import Any

from osler.core.agents import Tool
from osler.core.graph import PatientGraphs, QueryResult
from osler.errors import InputError

REJECTIONS = 2
"""How often a rejected query is given back with the reason before the tool stops answering."""


class QueryRefused(InputError):
    """A query that the guard or the engine did not accept."""

    code = "query.refused"


class GraphTools:
    """The graph of one patient, as tools of one step."""

    def __init__(self, graphs: PatientGraphs, patient_id: str) -> None:
        self._graphs = graphs
        self._patient = patient_id
        self._rejected = 0

    def tools(self) -> list[Tool]:
        """`get_graph_schema` and `query_graph`."""
        return [Tool(self.get_graph_schema), Tool(self.query_graph, fallback=[])]

    async def get_graph_schema(self) -> str:
        """The labels, properties and relationships of the patient's graph."""
        return self._graphs.schema.describe()

    async def query_graph(self, cypher: str, parameters: dict[str, Any] | None = None) -> list[dict[str, Any]]:
        """Run one reading Cypher statement on the patient's graph; $patient_uuid is set by the system."""
        if self._rejected > REJECTIONS:
            raise QueryRefused("too many queries were rejected; answer with what is known")
        result = self._graphs.query(self._patient, cypher, parameters)
        if result.status == "ok":
            return result.records()
        self._rejected += 1
        raise QueryRefused(f"The query was {result.status}: {result.reason}")


def plain(result: QueryResult) -> list[list[Any]]:
    """The rows with days and moments as text."""
    return [[value.isoformat() if isinstance(value, dt.date) else value for value in row] for row in result.rows]
