"""The run store: every run and its trace in one database, written as things happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Engine, Executable, Row, bindparam, delete, insert, select, update

from osler.config import Settings, load_settings
from osler.core.runs.database import connected, database_url, open_database
from osler.core.runs.faults import RunLost
from osler.core.runs.heartbeat import Heartbeat
from osler.core.runs.process import Owner, this_process
from osler.core.runs.tables import run_trace, runs
from osler.core.runs.types import RunDetail, RunRecord, RunStatus, TraceEntry, Usage
from osler.errors import UsageError

STALE_AFTER = timedelta(minutes=2)
"""A run on another machine that gave no sign for this long counts as interrupted."""

_DELETE_CHUNK = 500
_SUMMARY = tuple(column for column in runs.columns if column.name in RunRecord.model_fields)

# Built once: making and hashing a statement takes longer than SQLite takes to write the row.
_INSERT_RUN = insert(runs)
_INSERT_ENTRY = insert(run_trace)
_SET_VERSIONS = update(runs).where(runs.c.run_id == bindparam("of")).values(versions=bindparam("new"))
# Only a run that is still 'running' can end: one that was given up as interrupted stays so.
_SET_END = (
    update(runs)
    .where(runs.c.run_id == bindparam("of"), runs.c.status == "running")
    .values(
        {name: bindparam(f"new_{name}") for name in ("status", "finished_at", "usage", "result", "error", "outcome")}
    )
)

# Ids sort by the millisecond; of two runs that began within one, the exact time decides.
_NEWEST_FIRST = (runs.c.started_at.desc(), runs.c.run_id.desc())


class RunStore:
    """Runs in SQLite (the default) or PostgreSQL (by URL)."""

    def __init__(self, url: str | None = None) -> None:
        self._engine: Engine = open_database(url)
        self._heartbeat = Heartbeat(self._beat)

    def begin(self, record: RunRecord, given: Any) -> None:
        """Write the run's row; from now on it is listed."""
        owner = this_process()
        row = record.model_dump() | {
            "input": given,
            "host": owner.host,
            "pid": owner.pid,
            "process_start": owner.started,
            "heartbeat_at": record.started_at,
        }
        self._write(_INSERT_RUN, row)
        self._heartbeat.add(record.run_id)

    def append(self, run_id: str, entry: TraceEntry) -> None:
        """Write one entry of the trace; it is on disk when this returns."""
        self._write(_INSERT_ENTRY, {"run_id": run_id, **entry.__dict__})

    def set_versions(self, run_id: str, versions: Mapping[str, Any]) -> None:
        """Write which vocabulary, prompts and model a run uses, as it learns them."""
        self._write(_SET_VERSIONS, {"of": run_id, "new": versions})

    def end(self, record: RunRecord, result: Any) -> None:
        """Write how a run ended; RunLost if the store no longer has it as under way."""
        self._heartbeat.remove(record.run_id)
        row = {
            "of": record.run_id,
            "new_status": record.status,
            "new_finished_at": record.finished_at,
            "new_usage": record.usage,
            "new_result": result,
            "new_error": record.error,
            "new_outcome": record.outcome,
        }
        with self._engine.connect() as connection:
            if connection.execute(_SET_END, row).rowcount == 0:
                raise RunLost

    def list_runs(
        self,
        *,
        capability: str | None = None,
        status: RunStatus | None = None,
        patient: str | None = None,
        tenant: str | None = None,
        parent: str | None = None,
        limit: int | None = None,
    ) -> list[RunRecord]:
        """Runs, newest first."""
        self._mark_interrupted()
        query = select(*_SUMMARY).order_by(*_NEWEST_FIRST).limit(limit)
        wanted = {
            "capability": capability,
            "status": status,
            "patient": patient,
            "tenant": tenant,
            "parent": parent,
        }
        for name, value in wanted.items():
            if value is not None:
                query = query.where(runs.c[name] == value)
        with connected(self._engine) as connection:
            return [RunRecord.model_validate(dict(row._mapping)) for row in connection.execute(query)]

    def get(self, run_id: str) -> RunDetail:
        """One run with its trace; `run_id` may be `last`, or the beginning of an id if only one run has it."""
        self._mark_interrupted()
        full_id = self._full_id(run_id)
        with connected(self._engine) as connection:
            query = select(*_SUMMARY, runs.c.input, runs.c.result).where(runs.c.run_id == full_id)
            row = connection.execute(query).one()
            detail = RunDetail.model_validate(dict(row._mapping))
            detail.trace = self._trace(connection, full_id)
        detail.usage = _total(detail)
        return detail

    def delete(self, run_ids: Sequence[str]) -> int:
        """Delete runs with their traces; how many there were."""
        deleted = 0
        with self._engine.connect() as connection:
            for start in range(0, len(run_ids), _DELETE_CHUNK):
                chunk = run_ids[start : start + _DELETE_CHUNK]
                deleted += connection.execute(delete(runs).where(runs.c.run_id.in_(chunk))).rowcount
        return deleted

    def _write(self, statement: Executable, row: Mapping[str, Any] | None = None) -> None:
        with self._engine.connect() as connection:
            connection.execute(statement, row)

    def _beat(self, run_ids: Sequence[str]) -> None:
        self._write(update(runs).where(runs.c.run_id.in_(run_ids)).values(heartbeat_at=datetime.now(UTC)))

    def _full_id(self, wanted: str) -> str:
        query = select(runs.c.run_id).order_by(*_NEWEST_FIRST).limit(2)
        if wanted != "last":
            query = query.where(runs.c.run_id.startswith(wanted, autoescape=True))
        with connected(self._engine) as connection:
            found = [str(row[0]) for row in connection.execute(query)]
        if not found:
            raise UsageError(f"there is no run {wanted!r}", mend="run 'osler runs list' for the runs that exist")
        if len(found) > 1 and wanted != "last" and wanted not in found:
            raise UsageError(f"{wanted!r} is the beginning of several runs", mend="write more of the id")
        return wanted if wanted in found else found[0]

    @staticmethod
    def _trace(connection: Connection, run_id: str) -> list[TraceEntry]:
        columns = [column for column in run_trace.columns if column.name != "run_id"]
        query = select(*columns).where(run_trace.c.run_id == run_id).order_by(run_trace.c.sequence)
        return [TraceEntry.model_validate(dict(row._mapping)) for row in connection.execute(query)]

    def _mark_interrupted(self) -> None:
        """Runs whose process is gone stop being 'running': nobody else can say so for them."""
        query = select(*_SUMMARY, runs.c.host, runs.c.pid, runs.c.process_start, runs.c.heartbeat_at)
        with connected(self._engine) as connection:
            for row in connection.execute(query.where(runs.c.status == "running")).all():
                if _is_under_way(row):
                    continue
                detail = RunDetail.model_validate(dict(row._mapping))
                detail.trace = self._trace(connection, row.run_id)
                last_sign = max([row.heartbeat_at, *(entry.at for entry in detail.trace)])
                # The run may have ended since it was read, so only a run that is still 'running' is changed.
                connection.execute(
                    update(runs)
                    .where(runs.c.run_id == row.run_id, runs.c.status == "running")
                    .values(status="interrupted", finished_at=last_sign, usage=_total(detail))
                )


def open_store(settings: Settings | None = None) -> RunStore:
    """The configured store."""
    return _store_at(database_url((settings or load_settings()).stores.runs_url))


@lru_cache(maxsize=32)
def _store_at(url: str) -> RunStore:
    # One for each process: its heartbeat is a thread.
    return RunStore(url)


def _is_under_way(row: Row[*tuple[Any, ...]]) -> bool:
    owner = Owner(host=row.host, pid=row.pid, started=row.process_start)
    if owner.is_here():
        return owner.is_alive()
    return bool(datetime.now(UTC) - row.heartbeat_at < STALE_AFTER)


def _total(detail: RunDetail) -> Usage:
    return sum(detail.usage_by_step.values(), Usage())
