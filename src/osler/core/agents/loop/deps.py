"""What every capability is given to ask minds with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from osler.core.agents.loop.budget import Budget
from osler.core.agents.loop.runner import Runner
from osler.core.agents.steps.step import AgentStep
from osler.core.agents.tools.tool import Tool
from osler.core.agents.types import InputT, OutputT, StepOutcome
from osler.core.privacy import Deidentifier
from osler.core.runs import NullRecorder, Recorder


@dataclass(frozen=True)
class AgentDeps:
    """By default the offline mind and no record; a capability adds what it needs besides."""

    runner: Runner = field(default_factory=Runner)
    recorder: Recorder = field(default_factory=NullRecorder)
    deidentifier: Deidentifier | None = None

    async def ask(
        self,
        step: AgentStep[InputT, OutputT],
        inputs: InputT,
        *,
        tools: Iterable[Tool] = (),
        budget: Budget | None = None,
    ) -> StepOutcome[OutputT]:
        """Let the configured mind carry out an agent step, with these tools, on the record and through the gate."""
        return await self.runner.run(
            step, inputs, recorder=self.recorder, deidentifier=self.deidentifier, tools=tools, budget=budget
        )
