"""The port to patient graphs: whatever holds them, a query sees one patient and passes the guard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from osler.core.graph.schema import GraphSchema
from osler.core.graph.types import GraphData, QueryResult


class PatientGraphs(Protocol):
    """Graphs of patients by their id."""

    schema: GraphSchema

    def load(self, patient_id: str, data: GraphData) -> None:
        """Put a patient's graph in place of the one that was there."""

    def has(self, patient_id: str) -> bool:
        """Whether there is a graph of this patient."""

    def query(self, patient_id: str, cypher: str, parameters: Mapping[str, Any] | None = None) -> QueryResult:
        """Ask one patient's graph; the patient's id is set here and cannot be set by the query."""

    def remove(self, patient_id: str) -> None:
        """Forget a patient's graph."""

    def close(self) -> None:
        """Let go of files and connections."""
