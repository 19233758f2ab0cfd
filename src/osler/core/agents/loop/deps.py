"""What every capability is given to ask minds with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self
from weakref import WeakKeyDictionary

from osler.config import OFFLINE, Settings
from osler.core.agents.loop.budget import Budget
from osler.core.agents.loop.runner import Runner
from osler.core.agents.minds.items import OnItem
from osler.core.agents.minds.words import OnWords
from osler.core.agents.steps.step import AgentStep
from osler.core.agents.tools.tool import Tool
from osler.core.agents.types import InputT, OutputT, Said, StepOutcome
from osler.core.privacy import Deidentifier
from osler.core.runs import NullRecorder, Recorder, Run

_budgets: WeakKeyDictionary[Run, Budget] = WeakKeyDictionary()


def _budget_of_run(recorder: Recorder, settings: Settings) -> Budget | None:
    """The one budget of a run that is recorded, for a capability that did not say how many items it is about."""
    if not isinstance(recorder, Run):
        return None
    if recorder not in _budgets:
        _budgets[recorder] = Budget(settings.budget)
    return _budgets[recorder]


@dataclass(frozen=True)
class AgentDeps:
    """By default the offline mind and no record; a capability adds what it needs besides."""

    runner: Runner = field(default_factory=Runner)
    recorder: Recorder = field(default_factory=NullRecorder)
    deidentifier: Deidentifier | None = None
    budget: Budget | None = None
    """The budget of the run, shared by all its steps; `for_run` gives one. Without it, a recorded run still has one."""
    standing_in: Budget | None = None
    """What the offline mind may use where it is asked by name or stands in for a model; without it, it is not bounded by the run."""

    def for_run(self, *, items: int = 1) -> Self:
        """These, with one budget for a run about so many items; a budget that was given stays."""
        if self.budget is not None:
            return self
        return replace(self, budget=Budget(self.runner.settings.budget, items=items))

    async def ask(
        self,
        step: AgentStep[InputT, OutputT],
        inputs: InputT,
        *,
        tools: Iterable[Tool] = (),
        budget: Budget | None = None,
        history: Sequence[Said] | None = None,
        on_words: OnWords | None = None,
        on_item: OnItem | None = None,
    ) -> StepOutcome[OutputT]:
        """Let the configured mind carry out an agent step, with these tools, on the record and through the gate.

        The step's limits hold inside `budget`, by default that of the run. `history` is a conversation to continue
        (empty: to begin one); the outcome's `said` is the history of the next turn. `on_words` is shown an answer of
        text as it comes, before it is checked; `on_item` the members of the list that the step names in `items`, each as
        soon as it is whole and checked. Cancelling the task ends the request that is under way.
        """
        return await self.runner.run(
            step,
            inputs,
            recorder=self.recorder,
            deidentifier=self.deidentifier,
            tools=tools,
            budget=budget or self.budget or _budget_of_run(self.recorder, self.runner.settings),
            history=history,
            on_words=on_words,
            on_item=on_item,
        )

    async def ask_offline(
        self,
        step: AgentStep[InputT, OutputT],
        inputs: InputT,
        *,
        tools: Iterable[Tool] = (),
        history: Sequence[Said] | None = None,
        on_item: OnItem | None = None,
    ) -> StepOutcome[OutputT]:
        """Let the offline mind carry the step out, whichever is configured; its calls of tools count where `standing_in` is given."""
        return await self.runner.run(
            step,
            inputs,
            recorder=self.recorder,
            deidentifier=self.deidentifier,
            tools=tools,
            budget=self.standing_in,
            history=history,
            on_item=on_item,
            offline=True,
        )

    async def ask_or_stand_in(
        self,
        step: AgentStep[InputT, OutputT],
        inputs: InputT,
        *,
        tools: Sequence[Tool] = (),
        stand_in_tools: Sequence[Tool] | None = None,
        budget: Budget | None = None,
        history: Sequence[Said] | None = None,
        on_words: OnWords | None = None,
        on_item: OnItem | None = None,
        is_empty: Callable[[OutputT], bool] | None = None,
    ) -> StepOutcome[OutputT]:
        """As `ask`; where the model has no answer, the offline mind's stands in and the outcome says for whom.

        No answer is a failure of any kind, a spent budget, or an output that `is_empty` while the offline one is not.
        `stand_in_tools` are those of the offline mind where it stands in, if they are not the model's.
        """
        outcome = await self.ask(
            step, inputs, tools=tools, budget=budget, history=history, on_words=on_words, on_item=on_item
        )
        empty = outcome.output is not None and is_empty is not None and is_empty(outcome.output)
        if outcome.mind == OFFLINE or (outcome.output is not None and not empty):
            return outcome
        own = tools if stand_in_tools is None else stand_in_tools
        offline = await self.ask_offline(step, inputs, tools=own, history=history, on_item=on_item)
        if offline.output is None or (empty and is_empty is not None and is_empty(offline.output)):
            return outcome
        self.recorder.event(step.name, "stand_in", mind=outcome.mind, status="empty" if empty else outcome.status)
        return replace(
            offline,
            usage=outcome.usage + offline.usage,
            reason="the model found nothing" if empty else outcome.reason or outcome.status,
            rejected=(*outcome.rejected, *offline.rejected),
            error=outcome.error,
            stands_in_for=outcome.mind,
        )
