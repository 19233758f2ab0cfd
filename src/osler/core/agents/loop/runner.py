"""The one way to run an agent step: choose the mind, open the books, let it work, say how it ended."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from osler.config import OFFLINE, ROLES, Played, Role, Settings, cache_dir, played
from osler.core.agents.loop.budget import Budget
from osler.core.agents.loop.items import ItemStream
from osler.core.agents.loop.turns import Ending, converse
from osler.core.agents.minds.asking import Connection, Task
from osler.core.agents.minds.items import OnItem
from osler.core.agents.minds.language_model import ModelConversation
from osler.core.agents.minds.models import ModelHandle, describe_for_replay
from osler.core.agents.minds.offline import OfflineConversation
from osler.core.agents.minds.pool import pool
from osler.core.agents.minds.words import OnWords
from osler.core.agents.recording.exchanges import Exchanges, Recording, Replay, ResponseCache, StoredReplies
from osler.core.agents.recording.telemetry import SpanHandle, Spans
from osler.core.agents.steps.step import AgentStep
from osler.core.agents.tools.tool import Tool
from osler.core.agents.tools.toolbox import Toolbox
from osler.core.agents.types import Conversation, InputT, OutputT, Said, StepOutcome
from osler.core.outside import Clock, OutsideService, RetryPolicy, Slots, SystemClock, outside_service, process_slots
from osler.core.privacy import Deidentifier
from osler.core.results import Level, Problem
from osler.core.runs import NullRecorder, Recorder, Run, Usage
from osler.errors import CircuitOpen, ConfigError, KeyMissing, ServiceError

UNANSWERED = "models"
"""The path of the problem that a model gave no answer that can be used."""


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
        self._slots = process_slots("models", self.settings.models.max_concurrency)
        self._services: dict[str, OutsideService] = {}
        self._described: dict[str, ModelHandle] = {}
        self._in_pool: set[asyncio.AbstractEventLoop] = set()
        self._silent: dict[str, ServiceError] = {}
        self._worked_offline: set[Role] = set()
        self._heard: set[str] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the pool of connections on this event loop; the last to leave closes them."""
        if (home := pool.home) in self._in_pool:
            self._in_pool.discard(home)
            await pool.leave()

    def played(self, role: Role) -> Played:
        """The mind that plays a role, and whose configuration it is."""
        return played(role, self.settings.models, self.settings.privacy)

    def mind_of(self, role: Role) -> str:
        """The name of the mind that plays a role."""
        return self._given[role].name if role in self._given else self.played(role).name

    def roles(self) -> dict[str, str]:
        """Which mind plays which role, in words."""
        return {role: self.mind_of(role) if role in self._given else self.played(role).described() for role in ROLES}

    def unanswered(self) -> list[Problem]:
        """One problem for each model that was asked and has not answered once, with the cause, or could not be asked."""
        return self._passed_over() + [
            Problem(
                code=error.code,
                level=Level.ERROR,
                message=f"{mind} {_why_silent(error)}; its part was done offline: {error.message}",
                mend=error.mend,
                path=UNANSWERED,
            )
            for mind, error in self._silent.items()
            if mind not in self._heard
        ]

    def told_once(self, problems: Sequence[Problem]) -> list[Problem]:
        """The problems of a result below those of models that never answered; what each step says of that is left out."""
        silent = self.unanswered()
        causes = {
            (mind, code)
            for mind, error in self._silent.items()
            if mind not in self._heard
            for code in (error.code, CircuitOpen.code)
        }

        def is_told(problem: Problem) -> bool:
            known = (mind for mind, code in causes if code == problem.code)
            return problem.is_of_a_model and any(not self._heard or mind in problem.message for mind in known)

        return [*silent, *(problem for problem in problems if not is_told(problem))]

    def _passed_over(self) -> list[Problem]:
        """One problem for each role that worked offline although a model is configured that may not be used for it."""
        models = self.settings.models
        found = []
        for role in sorted(self._worked_offline):
            hosted = [getattr(models, other).model for other in ROLES if getattr(models, other).hosted]
            if getattr(models, role).model is None and self.mind_of(role) == OFFLINE and hosted:
                found.append(
                    Problem(
                        code="model.passed_over",
                        level=Level.INFO,
                        message=f"{hosted[0]} was not asked in the role {role!r}, which worked offline: it is not declared "
                        "local, and what is sent to it would begin to leave this machine",
                        mend=f"name a model in [models.{role}], or set local = true beside its base_url if the server is yours",
                    )
                )
        return found

    def _listen(self, mind: str, ending: Ending[OutputT]) -> None:
        """Note whether a model answered at all, or why it did not; a service that rests hides its first failure."""
        if mind == OFFLINE:
            return
        if ending.output is not None or ending.rejected:
            self._heard.add(mind)
        elif isinstance(ending.error, ServiceError):
            self._silent.setdefault(mind, ending.error)

    async def run(
        self,
        step: AgentStep[InputT, OutputT],
        inputs: InputT,
        *,
        recorder: Recorder | None = None,
        tools: Iterable[Tool] = (),
        budget: Budget | None = None,
        deidentifier: Deidentifier | None = None,
        history: Sequence[Said] | None = None,
        on_words: OnWords | None = None,
        on_item: OnItem | None = None,
        offline: bool = False,
    ) -> StepOutcome[OutputT]:
        """Carry out a step. Typed non-answers come back as outcomes; only wrong configuration is raised.

        `budget` is that of the run; the step's own limits hold inside it. `deidentifier` is the gate of the case, which
        knows the identifiers in its record; without one, what is sent to a hosted model passes a gate that knows only
        the patterns of identifiers. `history` is a conversation to continue (empty: to begin); `on_words` is shown an
        answer of text as it comes, before it is checked; `on_item` is shown the members of the step's `items`, each as
        soon as it is whole and checked; `offline` leaves the step to the offline mind.
        """
        recorder = recorder or NullRecorder()
        clock = self._clock or SystemClock()
        budget = (budget or Budget(self.settings.budget, clock=clock)).step(step.budget)
        toolbox = self._toolbox(step, tools, budget, recorder, clock)
        mind = OFFLINE if offline else self.mind_of(step.agent.role)
        items = ItemStream(step, inputs, toolbox, on_item) if on_item is not None and step.items else None
        talk = _Talk(mind, history, on_words, items.offer if items is not None else None)
        recorder.event(step.name, "step_started", mind=mind, prompt_version=step.agent.version)
        _note_prompt(recorder, step)
        with self._spans.span("step", step=step.name, mind=mind, prompt_version=step.agent.version) as span:
            ending = await self._carried_out(step, inputs, toolbox, budget, recorder, deidentifier, talk, items)
            usage = budget.usage()
            _measure(span, ending, usage)
        if not offline and mind == OFFLINE:
            self._worked_offline.add(step.agent.role)
        self._listen(mind, ending)
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
            said=talk.after(step, inputs, ending.output),
        )

    def _toolbox(
        self, step: AgentStep[Any, Any], tools: Iterable[Tool], budget: Budget, recorder: Recorder, clock: Clock
    ) -> Toolbox:
        return Toolbox(
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

    async def _carried_out(
        self,
        step: AgentStep[InputT, OutputT],
        inputs: InputT,
        toolbox: Toolbox,
        budget: Budget,
        recorder: Recorder,
        deidentifier: Deidentifier | None,
        talk: _Talk,
        items: ItemStream[InputT, OutputT] | None,
    ) -> Ending[OutputT]:
        """The conversation with the step's mind; a model without a key is one that cannot be reached."""
        tools = list(toolbox.tools.values())
        try:
            conversation = self._conversation(step, inputs, tools, budget, recorder, deidentifier, talk)
        except KeyMissing as error:
            return Ending("unavailable", reason=error.message, error=error)
        return await converse(
            step,
            inputs,
            conversation,
            toolbox=toolbox,
            budget=budget,
            recorder=recorder,
            output_retries=self.settings.models.output_retries,
            items=items,
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
        talk: _Talk,
    ) -> Conversation:
        if talk.mind == OFFLINE:
            return OfflineConversation(step, inputs, history=talk.history or (), on_words=talk.on_words)
        handle = self._handle(step.agent.role)
        self._require_price(handle, budget)
        values = step.values(inputs)
        task = Task(
            step=step.name,
            prompt_version=step.agent.version,
            system=step.agent.instruction.render(values),
            user=step.agent.prompt.render(values),
            shape=step.shape,
            tools=tools,
            generate=step.agent.generate_config,
            history=talk.history or (),
            items=step.items,
        )
        gate = self._gate(handle, deidentifier)
        return ModelConversation(self._connection(handle), task, budget, recorder, gate, talk.on_words, talk.on_item)

    def _require_price(self, handle: ModelHandle, budget: Budget) -> None:
        """A limit on money can only be kept where the price is known before anything is asked."""
        if handle.price is None and handle.hosted and budget.limits_money and not self._replaying:
            raise ConfigError(
                f"nobody knows what {handle.name!r} costs, and there is a limit on money",
                mend="set input_usd and output_usd (for a million tokens) beside the model, "
                'or budget.cost_usd = "none"',
            )

    def _gate(self, handle: ModelHandle, deidentifier: Deidentifier | None) -> Deidentifier | None:
        if not handle.hosted or not self.settings.privacy.deidentify:
            return None
        return deidentifier or Deidentifier()

    def _handle(self, role: Role) -> ModelHandle:
        if role in self._given:
            return self._given[role]
        mind = self.played(role).mind
        if self._replaying:
            return self._described.setdefault(mind.model_dump_json(), describe_for_replay(mind))
        if (home := pool.home) not in self._in_pool:
            pool.enter()
            self._in_pool.add(home)
        return pool.get(mind, self.settings)

    def _connection(self, handle: ModelHandle) -> Connection:
        return Connection(
            handle=handle,
            service=self._service(handle.service),
            slots=self._slots,
            max_concurrency=self.settings.models.max_concurrency,
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


def _why_silent(error: ServiceError) -> str:
    asked = not isinstance(error, KeyMissing)
    return "was asked and gave no answer that can be used" if asked else "could not be asked"


def _measure(span: SpanHandle, ending: Ending[Any], usage: Usage) -> None:
    """Tell a span how a step ended and what it used."""
    span.set(
        status=ending.status,
        tool_calls=usage.tool_calls,
        requests=usage.requests,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=usage.cost_usd,
        rejected=len(ending.rejected),
    )


def _note_prompt(recorder: Recorder, step: AgentStep[InputT, OutputT]) -> None:
    if isinstance(recorder, Run):
        known = recorder.record.versions.get("prompts", {})
        if known.get(step.name) != step.agent.version:
            recorder.note_versions(prompts={**known, step.name: step.agent.version})


@dataclass(frozen=True)
class _Talk:
    """Who is asked, what was said before, and who is shown the words or the members of a list."""

    mind: str
    history: Sequence[Said] | None
    on_words: OnWords | None
    on_item: OnItem | None = None

    def after(self, step: AgentStep[InputT, OutputT], inputs: InputT, output: OutputT | None) -> tuple[Said, ...]:
        """The conversation with this turn in it; nothing where nobody keeps one, or nothing was answered."""
        if self.history is None or output is None:
            return tuple(self.history or ())
        asked = step.agent.prompt.render(step.values(inputs))
        answered = output if isinstance(output, str) else json.dumps(step.shape.dump(output), ensure_ascii=False)
        return (*self.history, Said(role="user", text=asked), Said(role="assistant", text=answered))
