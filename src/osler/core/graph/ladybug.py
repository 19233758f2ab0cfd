"""Patient graphs in Ladybug: one database a patient, so that another patient's data is not there to be found."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from typing import Any

from osler.core.graph.bulk import copy_nodes, copy_relationships
from osler.core.graph.guard import PATIENT_PARAMETER, QueryGuard
from osler.core.graph.schema import GraphSchema, graph_schema
from osler.core.graph.types import GraphData, Node, QueryLimits, QueryResult, Relationship
from osler.errors import DataError

_POOL_BYTES = 128 << 20
_LARGEST_BYTES = 1 << 30
"""By default a database reserves 8 TB of addresses, and the 32nd open one fails."""
_BATCH = 2000
_LARGE = 5000
"""Nodes above which a graph is copied in from files: a transaction of so many would not fit into the pool."""
_TYPES = {
    "string": "STRING",
    "double": "DOUBLE",
    "int64": "INT64",
    "bool": "BOOL",
    "date": "DATE",
    "timestamp": "TIMESTAMP",
}
_FUNCTION = re.compile(r"""'[^']*'|"[^"]*"|(?<![\w.$])([A-Za-z]+)(?=\()""")
_SPELLINGS = {
    "type": "label",
    "tostring": "string",
    "tointeger": "to_int64",
    "tofloat": "to_double",
    "split": "string_split",
}
"""What Neo4j calls a function and what Ladybug calls it."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


class LadybugGraphs:
    """One file a patient under a folder; a few of them are kept open, the longest unused is closed first."""

    def __init__(
        self,
        folder: Path,
        *,
        schema: GraphSchema | None = None,
        limits: QueryLimits | None = None,
        most_open: int = 16,
        copy_above: int = _LARGE,
    ) -> None:
        self.schema = schema or graph_schema()
        self.limits = limits or QueryLimits()
        self.guard = QueryGuard(self.schema, characters=self.limits.characters)
        self._folder = folder
        self._most_open = most_open
        self._copy_above = copy_above
        self._open: OrderedDict[str, _Database] = OrderedDict()
        self._lock = RLock()

    def load(self, patient_id: str, data: GraphData) -> None:
        """Put a patient's graph in place of the one that was there; a graph that was not finished is never seen."""
        with self._lock:
            place = self._place(patient_id)
            self._close(patient_id)
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh = place.with_suffix(".new")
            _delete(fresh)
            database = _Database(fresh)
            try:
                if len(data.nodes) > self._copy_above:
                    database.copy_in(self.schema, data, place.parent)
                else:
                    database.build(self.schema, data)
            finally:
                database.close()
            _delete(place)
            fresh.rename(place)

    def has(self, patient_id: str) -> bool:
        """Whether there is a graph of this patient."""
        return self._place(patient_id).exists()

    def query(self, patient_id: str, cypher: str, parameters: Mapping[str, Any] | None = None) -> QueryResult:
        """Ask one patient's graph, if the guard lets the query pass."""
        given = dict(parameters or {})
        verdict = self.guard.judge(cypher, given)
        if not verdict.allowed:
            return QueryResult(status="rejected", reason=verdict.reason)
        with self._lock:
            result = self._database(patient_id).ask(
                verdict.cypher, given | {PATIENT_PARAMETER: patient_id}, self.limits
            )
            if result.status == "timeout":
                # What was cut off may still hold the memory of the pool; the next query shall find it free.
                self._close(patient_id)
            return result

    def remove(self, patient_id: str) -> None:
        """Forget a patient's graph."""
        with self._lock:
            self._close(patient_id)
            _delete(self._place(patient_id))

    def close(self) -> None:
        """Close every open database."""
        with self._lock:
            while self._open:
                self._open.popitem()[1].close()

    @property
    def open_count(self) -> int:
        """How many databases are open now."""
        return len(self._open)

    def _database(self, patient_id: str) -> _Database:
        found = self._open.get(patient_id)
        if found is not None:
            self._open.move_to_end(patient_id)
            return found
        place = self._place(patient_id)
        if not place.exists():
            raise DataError("there is no graph of this patient", mend="add the patient first")
        while len(self._open) >= self._most_open:
            self._open.popitem(last=False)[1].close()
        self._open[patient_id] = _Database(place, read_only=True)
        return self._open[patient_id]

    def _close(self, patient_id: str) -> None:
        found = self._open.pop(patient_id, None)
        if found is not None:
            found.close()

    def _place(self, patient_id: str) -> Path:
        # A digest: an id may be a path, and a file name should not name a patient.
        return self._folder / f"{hashlib.sha256(patient_id.encode()).hexdigest()[:32]}.graph"


