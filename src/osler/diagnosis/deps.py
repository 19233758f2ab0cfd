"""What a diagnosis is given to work with."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import TypeVar

from osler.core.agents import AgentStep, Runner, StepOutcome
from osler.core.privacy import Deidentifier
from osler.core.runs import NullRecorder, Recorder
from osler.core.runs.sessions import SessionManager

InputT = TypeVar("InputT")
OutputT = TypeVar("OutputT")


@dataclass(frozen=True)
class Deps:
    """By default the offline mind, no record and no session."""

    runner: Runner = field(default_factory=Runner)
    recorder: Recorder = field(default_factory=NullRecorder)
    sessions: SessionManager | None = None
    deidentifier: Deidentifier | None = None
    today: dt.date = field(default_factory=lambda: dt.datetime.now(dt.UTC).date())

    async def ask(self, step: AgentStep[InputT, OutputT], inputs: InputT) -> StepOutcome[OutputT]:
        """Let the configured mind carry out an agent step, on the record and through the gate."""
        return await self.runner.run(step, inputs, recorder=self.recorder, deidentifier=self.deidentifier)
