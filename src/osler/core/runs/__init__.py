"""What happened: the run store, tool-call records, sessions and live events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.core.runs.events import EventCallback, EventStream, Subscription
from osler.core.runs.faults import fault_of
from osler.core.runs.kinds import Changes, RunKind, kind_of, register_home, register_kind
from osler.core.runs.memory import MemoryRecorder, NullRecorder
from osler.core.runs.opening import open_run
from osler.core.runs.recorder import Run
from osler.core.runs.records import new_run_id
from osler.core.runs.sessions import SessionManager
from osler.core.runs.types import (
    Event,
    Recorder,
    RunContext,
    RunDetail,
    RunError,
    RunRecord,
    RunStatus,
    ToolCallRecord,
    ToolStatus,
    TraceEntry,
    Usage,
)
from osler.lazy import lazily

if TYPE_CHECKING:
    from osler.core.runs.compare import Difference, compare_runs
    from osler.core.runs.database import (
        History,
        connected,
        database_exists,
        database_url,
        migrate,
        open_database,
        transaction,
    )
    from osler.core.runs.encoding import encode
    from osler.core.runs.export import export_run
    from osler.core.runs.prune import choose_for_pruning, parse_age
    from osler.core.runs.replay import replay_run
    from osler.core.runs.store import RunStore, open_store
    from osler.core.runs.tables import Json, Moment

__all__ = [
    "Changes",
    "Difference",
    "Event",
    "EventCallback",
    "EventStream",
    "History",
    "Json",
    "MemoryRecorder",
    "Moment",
    "NullRecorder",
    "Recorder",
    "Run",
    "RunContext",
    "RunDetail",
    "RunError",
    "RunKind",
    "RunRecord",
    "RunStatus",
    "RunStore",
    "SessionManager",
    "Subscription",
    "ToolCallRecord",
    "ToolStatus",
    "TraceEntry",
    "Usage",
    "choose_for_pruning",
    "compare_runs",
    "connected",
    "database_exists",
    "database_url",
    "encode",
    "export_run",
    "fault_of",
    "kind_of",
    "migrate",
    "new_run_id",
    "open_database",
    "open_run",
    "open_store",
    "parse_age",
    "register_home",
    "register_kind",
    "replay_run",
    "transaction",
]


# The store, and with it SQLAlchemy, is loaded only when it is asked for.
__getattr__ = lazily(
    __name__,
    {
        "Difference": "compare",
        "compare_runs": "compare",
        "History": "database",
        "connected": "database",
        "database_exists": "database",
        "database_url": "database",
        "migrate": "database",
        "open_database": "database",
        "transaction": "database",
        "encode": "encoding",
        "export_run": "export",
        "choose_for_pruning": "prune",
        "parse_age": "prune",
        "replay_run": "replay",
        "Json": "tables",
        "Moment": "tables",
        "RunStore": "store",
        "open_store": "store",
    },
)
