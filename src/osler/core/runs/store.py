"""The run store: every run and its trace in one database, written as things happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from osler.config import Settings, load_settings
from osler.core.database import Connection, Row, beginning, chunks, database_url, migrate, open_database
from osler.core.runs.faults import RunLost
from osler.core.runs.heartbeat import Heartbeat
from osler.core.runs.process import Owner, this_process
from osler.core.runs.tables import HISTORY, run_trace, runs
from osler.core.runs.types import RunDetail, RunRecord, RunStatus, TraceEntry, Usage
from osler.errors import UsageError

STALE_AFTER = timedelta(minutes=2)
"""A run on another machine that gave no sign for this long counts as interrupted."""

_SUMMARY = [name for name in runs.columns if name in RunRecord.model_fields]
_ENTRY = [name for name in run_trace.columns if name != "run_id"]
# Ids sort by the millisecond; of two runs that began within one, the exact time decides.
_NEWEST_FIRST = "started_at DESC, run_id DESC"
# Only a run that is still 'running' can end or be given up: whatever was read before, one that ended stays as it is.
_UNDER_WAY = "run_id = :id AND status = 'running'"


class RunStore:
    """Runs in SQLite (the default) or PostgreSQL (by URL)."""

    def __init__(self, url: str | None = None) -> None:
        self._database = open_database(url)
        migrate(self._database, HISTORY)
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
        with self._database.connect() as connection:
            connection.insert(runs, row)
        self._heartbeat.add(record.run_id)

    def append(self, run_id: str, entry: TraceEntry) -> None:
        """Write one entry of the trace; it is on disk when this returns."""
        with self._database.connect() as connection:
            connection.insert(run_trace, {"run_id": run_id, **entry.__dict__})

    def set_versions(self, run_id: str, versions: Mapping[str, Any]) -> None:
        """Write which vocabulary, prompts and model a run uses, as it learns them."""
        with self._database.connect() as connection:
            connection.update(runs, {"versions": versions}, where="run_id = :id", id=run_id)

    def end(self, record: RunRecord, result: Any) -> None:
        """Write how a run ended; RunLost if the store no longer has it as under way."""
        self._heartbeat.remove(record.run_id)
        end = record.model_dump(include={"status", "finished_at", "usage", "error", "outcome"}) | {"result": result}
        with self._database.connect() as connection:
            if connection.update(runs, end, where=_UNDER_WAY, id=record.run_id) == 0:
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
        asked = {
            "capability": capability,
            "status": status,
            "patient": patient,
            "tenant": tenant,
            "parent": parent,
        }
        wanted = {name: value for name, value in asked.items() if value is not None}
        where = " AND ".join(f"{name} = :{name}" for name in wanted)
        with self._database.reading() as connection:
            rows = connection.select(runs, _SUMMARY, where=where, order=_NEWEST_FIRST, limit=limit, **wanted)
            return [RunRecord.model_validate(row) for row in rows]

    def get(self, run_id: str) -> RunDetail:
        """One run with its trace; `run_id` may be `last`, or the beginning of an id if only one run has it."""
        self._mark_interrupted()
        full_id = self._full_id(run_id)
        with self._database.reading() as connection:
            (row,) = connection.select(runs, [*_SUMMARY, "input", "result"], where="run_id = :id", id=full_id)
            detail = RunDetail.model_validate(row)
            detail.trace = self._trace(connection, full_id)
        detail.usage = _total(detail)
        return detail

    def delete(self, run_ids: Sequence[str]) -> int:
        """Delete runs with their traces; how many there were."""
        deleted = 0
        with self._database.connect() as connection:
            for chunk in chunks(run_ids):
                deleted += connection.delete(runs, where="run_id IN :chunk", chunk=chunk)
        return deleted

    def _beat(self, run_ids: Sequence[str]) -> None:
        with self._database.connect() as connection:
            now = datetime.now(UTC)
            connection.update(runs, {"heartbeat_at": now}, where="run_id IN :ids", ids=list(run_ids))

    def _full_id(self, wanted: str) -> str:
        where = "" if wanted == "last" else "run_id LIKE :begins ESCAPE '/'"
        with self._database.reading() as connection:
            rows = connection.select(
                runs, ["run_id"], where=where, order=_NEWEST_FIRST, limit=2, begins=beginning(wanted)
            )
        found = [row["run_id"] for row in rows]
        if not found:
            raise UsageError(f"there is no run {wanted!r}", mend="run 'osler runs list' for the runs that exist")
        if len(found) > 1 and wanted != "last" and wanted not in found:
            raise UsageError(f"{wanted!r} is the beginning of several runs", mend="write more of the id")
        return wanted if wanted in found else str(found[0])

    @staticmethod
    def _trace(connection: Connection, run_id: str) -> list[TraceEntry]:
        rows = connection.select(run_trace, _ENTRY, where="run_id = :id", order="sequence", id=run_id)
        return [TraceEntry.model_validate(row) for row in rows]

    def _mark_interrupted(self) -> None:
        """Runs whose process is gone stop being 'running': nobody else can say so for them."""
        names = [*_SUMMARY, "host", "pid", "process_start", "heartbeat_at"]
        with self._database.reading() as connection:
            for row in connection.select(runs, names, where="status = 'running'"):
                if _is_under_way(row):
                    continue
                detail = RunDetail.model_validate(row)
                detail.trace = self._trace(connection, detail.run_id)
                last_sign = max([row["heartbeat_at"], *(entry.at for entry in detail.trace)])
                given_up = {"status": "interrupted", "finished_at": last_sign, "usage": _total(detail)}
                connection.update(runs, given_up, where=_UNDER_WAY, id=detail.run_id)


def open_store(settings: Settings | None = None) -> RunStore:
    """The configured store."""
    return _store_at(database_url((settings or load_settings()).stores.runs_url))


@lru_cache(maxsize=32)
def _store_at(url: str) -> RunStore:
    # One for each process: its heartbeat is a thread.
    return RunStore(url)


def _is_under_way(row: Row) -> bool:
    owner = Owner(host=row["host"], pid=row["pid"], started=row["process_start"])
    if owner.is_here():
        return owner.is_alive()
    return bool(datetime.now(UTC) - row["heartbeat_at"] < STALE_AFTER)


def _total(detail: RunDetail) -> Usage:
    return sum(detail.usage_by_step.values(), Usage())
