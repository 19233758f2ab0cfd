"""What happened: the run store, tool-call records, sessions and live events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.core.runs.events import EventCallback, EventStream, Subscription
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
    from osler.core.runs.export import export_run
    from osler.core.runs.prune import choose_for_pruning, parse_age
    from osler.core.runs.replay import Replay, replay_run
    from osler.core.runs.store import RunStore, open_store

__all__ = [
    "Changes",
    "Difference",
    "Event",
    "EventCallback",
    "EventStream",
    "MemoryRecorder",
    "NullRecorder",
    "Recorder",
    "Replay",
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
    "export_run",
    "kind_of",
    "new_run_id",
    "open_run",
    "open_store",
    "parse_age",
    "register_home",
    "register_kind",
    "replay_run",
]


# The store is loaded only when it is asked for.
__getattr__ = lazily(
    __name__,
    {
        "Difference": "compare",
        "compare_runs": "compare",
        "export_run": "export",
        "choose_for_pruning": "prune",
        "parse_age": "prune",
        "Replay": "replay",
        "replay_run": "replay",
        "RunStore": "store",
        "open_store": "store",
    },
)
