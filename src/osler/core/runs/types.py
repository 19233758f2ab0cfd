"""What a run leaves behind: events, tool calls, usage, and the record that holds them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, Protocol

from pydantic import BaseModel, Field

ToolStatus = Literal["pending", "running", "empty", "success", "error"]
RunStatus = Literal["running", "done", "failed", "interrupted", "budget_exhausted"]


class ToolCallRecord(BaseModel):
    """One tool invocation as it happened, whether or not it succeeded."""

    index: int
    step: str
    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    status: ToolStatus
    summary: str = ""
    error: str = ""
    started_at: datetime
    latency_ms: float


class Event(BaseModel):
    """Something a surface can show while a run is under way."""

    sequence: int
    at: datetime
    step: str
    kind: str
    data: dict[str, Any] = Field(default_factory=dict)


class Usage(BaseModel):
    """What a step or a run consumed. `cost_usd` is None where no price is known."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    tool_calls: int = 0
    cost_usd: float | None = 0.0
    seconds: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        costs = (self.cost_usd, other.cost_usd)
        return Usage(
            requests=self.requests + other.requests,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            tool_calls=self.tool_calls + other.tool_calls,
            cost_usd=None if None in costs else sum(c for c in costs if c is not None),
            seconds=self.seconds + other.seconds,
        )


class Recorder(Protocol):
    """What a step may tell of itself. The run store implements it; tests may collect it."""

    @property
    def run_id(self) -> str:
        """The id of the run being recorded."""

    def event(self, step: str, kind: str, **data: Any) -> None:
        """Record that something happened. `data` must not hold patient text."""

    def exchange(self, step: str, **data: Any) -> None:
        """Record one exchange with a mind for the trace; patient text is allowed here, and only here."""

    def tool_call(self, record: ToolCallRecord) -> None:
        """Record one finished tool call."""

    def usage(self, step: str, usage: Usage) -> None:
        """Add what a step consumed."""
