"""The offline mind: a deterministic policy that takes turns like any other mind."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, cast

from osler.config import OFFLINE
from osler.core.agents.minds.words import OnWords
from osler.core.agents.steps.step import AgentStep
from osler.core.agents.types import Call, Final, InputT, OutputT, Said, ToolOutcome, Turn, Words

__all__ = ["OFFLINE", "OfflineConversation"]


class OfflineConversation(Generic[InputT, OutputT]):
    """A policy at work: each `yield` is a turn of tool calls or some words, its return value is the answer.

    Policies compute, so they run in a thread: whoever waits for a step can still do other things, or call it off.
    """

    mind = OFFLINE

    def __init__(
        self,
        step: AgentStep[InputT, OutputT],
        inputs: InputT,
        *,
        history: Sequence[Said] = (),
        on_words: OnWords | None = None,
    ) -> None:
        self._step = step
        self._inputs = inputs
        self._history = history
        self._on_words = on_words
        self._spoke = False
        self._generator: Generator[Any, Any, OutputT] | None = None
        self._single = False
        self._reply: Any = None

    async def ask(self) -> Turn:
        if self._generator is not None:
            return await self._resume()
        made = await self._made()
        if inspect.isgenerator(made):
            self._generator = cast("Generator[Any, Any, OutputT]", made)
            return await self._resume()
        return self._answered(await made if inspect.isawaitable(made) else made)

    def answer(self, outcomes: Sequence[ToolOutcome]) -> None:
        self._reply = outcomes[0] if self._single else list(outcomes)

    def correct(self, problem: str) -> bool:
        # A deterministic policy would only say the same again.
        return False

    async def close(self) -> None:
        if self._generator is not None:
            # Called off while its thread still computes, a generator cannot be closed; it ends with the thread.
            with contextlib.suppress(ValueError):
                self._generator.close()

    async def _made(self) -> Any:
        policy: Callable[..., Any] = self._step.policy
        given: dict[str, Any] = {"history": self._history} if _reads_history(policy) else {}
        if inspect.isgeneratorfunction(policy) or inspect.iscoroutinefunction(policy):
            return policy(self._inputs, **given)
        return await asyncio.to_thread(policy, self._inputs, **given)

    async def _resume(self) -> Turn:
        while True:
            wish, done = await asyncio.to_thread(self._next)
            if done:
                return self._answered(wish)
            if isinstance(wish, Words):
                self._say(wish.text)
                continue
            self._single = isinstance(wish, Call)
            calls = [wish] if isinstance(wish, Call) else list(wish)
            return Turn(calls, raw=[{"tool": call.tool} for call in calls])

    def _next(self) -> tuple[Any, bool]:
        """What the policy wishes next, or what it answers. (A StopIteration cannot leave a thread.)"""
        generator = cast("Generator[Any, Any, OutputT]", self._generator)
        reply, self._reply = self._reply, None
        try:
            return generator.send(reply), False
        except StopIteration as stop:
            return stop.value, True

    def _answered(self, value: Any) -> Turn:
        if self._step.shape.is_text and not self._spoke:
            self._say(str(value))
        return Turn(Final(value))

    def _say(self, text: str) -> None:
        self._spoke = True
        if self._on_words is not None:
            self._on_words(text)


def _reads_history(policy: Callable[..., Any]) -> bool:
    try:
        return "history" in inspect.signature(policy).parameters
    except (TypeError, ValueError):
        return False
