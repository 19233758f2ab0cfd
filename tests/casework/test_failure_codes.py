"""A model that fails is named in the result by the same code, whichever agent asked it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from osler import diagnosis, guidelines, trials
from osler.config import Settings
from osler.core.agents import Runner
from osler.core.results import Problem
from osler.trials.registry import LocalRegistry
from osler.trials.registry.local import RawRecord
from tests.core.outside.fake_clock import FakeClock
from tests.diagnosis.notes import note
from tests.guidelines.demo import demo
from tests.servers.http import Answer
from tests.servers.models import ModelServer, Move, Says
from tests.trials.patients import patient
from tests.trials.studies import record

Agent = Callable[[Runner, Path], Awaitable[Sequence[Problem]]]
BUSY = Answer(429, {"error": {"message": "slow down", "type": "rate_limit_error"}})
FILTERED = Answer(
    200,
    {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {"index": 0, "finish_reason": "content_filter", "message": {"role": "assistant", "content": ""}},
        ],
    },
)


async def diagnosed(runner: Runner, folder: Path) -> Sequence[Problem]:
    given = diagnosis.DiagnosisInput(notes=[note("The boy has seizures and ataxia.")])
    return (await diagnosis.run(given, deps=diagnosis.Deps(runner=runner))).problems


async def matched(runner: Runner, folder: Path) -> Sequence[Problem]:
    registry = LocalRegistry(folder)
    registry.import_records([RawRecord("one", json.dumps(record("NCT99000021")).encode())])
    try:
        return (await trials.match(patient(), deps=trials.Deps(runner=runner, registry=registry))).problems
    finally:
        registry.store.close()


async def answered(runner: Runner, folder: Path) -> Sequence[Problem]:
    deps = guidelines.Deps(runner=runner, libraries=[demo()])
    return (await guidelines.run("How is pneumonia treated in adults?", deps=deps)).problems


@pytest.mark.parametrize("agent", [diagnosed, matched, answered])
@pytest.mark.parametrize(
    ("move", "code"),
    [
        (BUSY, "service.rate_limited"),
        (FILTERED, "model.refused"),
        (Says("I would rather tell you a story."), "model.unreadable"),
    ],
    ids=["busy", "refused", "unreadable"],
)
@pytest.mark.slow
async def test_the_result_names_the_failure(agent: Agent, move: Move, code: str, tmp_path: Path) -> None:
    async with ModelServer(move) as server:
        models = server.settings("openai-chat", "m", retries=0, output_retries=0)
        async with Runner(Settings.model_validate({"models": models}), clock=FakeClock()) as runner:
            problems = await agent(runner, tmp_path)
    codes = {problem.code for problem in problems if problem.code.startswith(("service", "model"))}
    assert codes == {code}
