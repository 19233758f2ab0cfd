"""What one agent step costs before any mind has thought: our loop beside pydantic-ai's own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from benchmarks.figure import Figure
from osler.core.agents import ModelHandle, Runner
from osler.core.agents.example import Allergy, Note, find_allergies

_NOTE = Note(text="She is allergic to penicillin.")
_REPEATS = 200
_BAR_MS = 3.0


def measure() -> list[Figure]:
    """Milliseconds a step, the answer being the same in all three."""
    return asyncio.run(_measure())


async def _measure() -> list[Figure]:
    step, offline = find_allergies(), Runner()
    scripted = Runner(models={"fast": ModelHandle("scripted", FunctionModel(_answer))})
    agent = Agent(FunctionModel(_answer), output_type=list[Allergy])
    baseline = await _milliseconds(partial(agent.run, _NOTE.text))
    figures = []
    for name, runner in (("offline", offline), ("scripted model", scripted)):
        taken = await _milliseconds(partial(runner.run, step, _NOTE))
        figures.append(
            Figure(
                name=f"agent step, {name}",
                value=round(taken, 3),
                unit="ms",
                baseline=f"pydantic-ai agent loop {baseline:.2f} ms",
                ratio=round(taken / baseline, 3),
                bar=f"≤ {_BAR_MS:g} ms" if runner is offline else "",
                met=taken <= _BAR_MS if runner is offline else None,
            )
        )
    return figures


async def _milliseconds(work: Callable[[], Awaitable[object]]) -> float:
    await work()
    started = time.perf_counter()
    for _ in range(_REPEATS):
        await work()
    return (time.perf_counter() - started) / _REPEATS * 1000


async def _answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    return ModelResponse(parts=[ToolCallPart(info.output_tools[0].name, {"response": [{"quote": "penicillin"}]})])
