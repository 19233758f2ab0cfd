"""The words of an agent step: calls, their outcomes, turns, rejections, and how a step ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Any, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel, Field

from osler.config import OFFLINE
from osler.core.results import Level, Problem
from osler.core.runs import ToolCallRecord, ToolStatus, Usage
from osler.errors import BudgetExhausted, OslerError, ServiceError
from osler.errors import Unreadable as UnreadableError

InputT = TypeVar("InputT")
OutputT = TypeVar("OutputT")

_LONGEST_SAID = 100
StepStatus = Literal["ok", "failed", "unsupported", "budget_exhausted", "unavailable"]
"""How a step ended: `unsupported` when no part of the output held, `unavailable` when the mind could not be reached."""


@dataclass(frozen=True)
class Call:
    """A mind's wish to use a tool. `arguments` is None when the mind wrote something unreadable."""

    tool: str
    arguments: dict[str, Any] | None = field(default_factory=dict)
    id: str = ""


@dataclass(frozen=True)
class ToolOutcome:
    """What came of a call. On an error `result` is the tool's fallback response."""

    tool: str
    status: ToolStatus
    result: Any = None
    error: str = ""
    call_id: str = ""

    @property
    def ok(self) -> bool:
        """Whether the tool ran; its result may still be empty."""
        return self.status in {"success", "empty"}


@dataclass
class ToolState:
    """Where a tool stands in a run: the status, result and error of its last call."""

    status: ToolStatus = "pending"
    result: Any = None
    error: str = ""


@dataclass(frozen=True)
class Words:
    """What an offline policy says while it works; a generator yields it and goes on at once."""

    text: str


class Said(BaseModel):
    """One turn of a conversation that a step continues."""

    role: Literal["user", "assistant"]
    text: str = Field(repr=False)


@dataclass(frozen=True)
class Final:
    """A mind's answer, before it is validated."""

    value: Any


@dataclass(frozen=True)
class Unreadable:
    """A reply from which no answer could be read, and why."""

    problem: str


@dataclass(frozen=True)
class Turn:
    """One move of a mind: tool calls, or an answer, or something unreadable."""

    move: Sequence[Call] | Final | Unreadable
    raw: Any = None
    """The move as the mind made it, for the trace."""


class Rejection(BaseModel):
    """A part of the output that was taken out because nothing supports it."""

    path: str
    reason: str
    value: Any = Field(default=None, repr=False)

    @property
    def said(self) -> str:
        """What was taken out, by the mind's own names for it, else where it was; words of the patient are not told."""
        fields = type(self.value).model_fields if isinstance(self.value, BaseModel) else {}
        values = (getattr(self.value, name) for name, field_info in fields.items() if field_info.repr)
        names = ", ".join(value for value in values if isinstance(value, str) and value)
        return f"{self.path} ({shorten(names, _LONGEST_SAID, placeholder=' …')})" if names else self.path


@dataclass(frozen=True)
class Checked(Generic[OutputT]):
    """What a check left of an output (None: nothing), and what it took out."""

    output: OutputT | None
    rejected: Sequence[Rejection] = ()


@dataclass(frozen=True)
class StepOutcome(Generic[OutputT]):
    """How a step ended, and what it cost. `output` is set exactly when `status` is `ok`."""

    step: str
    status: StepStatus
    output: OutputT | None
    mind: str
    prompt_version: str
    usage: Usage
    reason: str = ""
    rejected: Sequence[Rejection] = ()
    tool_calls: Sequence[ToolCallRecord] = ()
    tool_states: Mapping[str, ToolState] = field(default_factory=dict)
    """Where each allowed tool stood at the end."""
    error: OslerError | None = None
    said: Sequence[Said] = ()
    """The conversation with this turn in it, where the step was given a history: the history of the next turn."""
    stands_in_for: str = ""
    """The mind that was asked and had no answer, where this is the offline mind's in its place."""

    @property
    def author(self) -> str:
        """The mind whose words were kept: the offline one where a model gave no answer, or one of which nothing held."""
        nothing = self.output is None or (bool(self.rejected) and _is_empty(self.output))
        return OFFLINE if nothing else self.mind

    @property
    def failure(self) -> str:
        """The code of what went wrong: `service.rate_limited`, `model.unreadable`, …; empty if nothing did."""
        return self.error.code if self.error is not None else ""

    @property
    def problem_code(self) -> str:
        """The code of a problem that tells of this ending: the failure's, or that of an answer without support."""
        if self.failure:
            return self.failure
        if self.status == "budget_exhausted":
            return BudgetExhausted.code
        if self.output is not None:
            return "model.empty"
        return "answer.rejected" if self.status == "unsupported" else UnreadableError.code

    def problem(self) -> Problem | None:
        """What a person should know where a model had no answer: who stood in for it, or that nobody could."""
        asked = self.stands_in_for or self.mind
        if not self.stands_in_for and self.output is not None:
            return None
        told = self.error.message if self.error is not None else self.reason
        why = ": ".join(filter(None, (self.failure, told))) or self.status
        instead = "the offline mind's answer stands in" if self.stands_in_for else "there is no answer"
        return Problem(
            code=self.problem_code,
            level=Level.WARNING,
            message=f"{self.step}: {asked} gave no usable answer ({why}); {instead}",
            mend="'osler runs show' has the exchange",
        )

    def unwrap(self) -> OutputT:
        """The output, or the error that says why there is none."""
        if self.output is not None:
            return self.output
        if self.error is not None:
            raise self.error
        message = f"step {self.step!r} ended {self.status}: {self.reason}"
        if self.status == "budget_exhausted":
            raise BudgetExhausted(message, mend="raise the limits in [budget]")
        raise ServiceError(message, mend="look at the trace with 'osler runs show'")


def _is_empty(output: object) -> bool:
    """Whether an answer says nothing: no member, no word, no field that is filled in."""
    if isinstance(output, BaseModel):
        return not any(getattr(output, name) for name in type(output).model_fields)
    return not output


class Conversation(Protocol):
    """One mind at work on one step: asked for a turn, answered, asked again."""

    @property
    def mind(self) -> str:
        """The mind's name: `offline`, or the model."""

    async def ask(self) -> Turn:
        """The mind's next move."""

    def answer(self, outcomes: Sequence[ToolOutcome]) -> None:
        """Give the outcomes of the calls of the last turn, in their order."""

    def correct(self, problem: str) -> bool:
        """Say what is wrong with the last answer; False if this mind would only repeat itself."""

    async def close(self) -> None:
        """Let go of whatever the mind still holds."""
