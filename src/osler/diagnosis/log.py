"""The steps of a diagnosis as they happen: to the run, to the session, and to whoever watches."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from osler.core.runs import Recorder, ToolCallRecord
from osler.core.runs.sessions import SessionManager


class Step:
    """A step under way; `found` says in numbers what came of it."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {}

    def found(self, **data: Any) -> None:
        """Counts, ids and labels of the vocabularies; never words of a note."""
        self.data.update(data)


class StepLog:
    """Writes each step down once, when it is done."""

    def __init__(self, session_id: str, recorder: Recorder, sessions: SessionManager | None) -> None:
        self._session_id = session_id
        self._recorder = recorder
        self._sessions = sessions
        self._count = 0

    @contextmanager
    def step(self, name: str, tool: str) -> Iterator[Step]:
        """One step by the name people see and the tool it calls."""
        began, clock = datetime.now(UTC), time.perf_counter()
        step = Step()
        self._recorder.event(name, "step_started")
        yield step
        record = ToolCallRecord(
            index=self._count,
            step=name,
            tool=tool,
            status="success" if any(step.data.values()) else "empty",
            summary=", ".join(f"{key} {value}" for key, value in step.data.items()),
            started_at=began,
            latency_ms=(time.perf_counter() - clock) * 1000,
        )
        self._count += 1
        self._recorder.tool_call(record)
        self._recorder.event(name, "step_done", **step.data)
        if self._sessions is not None:
            self._sessions.log_tool_call(self._session_id, record)
