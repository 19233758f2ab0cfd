"""One patient's record as a graph: its schema, its projection, the query guard, and the port to what holds it.

>>> from osler.core.graph import QueryGuard
>>> QueryGuard().judge("MATCH (t:ConditionType) RETURN t.name").reason
"(t) is not connected to the patient through the patient's own nodes"
"""

from __future__ import annotations

from osler.core.graph.guard import PATIENT_PARAMETER, QueryGuard, Verdict
from osler.core.graph.ladybug import LadybugGraphs
from osler.core.graph.neo4j import Neo4jGraphs
from osler.core.graph.port import PatientGraphs
from osler.core.graph.projection import project
from osler.core.graph.schema import GraphSchema, Label, Relation, graph_schema
from osler.core.graph.types import GraphData, Node, QueryLimits, QueryResult, QueryStatus, Relationship

__all__ = [
    "PATIENT_PARAMETER",
    "GraphData",
    "GraphSchema",
    "Label",
    "LadybugGraphs",
    "Neo4jGraphs",
    "Node",
    "PatientGraphs",
    "QueryGuard",
    "QueryLimits",
    "QueryResult",
    "QueryStatus",
    "Relation",
    "Relationship",
    "Verdict",
    "graph_schema",
    "project",
]