class _Database:
    """One open database and its connection."""

    def __init__(self, place: Path, *, read_only: bool = False) -> None:
        import ladybug

        self._database = ladybug.Database(
            str(place),
            buffer_pool_size=_POOL_BYTES,
            max_db_size=_LARGEST_BYTES,
            max_num_threads=1,
            read_only=read_only,
        )
        self._connection = ladybug.Connection(self._database)

    def build(self, schema: GraphSchema, data: GraphData) -> None:
        # One transaction: each statement by itself would wait for the disk.
        self._run("BEGIN TRANSACTION")
        self._create(schema)
        self._fill(schema, data)
        self._run("COMMIT")

    def _create(self, schema: GraphSchema) -> None:
        for name, label in schema.labels.items():
            columns = "".join(
                f", `{key}` {_TYPES[kind]}" for key, kind in label.properties.items() if key != schema.key
            )
            self._run(
                f"CREATE NODE TABLE {_checked(name)}(`{schema.key}` STRING{columns}, PRIMARY KEY(`{schema.key}`))"
            )
        for name, relation in schema.relations.items():
            pairs = ", ".join(f"FROM {_checked(start)} TO {_checked(end)}" for start, end in relation.pairs)
            if pairs:
                self._run(f"CREATE REL TABLE {_checked(name)}({pairs})")

    def _fill(self, schema: GraphSchema, data: GraphData) -> None:
        for label, nodes in _by_label(data).items():
            keys = sorted({key for node in nodes for key, value in node.properties.items() if value is not None})
            keys = [key for key in keys if key in schema.labels[label].properties]
            columns = "".join(f", `{key}`: r.`{key}`" for key in keys)
            for batch in _batches([{schema.key: n.uuid} | {k: n.properties.get(k) for k in keys} for n in nodes]):
                self._run(f"UNWIND $rows AS r CREATE (:{label} {{`{schema.key}`: r.`{schema.key}`{columns}}})", batch)
        for (start, kind, end), relationships in _by_kind(data).items():
            for batch in _batches([{"a": r.start[1], "b": r.end[1]} for r in relationships]):
                self._run(
                    f"UNWIND $rows AS r MATCH (a:{start} {{`{schema.key}`: r.a}}), (b:{end} {{`{schema.key}`: r.b}}) "
                    f"CREATE (a)-[:{_checked(kind)}]->(b)",
                    batch,
                )

    def copy_in(self, schema: GraphSchema, data: GraphData, folder: Path) -> None:
        self._create(schema)
        with TemporaryDirectory(dir=folder) as scratch:
            for label, nodes in _by_label(data).items():
                keys = [key for key in schema.labels[label].properties if key != schema.key]
                rows = ([node.uuid, *(node.properties.get(key) for key in keys)] for node in nodes)
                copy_nodes(self._run, Path(scratch), label, rows)
            for (start, kind, end), relationships in _by_kind(data).items():
                ends = ((r.start[1], r.end[1]) for r in relationships)
                copy_relationships(self._run, Path(scratch), _checked(kind), (start, end), ends)

    def ask(self, cypher: str, parameters: dict[str, Any], limits: QueryLimits) -> QueryResult:
        self._connection.set_query_timeout(int(limits.seconds * 1000))
        used = {key: value for key, value in parameters.items() if f"${key}" in cypher}
        cypher = _FUNCTION.sub(_in_ladybug, cypher)
        try:
            result: Any = self._connection.execute(cypher, used)
        except RuntimeError as error:
            return _failed(str(error))
        rows: list[list[Any]] = []
        columns = list(result.get_column_names())
        while result.has_next() and len(rows) < limits.rows:
            rows.append(list(result.get_next()))
        truncated = bool(result.has_next())
        result.close()
        return QueryResult(columns=columns, rows=rows, truncated=truncated)

    def close(self) -> None:
        self._connection.close()
        self._database.close()

    def _run(self, statement: str, rows: list[dict[str, Any]] | None = None) -> None:
        self._connection.execute(statement, {"rows": rows} if rows is not None else {})


def _by_label(data: GraphData) -> dict[str, list[Node]]:
    found: dict[str, list[Node]] = defaultdict(list)
    for node in data.nodes:
        found[node.label].append(node)
    return found


def _by_kind(data: GraphData) -> dict[tuple[str, str, str], list[Relationship]]:
    found: dict[tuple[str, str, str], list[Relationship]] = defaultdict(list)
    for relationship in data.relationships:
        found[relationship.start[0], relationship.type, relationship.end[0]].append(relationship)
    return found


def _in_ladybug(match: re.Match[str]) -> str:
    """A function by Ladybug's name for it; a string stays as it is."""
    name = match[1]
    return _SPELLINGS.get(name.lower(), name) if name else match.group()


def _failed(message: str) -> QueryResult:
    if "Interrupted" in message or message.startswith("Buffer manager exception"):
        return QueryResult(status="timeout", reason="the query took too long or too much memory")
    # The first line names what the engine does not know; it quotes the query, never the data.
    return QueryResult(status="unsupported", reason=message.splitlines()[0][:300] if message else "the engine refused")


def _batches(rows: list[dict[str, Any]]) -> Iterable[list[dict[str, Any]]]:
    for start in range(0, len(rows), _BATCH):
        yield rows[start : start + _BATCH]


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise DataError(f"{name!r} cannot be a label", mend="use letters, digits and underscores")
    return name


def _delete(place: Path) -> None:
    for path in place.parent.glob(place.name + "*"):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            with suppress(FileNotFoundError):
                path.unlink()
