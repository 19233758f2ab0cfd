"""What a run leaves behind: events, tool calls, usage, and the record that holds them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, Protocol

from pydantic import BaseModel, Field, field_validator

ToolStatus = Literal["pending", "running", "empty", "success", "error"]
RunStatus = Literal["running", "done", "failed", "interrupted", "budget_exhausted"]
TraceKind = Literal["event", "tool_call", "exchange", "usage"]


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
    retries: int = 0
    """Requests made again because the one before failed."""
    parse_failures: int = 0
    """Replies that could not be read as what was asked for."""
    input_tokens: int = 0
    output_tokens: int = 0
    tool_calls: int = 0
    cost_usd: float | None = 0.0
    seconds: float = 0.0
    """Of a step, how long it took, waiting included; of a result, how long the run did, in which steps overlap."""

    def __add__(self, other: Usage) -> Usage:
        costs = (self.cost_usd, other.cost_usd)
        return Usage(
            requests=self.requests + other.requests,
            retries=self.retries + other.retries,
            parse_failures=self.parse_failures + other.parse_failures,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            tool_calls=self.tool_calls + other.tool_calls,
            cost_usd=None if None in costs else sum(c for c in costs if c is not None),
            seconds=self.seconds + other.seconds,
        )


class TraceEntry(BaseModel):
    """One line of a run's trace; the sequence is shared by all kinds, so the order is what happened."""

    sequence: int
    at: datetime
    kind: TraceKind
    step: str
    name: str = ""
    """The kind of an event, or the tool of a tool call."""
    data: dict[str, Any] = Field(default_factory=dict)


class RunError(BaseModel):
    """Why a run failed, without the message, which could hold patient text."""

    code: str
    kind: str


class RunContext(BaseModel):
    """Whom a run is about and on whose behalf it was made; nothing of it changes the result."""

    patient: str | None = None
    """The id of the patient's record."""
    tenant: str | None = None
    """The clinic or project that the run belongs to, where several share a store."""
    actor: str | None = None
    """Who asked for it."""
    parent: str | None = None
    """The run from which this one was asked for."""
    label: str | None = None
    """What a person calls it, such as the name of the file."""


class RunRecord(RunContext):
    """One run as the store knows it, without its trace."""

    run_id: str
    capability: str
    status: RunStatus
    started_at: datetime
    finished_at: datetime | None = None
    input_hash: str
    settings: dict[str, Any] = Field(default_factory=dict)
    versions: dict[str, Any] = Field(default_factory=dict)
    """Package, commit, vocabulary, prompts and model, as far as the run told them."""
    usage: Usage = Field(default_factory=Usage)
    error: RunError | None = None
    outcome: str = ""
    """What came out, in a few words; empty for runs of 0.1."""

    @field_validator("outcome", mode="before")
    @classmethod
    def _never_told(cls, value: Any) -> Any:
        return "" if value is None else value

    @property
    def seconds(self) -> float | None:
        """Wall time, where the end is known."""
        return None if self.finished_at is None else (self.finished_at - self.started_at).total_seconds()


class RunDetail(RunRecord):
    """One run with its input, its result and everything that happened in between."""

    input: Any = Field(default=None, repr=False)
    result: Any = Field(default=None, repr=False)
    trace: list[TraceEntry] = Field(default_factory=list, repr=False)

    @property
    def events(self) -> list[Event]:
        """What surfaces were shown."""
        return [
            Event(sequence=entry.sequence, at=entry.at, step=entry.step, kind=entry.name, data=entry.data)
            for entry in self.trace
            if entry.kind == "event"
        ]

    @property
    def tool_calls(self) -> list[ToolCallRecord]:
        """Every tool call, in order."""
        return [ToolCallRecord.model_validate(entry.data) for entry in self.trace if entry.kind == "tool_call"]

    @property
    def exchanges(self) -> list[TraceEntry]:
        """Every exchange with a mind, in order."""
        return [entry for entry in self.trace if entry.kind == "exchange"]

    @property
    def usage_by_step(self) -> dict[str, Usage]:
        """What each step consumed."""
        steps: dict[str, Usage] = {}
        for entry in self.trace:
            if entry.kind == "usage":
                steps[entry.step] = steps.get(entry.step, Usage()) + Usage.model_validate(entry.data)
        return steps


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
