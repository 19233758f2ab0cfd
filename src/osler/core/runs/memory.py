"""Recorders without a store: one that remembers, and one that forgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from osler.core.runs.events import EventCallback
from osler.core.runs.recorder import Run
from osler.core.runs.records import new_record
from osler.core.runs.types import Event, RunDetail, RunRecord, ToolCallRecord, TraceEntry, Usage


class _Memory:
    """A sink that keeps what it is given."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.trace: list[TraceEntry] = []

    def begin(self, record: RunRecord, given: Any) -> None:
        self.values["input"] = given

    def append(self, run_id: str, entry: TraceEntry) -> None:
        self.trace.append(entry)

    def set_versions(self, run_id: str, versions: Mapping[str, Any]) -> None:
        """The recorder itself remembers its versions."""

    def end(self, record: RunRecord, result: Any) -> None:
        self.values["result"] = result


class Nowhere:
    """The sink of a run that is not recorded."""

    def begin(self, record: RunRecord, given: Any) -> None:
        """Forget the run."""

    def append(self, run_id: str, entry: TraceEntry) -> None:
        """Forget the entry."""

    def set_versions(self, run_id: str, versions: Mapping[str, Any]) -> None:
        """Forget the versions."""

    def end(self, record: RunRecord, result: Any) -> None:
        """Forget the end."""


class MemoryRecorder(Run):
    """A recorder for library use and tests: everything it was told, in memory."""

    def __init__(self, capability: str = "library", given: Any = None, callbacks: Sequence[EventCallback] = ()) -> None:
        self._memory = _Memory()
        super().__init__(new_record(capability, given), given, self._memory, callbacks)

    @property
    def detail(self) -> RunDetail:
        """The run so far, as the store would give it."""
        return RunDetail.model_validate(
            {**self.record.model_dump(), **self._memory.values, "trace": self._memory.trace}
        )

    @property
    def events(self) -> list[Event]:
        """Every event so far."""
        return self.detail.events

    @property
    def tool_calls(self) -> list[ToolCallRecord]:
        """Every tool call so far."""
        return self.detail.tool_calls

    @property
    def exchanges(self) -> list[TraceEntry]:
        """Every exchange so far."""
        return self.detail.exchanges


class NullRecorder:
    """A recorder that forgets everything."""

    run_id = "none"

    def event(self, step: str, kind: str, **data: Any) -> None:
        """Forget an event."""

    def exchange(self, step: str, **data: Any) -> None:
        """Forget an exchange."""

    def tool_call(self, record: ToolCallRecord) -> None:
        """Forget a tool call."""

    def usage(self, step: str, usage: Usage) -> None:
        """Forget what was consumed."""
