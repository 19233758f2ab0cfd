"""The tables of the run store and of the sessions, the same on SQLite and PostgreSQL."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, DateTime, ForeignKey, Index, Integer, MetaData, String, Table, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from osler.core.runs.encoding import encode

HEAD = "0002"
"""The newest migration; a store at this version is opened without loading the migration tool."""


class Json(TypeDecorator[Any]):
    """JSON kept as ASCII text: PostgreSQL's own types refuse NUL and lone surrogates, which notes can hold."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else encode(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return None if value is None else json.loads(value)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC; SQLite forgets the zone, so it is put back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData()

runs = Table(
    "runs",
    metadata,
    Column("run_id", String(64), primary_key=True),
    Column("capability", String(64), nullable=False),
    Column("status", String(32), nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("finished_at", Moment),
    Column("input_hash", String(64), nullable=False),
    Column("input", Json),
    Column("settings", Json, nullable=False),
    Column("versions", Json, nullable=False),
    Column("usage", Json, nullable=False),
    Column("result", Json),
    Column("error", Json),
    Column("host", String(255), nullable=False),
    Column("pid", Integer, nullable=False),
    Column("process_start", String(64), nullable=False),
    Column("heartbeat_at", Moment, nullable=False),
    Column("patient", Text),
    Column("tenant", Text),
    Column("actor", Text),
    Column("parent", String(64)),
    Column("label", Text),
    Column("outcome", Text),
    Index("ix_runs_status", "status"),
    Index("ix_runs_capability", "capability"),
    Index("ix_runs_patient", "patient"),
    Index("ix_runs_parent", "parent"),
)

run_trace = Table(
    "run_trace",
    metadata,
    Column("run_id", String(64), ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("step", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("data", Json, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("session_id", String(128), primary_key=True),
    Column("input", Json),
    Column("context", Json),
    Column("output", Json),
    Column("expires_at", Moment, nullable=False),
    Index("ix_sessions_expires_at", "expires_at"),
)

session_tool_calls = Table(
    "session_tool_calls",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("session_id", String(128), nullable=False),
    Column("record", Json, nullable=False),
    Index("ix_session_tool_calls_session_id", "session_id"),
)

conversation_turns = Table(
    "conversation_turns",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("conversation_id", String(128), nullable=False),
    Column("turn", Json, nullable=False),
    Index("ix_conversation_turns_conversation_id", "conversation_id"),
)
