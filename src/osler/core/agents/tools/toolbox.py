"""The tools of one step run: allow-list, budget, timeouts and records, and never an exception into the conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from pydantic_core import to_jsonable_python

from osler.core.agents.loop.budget import Budget
from osler.core.agents.recording.telemetry import Spans
from osler.core.agents.tools.tool import Tool
from osler.core.agents.types import Call, ToolOutcome, ToolState
from osler.core.outside import Clock, Slots
from osler.core.runs import Recorder, ToolCallRecord
from osler.errors import ConfigError, OslerError, PrivacyBlocked, ReplayMissing

_OPERATOR_ERRORS = (ConfigError, PrivacyBlocked, ReplayMissing)
"""Mistakes of whoever set this up, not of the tool: hiding them in the conversation would hide them for good."""


class Toolbox:
    """What a mind can call during one step, one instance a run."""

    def __init__(
        self,
        step: str,
        tools: Iterable[Tool],
        allowed: Iterable[str],
        *,
        budget: Budget,
        recorder: Recorder,
        slots: Slots,
        clock: Clock,
        spans: Spans,
    ) -> None:
        given = {tool.name: tool for tool in tools}
        names = list(dict.fromkeys(allowed))
        if missing := [name for name in names if name not in given]:
            raise ConfigError(f"step {step!r} needs the tool {missing[0]!r}", mend="pass it in tools=…")
        self.step = step
        self.tools = {name: given[name] for name in names}
        self.state = {name: ToolState() for name in names}
        self.outcomes: list[ToolOutcome] = []
        self.records: list[ToolCallRecord] = []
        self._budget = budget
        self._recorder = recorder
        self._slots = slots
        self._clock = clock
        self._spans = spans
        self._count = 0

    async def call_all(self, calls: Sequence[Call]) -> list[ToolOutcome]:
        """The outcomes of a batch of calls, run side by side, in the order asked."""
        admitted = [(call, self._admit(call)) for call in calls]
        outcomes = await asyncio.gather(*(self._call(call, index, refusal) for call, (index, refusal) in admitted))
        self.outcomes.extend(outcomes)
        return outcomes

    def _admit(self, call: Call) -> tuple[int, str]:
        # Counted before anything runs, so that a batch cannot outrun the budget and every attempt costs.
        index = self._count
        self._count += 1
        if not self._budget.take_tool_call():
            return index, self._budget.tool_budget_message
        if call.tool not in self.tools:
            known = ", ".join(self.tools) or "none"
            return index, f"There is no tool {call.tool!r} in this step. Available tools: {known}."
        if call.arguments is None:
            return index, "The arguments are not a JSON object."
        return index, ""

    async def _call(self, call: Call, index: int, refusal: str) -> ToolOutcome:
        started_at, started = datetime.now(UTC), self._clock.monotonic()
        with self._spans.span("tool", step=self.step, tool=call.tool if call.tool in self.tools else "unknown") as span:
            if refusal:
                outcome = ToolOutcome(call.tool, "error", self._fallback(call.tool), refusal, call.id)
                self._recorder.event(self.step, "tool_refused", tool=self._known_name(call.tool), index=index)
            else:
                self.state[call.tool] = ToolState(status="running")
                self._recorder.event(self.step, "tool_started", tool=call.tool, index=index)
                async with self._slots.hold():
                    outcome = await self._run(self.tools[call.tool], call)
            span.set(status=outcome.status)
        if call.tool in self.tools:
            self.state[call.tool] = ToolState(outcome.status, outcome.result, outcome.error)
        record = ToolCallRecord(
            index=index,
            step=self.step,
            tool=call.tool,
            arguments=_plain_values(call.arguments or {}),
            status=outcome.status,
            summary=_summary(outcome),
            error=outcome.error,
            started_at=started_at,
            latency_ms=(self._clock.monotonic() - started) * 1000,
        )
        self.records.append(record)
        self._recorder.tool_call(record)
        return outcome

    async def _run(self, tool: Tool, call: Call) -> ToolOutcome:
        try:
            outcome = next((made for before in tool.before if (made := before(call)) is not None), None)
            if outcome is None:
                outcome = await self._execute(tool, call)
            for after in tool.after:
                outcome = after(call, outcome) or outcome
            return replace(outcome, call_id=call.id)
        except _OPERATOR_ERRORS:
            raise
        except TimeoutError:
            error = f"{tool.name} did not answer within {tool.timeout:g} seconds"
        except OslerError as failure:
            error = failure.message
        except Exception as failure:  # noqa: BLE001 - a tool's failure is an answer, never the end of the conversation
            # Only its kind: the text of a foreign exception may quote the patient.
            error = f"{tool.name} failed: {type(failure).__name__}"
        return ToolOutcome(tool.name, "error", tool.fallback, error, call.id)

    async def _execute(self, tool: Tool, call: Call) -> ToolOutcome:
        try:
            arguments = tool.check(call.arguments or {})
        except ValueError as problem:
            return ToolOutcome(tool.name, "error", tool.fallback, f"Invalid arguments: {problem}", call.id)
        async with asyncio.timeout(min(tool.timeout, self._budget.seconds_left)):
            if tool.is_async:
                result = await tool.function(**arguments)
            else:
                result = await asyncio.to_thread(tool.function, **arguments)
        if _is_empty(result):
            return ToolOutcome(tool.name, "empty", result, "", call.id)
        return ToolOutcome(tool.name, "success", result, "", call.id)

    def _fallback(self, name: str) -> Any:
        return self.tools[name].fallback if name in self.tools else None

    def _known_name(self, name: str) -> str:
        # A name the mind made up is text from outside and stays out of events.
        return name if name in self.tools else "unknown"


@dataclass(frozen=True)
class ToolResults:
    """What the tools of a step returned; checks ask it what an output may rest on."""

    outcomes: Sequence[ToolOutcome]

    def of(self, tool: str) -> list[Any]:
        """The results of a tool's calls that worked, in order."""
        return [outcome.result for outcome in self.outcomes if outcome.tool == tool and outcome.status == "success"]

    def returned(self, value: str) -> bool:
        """Whether some tool returned exactly this string, at any depth."""
        return any(
            value == text
            for outcome in self.outcomes
            if outcome.status == "success"
            for text in _strings(_plain_values(outcome.result))
        )


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _plain_values(value: Any) -> Any:
    return to_jsonable_python(value, serialize_unknown=True)


def _is_empty(result: Any) -> bool:
    return result is None or (hasattr(result, "__len__") and len(result) == 0)


def _summary(outcome: ToolOutcome) -> str:
    if outcome.status == "error":
        return "failed"
    if outcome.status == "empty":
        return "nothing found"
    if isinstance(outcome.result, str):
        return f"text of {len(outcome.result)} characters"
    if isinstance(outcome.result, list | tuple | set | dict):
        return f"{len(outcome.result)} items"
    return type(outcome.result).__name__
