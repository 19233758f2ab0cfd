"""The offline mind: a deterministic policy that takes turns like any other mind."""

from __future__ import annotations

import inspect
from collections.abc import Generator, Sequence
from typing import Any, Generic, cast

from osler.core.agents.steps.step import AgentStep
from osler.core.agents.types import Call, Final, InputT, OutputT, ToolOutcome, Turn

OFFLINE = "offline"


class OfflineConversation(Generic[InputT, OutputT]):
    """A policy at work: each `yield` is a turn of tool calls, its return value is the answer."""

    mind = OFFLINE

    def __init__(self, step: AgentStep[InputT, OutputT], inputs: InputT) -> None:
        self._step = step
        self._inputs = inputs
        self._generator: Generator[Any, Any, OutputT] | None = None
        self._single = False
        self._reply: Any = None

    async def ask(self) -> Turn:
        if self._generator is not None:
            return self._resume()
        made = self._step.policy(self._inputs)
        if inspect.isgenerator(made):
            self._generator = cast("Generator[Any, Any, OutputT]", made)
            return self._resume()
        return Turn(Final(await made if inspect.isawaitable(made) else made))

    def answer(self, outcomes: Sequence[ToolOutcome]) -> None:
        self._reply = outcomes[0] if self._single else list(outcomes)

    def correct(self, problem: str) -> bool:
        # A deterministic policy would only say the same again.
        return False

    async def close(self) -> None:
        if self._generator is not None:
            self._generator.close()

    def _resume(self) -> Turn:
        generator = cast("Generator[Any, Any, OutputT]", self._generator)
        reply, self._reply = self._reply, None
        try:
            wish = generator.send(reply)
        except StopIteration as stop:
            return Turn(Final(stop.value))
        self._single = isinstance(wish, Call)
        calls = [wish] if isinstance(wish, Call) else list(wish)
        return Turn(calls, raw=[{"tool": call.tool} for call in calls])
