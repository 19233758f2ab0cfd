"""What happened: the run store, tool-call records, sessions and live events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from osler.core.runs.events import EventCallback, Subscription
from osler.core.runs.kinds import Changes, RunKind, kind_of, register_kind
from osler.core.runs.memory import MemoryRecorder, NullRecorder
from osler.core.runs.opening import open_run
from osler.core.runs.recorder import Run
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

if TYPE_CHECKING:
    from osler.core.runs.store import RunStore, open_store

__all__ = [
    "Changes",
    "Event",
    "EventCallback",
    "MemoryRecorder",
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
    "kind_of",
    "open_run",
    "open_store",
    "register_kind",
]


def __getattr__(name: str) -> Any:
    """Load the store, and with it SQLAlchemy, only when it is asked for."""
    if name in {"RunStore", "open_store"}:
        from osler.core.runs import store

        return getattr(store, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
