"""The one way to run an agent step: choose the mind, open the books, let it work, say how it ended."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from weakref import WeakKeyDictionary

from osler.config import Settings, cache_dir
from osler.core.agents.asking import Connection, Task
from osler.core.agents.budget import Budget
from osler.core.agents.exchanges import Exchanges, Recording, Replay, ResponseCache, StoredReplies
from osler.core.agents.language_model import ModelConversation
from osler.core.agents.loop import Ending, converse
from osler.core.agents.models import ModelHandle, build_model, describe_model
from osler.core.agents.offline import OFFLINE, OfflineConversation
from osler.core.agents.spec import Role
from osler.core.agents.step import AgentStep
from osler.core.agents.telemetry import Spans
from osler.core.agents.toolbox import Toolbox
from osler.core.agents.tools import Tool
from osler.core.agents.types import Conversation, InputT, OutputT, StepOutcome
from osler.core.outside import Clock, OutsideService, RetryPolicy, Slots, SystemClock, outside_service
from osler.core.privacy import Deidentifier
from osler.core.runs import NullRecorder, Recorder, Run, Usage


class Runner:
    """Runs agent steps with the minds that the settings give to each role.

    `replay` is a recorded folder, or the replies that a stored run kept, by their keys.
    Use it as an async context manager where models may be asked, so that their connections are closed.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        record: Path | None = None,
        replay: Path | Mapping[str, Any] | None = None,
        models: Mapping[Role, ModelHandle] | None = None,
        spans: Spans | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self._given = dict(models or {})
        self._clock = clock
        self._spans = spans or Spans.configured(self.settings)
        self._replaying = replay is not None
        self._exchanges = self._exchange_folders(record, replay)
        self._slots = Slots(self.settings.models.max_concurrency)
        self._services: dict[str, OutsideService] = {}
        self._built: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, ModelHandle]] = WeakKeyDictionary()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections opened on this event loop."""
        for handle in self._built.pop(asyncio.get_running_loop(), {}).values():
            await handle.close()

    def mind_of(self, role: Role) -> str:
        """The name of the mind that plays a role."""
        if role in self._given:
            return self._given[role].name
        name: str = getattr(self.settings.models, role)
        return name

    async def run(
        self,
        step: AgentStep[InputT, OutputT],
        inputs: InputT,
        *,
        recorder: Recorder | None = None,
        tools: Iterable[Tool] = (),
        budget: Budget | None = None,
        deidentifier: Deidentifier | None = None,
    ) -> StepOutcome[OutputT]:
        """Carry out a step. Typed non-answers come back as outcomes; only wrong configuration is raised.

        `deidentifier` is the gate of the case, which knows the identifiers in its record; without one, what is sent
        to a hosted model passes a gate that knows only the patterns of identifiers.
        """
        recorder = recorder or NullRecorder()
        clock = self._clock or SystemClock()
        budget = budget or Budget(step.budget or self.settings.budget, clock=clock)
        before = budget.usage()
        toolbox = Toolbox(
            step.name,
            tools,
            step.tools,
            budget=budget,
            recorder=recorder,
            # Of this run's own: a tool that runs a step itself must not wait for the slot it holds.
            slots=Slots(self.settings.models.max_concurrency),
            clock=clock,
            spans=self._spans,
        )
        mind = self.mind_of(step.agent.role)
        recorder.event(step.name, "step_started", mind=mind, prompt_version=step.agent.version)
        _note_prompt(recorder, step)
        with self._spans.span("step", step=step.name, mind=mind, prompt_version=step.agent.version) as span:
            ending = await converse(
                step,
                inputs,
                self._conversation(step, inputs, list(toolbox.tools.values()), budget, recorder, deidentifier),
                toolbox=toolbox,
                budget=budget,
                recorder=recorder,
                output_retries=self.settings.models.output_retries,
            )
            usage = _since(before, budget.usage())
            span.set(
                status=ending.status,
                tool_calls=usage.tool_calls,
                requests=usage.requests,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cost_usd=usage.cost_usd,
                rejected=len(ending.rejected),
            )
        self._record(step, mind, ending, usage, recorder)
        return StepOutcome(
            step=step.name,
            status=ending.status,
            output=ending.output,
            mind=mind,
            prompt_version=step.agent.version,
            usage=usage,
            reason=ending.reason,
            rejected=ending.rejected,
            tool_calls=sorted(toolbox.records, key=lambda record: record.index),
            tool_states=toolbox.state,
            error=ending.error,
        )

    def _record(
        self,
        step: AgentStep[InputT, OutputT],
        mind: str,
        ending: Ending[OutputT],
        usage: Usage,
        recorder: Recorder,
    ) -> None:
        recorder.exchange(
            step.name,
            mind=mind,
            output=step.shape.dump(ending.output) if ending.output is not None else None,
            rejected=[rejection.model_dump(mode="json") for rejection in ending.rejected],
            reason=ending.reason,
        )
        recorder.usage(step.name, usage)
        recorder.event(step.name, "step_done", status=ending.status, rejected=len(ending.rejected))

    def _conversation(
        self,
        step: AgentStep[InputT, OutputT],
        inputs: InputT,
        tools: Sequence[Tool],
        budget: Budget,
        recorder: Recorder,
        deidentifier: Deidentifier | None,
    ) -> Conversation:
        mind = self.mind_of(step.agent.role)
        if mind == OFFLINE:
            return OfflineConversation(step, inputs)
        handle = self._handle(step.agent.role, mind)
        values = step.values(inputs)
        task = Task(
            step=step.name,
            prompt_version=step.agent.version,
            system=step.agent.instruction.render(values),
            user=step.agent.prompt.render(values),
            shape=step.shape,
            tools=tools,
            generate=step.agent.generate_config,
        )
        gate = self._gate(handle, deidentifier)
        return ModelConversation(self._connection(handle), task, budget, recorder, gate)

    def _gate(self, handle: ModelHandle, deidentifier: Deidentifier | None) -> Deidentifier | None:
        if not handle.hosted or not self.settings.privacy.deidentify:
            return None
        return deidentifier or Deidentifier()

    def _handle(self, role: Role, mind: str) -> ModelHandle:
        if role in self._given:
            return self._given[role]
        built = self._built.setdefault(asyncio.get_running_loop(), {})
        if mind not in built:
            build = describe_model if self._replaying else build_model
            built[mind] = build(mind, self.settings)
        return built[mind]

    def _connection(self, handle: ModelHandle) -> Connection:
        return Connection(
            handle=handle,
            service=self._service(handle.name),
            slots=self._slots,
            exchanges=self._exchanges,
            timeout=self.settings.models.timeout_seconds,
            spans=self._spans,
        )

    def _service(self, name: str) -> OutsideService:
        retry = RetryPolicy(retries=self.settings.models.retries)
        if self._clock is None:
            return outside_service(name, retry=retry)
        if name not in self._services:
            self._services[name] = OutsideService(name, retry=retry, clock=self._clock)
        return self._services[name]

    def _exchange_folders(self, record: Path | None, replay: Path | Mapping[str, Any] | None) -> list[Exchanges]:
        if replay is not None:
            return [Replay(replay) if isinstance(replay, Path) else StoredReplies(replay)]
        folders: list[Exchanges] = []
        if record is not None:
            folders.append(Recording(record))
        if self.settings.models.cache:
            folders.append(ResponseCache(cache_dir() / "replies"))
        return folders


def _note_prompt(recorder: Recorder, step: AgentStep[InputT, OutputT]) -> None:
    if isinstance(recorder, Run):
        known = recorder.record.versions.get("prompts", {})
        if known.get(step.name) != step.agent.version:
            recorder.note_versions(prompts={**known, step.name: step.agent.version})


def _since(before: Usage, after: Usage) -> Usage:
    costs = (before.cost_usd, after.cost_usd)
    return Usage(
        requests=after.requests - before.requests,
        input_tokens=after.input_tokens - before.input_tokens,
        output_tokens=after.output_tokens - before.output_tokens,
        tool_calls=after.tool_calls - before.tool_calls,
        cost_usd=None if None in costs else (after.cost_usd or 0.0) - (before.cost_usd or 0.0),
        seconds=after.seconds - before.seconds,
    )
