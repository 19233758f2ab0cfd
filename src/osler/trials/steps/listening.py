"""The calls of a step as they happen, of every mind that tried it: a mind that failed at the end searched all the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from osler.core.runs import Recorder, ToolCallRecord, Usage


@dataclass
class ListeningRecorder:
    """A recorder that passes everything on and keeps the tool calls."""

    inner: Recorder
    calls: list[ToolCallRecord] = field(default_factory=list)

    @property
    def run_id(self) -> str:
        """The id of the run being recorded."""
        return self.inner.run_id

    def event(self, step: str, kind: str, **data: Any) -> None:
        """Pass on that something happened."""
        self.inner.event(step, kind, **data)

    def exchange(self, step: str, **data: Any) -> None:
        """Pass on one exchange with a mind."""
        self.inner.exchange(step, **data)

    def tool_call(self, record: ToolCallRecord) -> None:
        """Keep one finished tool call, and pass it on."""
        self.calls.append(record)
        self.inner.tool_call(record)

    def usage(self, step: str, usage: Usage) -> None:
        """Pass on what a step consumed."""
        self.inner.usage(step, usage)
