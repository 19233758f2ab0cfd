"""Patient graphs in Neo4j: one database for all, read in read-only transactions, the patient set by code.

The contract test of the port runs against a server where `TEST_NEO4J_URL` names one. The guard, which keeps a
query inside its patient, is the same one and is tested without a server.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from osler.core.graph.guard import PATIENT_PARAMETER, QueryGuard
from osler.core.graph.schema import GraphSchema, graph_schema
from osler.core.graph.types import GraphData, QueryLimits, QueryResult
from osler.errors import ConfigError, DataError, KeyRefused, ServiceError

_MEND = "check neo4j_url, neo4j_user, neo4j_password and neo4j_database in [consult] of osler.toml"


class Neo4jGraphs:
    """Graphs of all patients in one Neo4j database; needs the extra `neo4j`."""

    def __init__(
        self,
        url: str,
        *,
        user: str = "neo4j",
        password: str = "",
        database: str | None = None,
        schema: GraphSchema | None = None,
        limits: QueryLimits | None = None,
    ) -> None:
        try:
            import neo4j
        except ModuleNotFoundError:
            raise ConfigError("the Neo4j driver is not installed", mend="pip install 'osler[neo4j]'") from None
        self._neo4j: Any = neo4j
        self.schema = schema or graph_schema()
        self.limits = limits or QueryLimits()
        self.guard = QueryGuard(self.schema, characters=self.limits.characters)
        self._database = database
        self._driver: Any = neo4j.GraphDatabase.driver(url, auth=(user, password) if password else None)

    def load(self, patient_id: str, data: GraphData) -> None:
        """Put a patient's graph in place of the one that was there; shared nodes are merged."""
        key = self.schema.key
        with self._writing() as work:
            self._forget(work, patient_id)
            nodes: dict[str, list[dict[str, Any]]] = defaultdict(list)
            for node in data.nodes:
                nodes[node.label].append({"uuid": node.uuid, "properties": node.properties})
            for label, rows in nodes.items():
                work.run(f"UNWIND $rows AS r MERGE (n:`{label}` {{{key}: r.uuid}}) SET n += r.properties", rows=rows)
            links: dict[tuple[str, str, str], list[dict[str, str]]] = defaultdict(list)
            for one in data.relationships:
                links[one.start[0], one.type, one.end[0]].append({"a": one.start[1], "b": one.end[1]})
            for (start, kind, end), rows in links.items():
                work.run(
                    f"UNWIND $rows AS r MATCH (a:`{start}` {{{key}: r.a}}) MATCH (b:`{end}` {{{key}: r.b}}) "
                    f"MERGE (a)-[:`{kind}`]->(b)",
                    rows=rows,
                )

    def has(self, patient_id: str) -> bool:
        """Whether there is a graph of this patient."""
        result = self.query(patient_id, "MATCH (p:Patient {uuid: $patient_uuid}) RETURN count(p) AS n")
        return bool(result.rows and result.rows[0][0])

    def query(self, patient_id: str, cypher: str, parameters: Mapping[str, Any] | None = None) -> QueryResult:
        """Ask one patient's graph, if the guard lets the query pass."""
        given = dict(parameters or {})
        verdict = self.guard.judge(cypher, given)
        if not verdict.allowed:
            return QueryResult(status="rejected", reason=verdict.reason)
        values = given | {PATIENT_PARAMETER: patient_id}
        text = self._neo4j.Query(verdict.cypher, timeout=self.limits.seconds)
        reading = {"database": self._database, "default_access_mode": self._neo4j.READ_ACCESS}
        try:
            with self._faults(), self._driver.session(**reading) as session:
                result = session.run(text, values)
                columns = list(result.keys())
                rows = [[_plain(value) for value in record.values()] for record in result.fetch(self.limits.rows + 1)]
        except self._neo4j.exceptions.ClientError as error:
            late = "TransactionTimedOut" in (error.code or "")
            return QueryResult(status="timeout" if late else "unsupported", reason=error.code or "the engine refused")
        return QueryResult(columns=columns, rows=rows[: self.limits.rows], truncated=len(rows) > self.limits.rows)

    def remove(self, patient_id: str) -> None:
        """Forget a patient's graph; what patients share stays."""
        with self._writing() as work:
            self._forget(work, patient_id)

    def close(self) -> None:
        """Close the driver."""
        self._driver.close()

    @contextmanager
    def _writing(self) -> Iterator[Any]:
        """A transaction that is kept as a whole or not at all."""
        with (
            self._faults(),
            self._driver.session(database=self._database) as session,
            session.begin_transaction() as work,
        ):
            yield work
            work.commit()

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """What the server may answer besides a result, in words that say what to do; a refused query is its asker's matter."""
        errors = self._neo4j.exceptions
        try:
            yield
        except errors.AuthError:  # a client error too, but no matter of the query
            raise KeyRefused("Neo4j refused the user or the password", mend=_MEND) from None
        except (errors.ServiceUnavailable, errors.TransientError):
            raise ServiceError("Neo4j did not answer", mend=_MEND) from None

    def _forget(self, work: Any, patient_id: str) -> None:
        owning = "|".join(name for name, relation in self.schema.relations.items() if relation.owns)
        if not owning:
            raise DataError("the schema has no relationship that owns", mend="mark them with owns: true")
        work.run(
            f"MATCH (p:{self.schema.anchor} {{{self.schema.key}: $id}}) OPTIONAL MATCH (p)-[:{owning}]->(n) DETACH DELETE p, n",
            id=patient_id,
        )


def _plain(value: Any) -> Any:
    """A value without the driver's own types: nodes become their properties, dates Python's dates."""
    if hasattr(value, "to_native"):
        return value.to_native()
    if hasattr(value, "items") and not isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return value
