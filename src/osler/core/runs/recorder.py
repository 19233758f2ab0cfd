"""The recorder of a run under way."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

from osler.core.database import plain
from osler.core.runs.events import EventCallback, EventStream, Subscription
from osler.core.runs.faults import in_words
from osler.core.runs.types import (
    Event,
    RunError,
    RunRecord,
    RunStatus,
    ToolCallRecord,
    TraceEntry,
    TraceKind,
    Usage,
)

_log = logging.getLogger(__name__)


class Sink(Protocol):
    """Where a run's traces go: the run store, or memory."""

    def begin(self, record: RunRecord, given: Any) -> None:
        """Write the run's row."""

    def append(self, run_id: str, entry: TraceEntry) -> None:
        """Write one entry of the trace."""

    def set_versions(self, run_id: str, versions: Mapping[str, Any]) -> None:
        """Write which vocabulary, prompts and model the run uses."""

    def end(self, record: RunRecord, result: Any) -> None:
        """Write how the run ended."""


class Run:
    """A run under way. Its sink may fail at any time: the run goes on, and says so once in the log."""

    def __init__(
        self,
        record: RunRecord,
        given: Any,
        sink: Sink,
        callbacks: Sequence[EventCallback] = (),
        *,
        not_stored: str = "",
        stream: EventStream | None = None,
    ) -> None:
        self.record = record
        self.not_stored = not_stored
        """Why the run and its result are not in a store; empty while they are."""
        self._sink = sink
        self._sink_failed = False
        self._stream = stream or EventStream()
        self._stream.callbacks.extend(callbacks)
        self._lock = threading.Lock()
        self._sequence = 0
        self._write(lambda: sink.begin(record, plain(given)), essential=True)

    @property
    def stored(self) -> bool:
        """Whether the store has the run, and once it has ended its result."""
        return not self.not_stored

    @property
    def run_id(self) -> str:
        """The id, which sorts by time."""
        return self.record.run_id

    @property
    def callbacks(self) -> list[EventCallback]:
        """Who is called with each event; add to it at any time."""
        return self._stream.callbacks

    @property
    def total(self) -> Usage:
        """What the run consumed so far."""
        return self.record.usage

    def subscribe(self) -> Subscription:
        """The run's events as an async iterator, from the first to the last."""
        return self._stream.subscribe()

    def event(self, step: str, kind: str, **data: Any) -> None:
        """Record that something happened. `data` must not hold patient text."""
        entry = self._append("event", step, kind, plain(data))
        self._publish(entry, kind, entry.data)

    def exchange(self, step: str, **data: Any) -> None:
        """Record one exchange with a mind for the trace; patient text is allowed here, and only here."""
        self._append("exchange", step, "", plain(data))

    def tool_call(self, record: ToolCallRecord) -> None:
        """Record one finished tool call; listeners hear of it without its arguments."""
        entry = self._append("tool_call", record.step, record.tool, record.model_dump(mode="json"))
        shown = {"tool": record.tool, "status": record.status, "latency_ms": record.latency_ms, "index": record.index}
        self._publish(entry, "tool_call", shown)

    def usage(self, step: str, usage: Usage) -> None:
        """Add what a step consumed."""
        with self._lock:
            self.record.usage = self.record.usage + usage
        entry = self._append("usage", step, "", usage.model_dump())
        self._publish(entry, "usage", entry.data)

    def note_versions(self, **versions: Any) -> None:
        """Say which vocabulary, prompts or model the run turned out to use."""
        self.record.versions = {**self.record.versions, **plain(versions)}
        self._write(lambda: self._sink.set_versions(self.run_id, self.record.versions))

    def finish(self, result: Any, outcome: str = "") -> None:
        """End the run with its result, and what came out in a few words."""
        self.record.outcome = self.record.outcome or outcome
        self._close("done", result=plain(result))

    def fail(self, status: RunStatus, error: RunError | None = None) -> None:
        """End the run without a result."""
        self._close(status, error=error)

    def _close(self, status: RunStatus, *, result: Any = None, error: RunError | None = None) -> None:
        if self.record.status != "running":
            # The first end counts: a surface that fails while it shows a result does not undo the result.
            return
        self.record.status = status
        self.record.error = error
        self.record.finished_at = datetime.now(UTC)
        self._write(lambda: self._sink.end(self.record, result), essential=True)
        self._stream.end()

    def _append(self, kind: TraceKind, step: str, name: str, data: dict[str, Any]) -> TraceEntry:
        # Written inside the lock, so that the order of sequences is the order on disk.
        with self._lock:
            entry = TraceEntry(
                sequence=self._sequence, at=datetime.now(UTC), kind=kind, step=step, name=name, data=data
            )
            self._sequence += 1
            self._write(lambda: self._sink.append(self.run_id, entry))
        return entry

    def _publish(self, entry: TraceEntry, kind: str, data: dict[str, Any]) -> None:
        self._stream.publish(Event(sequence=entry.sequence, at=entry.at, step=entry.step, kind=kind, data=data))

    def _write(self, write: Callable[[], None], *, essential: bool = False) -> None:
        # After a failure only the end of the run is tried again, so that a dead store costs its timeout twice at most;
        # and without its beginning a run has no end to write.
        if self.not_stored or (self._sink_failed and not essential):
            return
        try:
            write()
        except Exception as error:  # noqa: BLE001 - whatever a store does, an analysis goes on
            self._sink_failed = True
            why = in_words(error)
            self.not_stored = why if essential else ""
            _log.info("run %s goes on without its record: %s", self.run_id, why)
