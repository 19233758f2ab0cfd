"""Patient graphs in Ladybug: one database a patient, so that another patient's data is not there to be found."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import shutil
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Any

from osler.core.graph.guard import PATIENT_PARAMETER, QueryGuard
from osler.core.graph.hops import hop_by_hop
from osler.core.graph.joins import narrow_end_first
from osler.core.graph.schema import GraphSchema, graph_schema
from osler.core.graph.types import GraphData, Node, QueryLimits, QueryResult, Relationship
from osler.errors import DataError

_POOL_BYTES = 128 << 20
_LARGEST_BYTES = 1 << 30
"""By default a database reserves 8 TB of addresses, and the 32nd open one fails."""
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
_OF_ANY_SCHEMA = ".graph"
"""The ending of a graph's file, before the version of its schema: one made by another schema is made again, not asked."""
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
    ) -> None:
        self.schema = schema or graph_schema()
        self.limits = limits or QueryLimits()
        self.guard = QueryGuard(self.schema, characters=self.limits.characters)
        self._folder = folder
        self._most_open = most_open
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
                database.build(self.schema, data)
            finally:
                database.close()
            _delete(place.with_suffix(_OF_ANY_SCHEMA))
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
            _delete(self._place(patient_id).with_suffix(_OF_ANY_SCHEMA))

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
        return (
            self._folder
            / f"{hashlib.sha256(patient_id.encode()).hexdigest()[:32]}{_OF_ANY_SCHEMA}{self.schema.version}"
        )


class _Database:
    """One open database and its connection."""

    def __init__(self, place: Path, *, read_only: bool = False) -> None:
        import ladybug

        self._place = place
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
        by_label: dict[str, list[Node]] = defaultdict(list)
        for node in data.nodes:
            by_label[node.label].append(node)
        for label, nodes in by_label.items():
            keys = [key for key in schema.labels[label].properties if key != schema.key]
            self._copy(_checked(label), ([node.uuid, *map(node.properties.get, keys)] for node in nodes))
        known = {(node.label, node.uuid) for node in data.nodes}
        by_kind: dict[tuple[str, str, str], list[Relationship]] = defaultdict(list)
        for relationship in data.relationships:
            if relationship.start in known and relationship.end in known:
                by_kind[relationship.start[0], relationship.type, relationship.end[0]].append(relationship)
        for (start, kind, end), relationships in by_kind.items():
            rows = ([relationship.start[1], relationship.end[1]] for relationship in relationships)
            self._copy(_checked(kind), rows, f", FROM='{start}', TO='{end}'")

    def _copy(self, table: str, rows: Iterable[list[Any]], more: str = "") -> None:
        """Rows through a file: a statement for them would look through the whole table for every batch."""
        file = self._place.with_name(self._place.name + ".csv")
        try:
            file.touch(mode=0o600)  # it holds what the database holds, and is for the same eyes
            with file.open("w", encoding="utf-8", newline="") as handle:
                handle.writelines(",".join(map(_field, row)) + "\n" for row in rows)
            self._run(
                f"""COPY {table} FROM {_quoted(str(file))} (HEADER=false, QUOTE='"', ESCAPE='"', PARALLEL=false{more})"""
            )
        finally:
            file.unlink(missing_ok=True)

    def ask(self, cypher: str, parameters: dict[str, Any], limits: QueryLimits) -> QueryResult:
        self._connection.set_query_timeout(int(limits.seconds * 1000))
        used = {key: value for key, value in parameters.items() if f"${key}" in cypher}
        spoken = _FUNCTION.sub(_in_ladybug, cypher)
        failed = QueryResult(status="unsupported")
        # Where the engine does not take the order of joins it finds one of its own.
        for written in filter(None, (narrow_end_first(spoken), hop_by_hop(spoken))):
            try:
                return _rows(self._connection.execute(written, used), limits)
            except RuntimeError as error:
                failed = _failed(str(error))
                if failed.status == "timeout":
                    break
        return failed

    def close(self) -> None:
        self._connection.close()
        self._database.close()

    def _run(self, statement: str) -> None:
        self._connection.execute(statement)


def _rows(result: Any, limits: QueryLimits) -> QueryResult:
    rows: list[list[Any]] = []
    columns = list(result.get_column_names())
    while result.has_next() and len(rows) < limits.rows:
        rows.append(list(result.get_next()))
    truncated = bool(result.has_next())
    result.close()
    return QueryResult(columns=columns, rows=rows, truncated=truncated)


def _in_ladybug(match: re.Match[str]) -> str:
    """A function by Ladybug's name for it; a string stays as it is."""
    name = match[1]
    return _SPELLINGS.get(name.lower(), name) if name else match.group()


def _failed(message: str) -> QueryResult:
    if "Interrupted" in message or message.startswith("Buffer manager exception"):
        return QueryResult(status="timeout", reason="the query took too long or too much memory")
    # The first line names what the engine does not know; it quotes the query, never the data.
    return QueryResult(status="unsupported", reason=message.splitlines()[0][:300] if message else "the engine refused")


def _field(value: Any) -> str:
    """A value in a line of the file; nothing at all is NULL, and an empty string is quoted like any other."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dt.datetime) and value.tzinfo is not None:
        value = value.astimezone(dt.UTC).replace(tzinfo=None)
    text = value.isoformat() if isinstance(value, dt.date) else str(value)
    return '"' + text.replace('"', '""') + '"'


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


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
