"""The members of a typed answer are shown one by one, each checked, while the rest of the reply is still to come."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import BaseModel
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, DeltaToolCalls, FunctionModel

from osler.config import Settings
from osler.core.agents import (
    FREE,
    AgentDeps,
    AgentStep,
    Checked,
    ModelHandle,
    Runner,
    StepOutcome,
    ToolResults,
    keep_supported,
    load_agent,
)
from osler.core.agents.minds.items import ItemReader
from osler.core.privacy import Deidentifier, KnownIdentifiers
from tests.servers.http import Answer
from tests.servers.models import Calls, ModelServer, Move, Pauses, Protocol, Says
from tests.timing import PATIENCE, within

NAME = "Katarzyna Wiśniewska"
STREAMED = [("openai-chat", "native"), ("openai-chat", "prompted"), ("anthropic", "native"), ("anthropic", "prompted")]


class Question(BaseModel):
    text: str


class Line(BaseModel):
    text: str


class Told(BaseModel):
    lines: list[Line] = []


def _no_lies(told: Told, question: Question, tools: ToolResults) -> Checked[Told]:
    kept, rejected = keep_supported(told.lines, lambda line: "a lie" if "lie" in line.text else None, path="lines")
    return Checked(Told(lines=kept) if kept else None, rejected)


def told_step(*offline: str) -> AgentStep[Question, Told]:
    return AgentStep(
        agent=load_agent("tests.core.agents.toy", "answer"),
        input_type=Question,
        output_type=Told,
        policy=lambda question: Told(lines=[Line(text=text) for text in offline]),
        checks=[_no_lies],
        items="lines",
    )


def lines(*texts: Any) -> dict[str, Any]:
    return {"lines": [{"text": text} for text in texts]}


def written(structure: str, answer: dict[str, Any]) -> Says | Calls:
    return Calls([("final_result", answer)]) if structure == "native" else Says(json.dumps(answer))


def settings(server: ModelServer, protocol: Protocol, structure: str = "native") -> Settings:
    role = server.role(protocol, structure=structure)
    return Settings.model_validate({"models": {"fast": role, "reasoning": role, "medical": role}})


class Shown(list[str]):
    """What was shown, and that something was."""

    def __init__(self) -> None:
        super().__init__()
        self.some = asyncio.Event()

    def __call__(self, line: Line) -> None:
        self.append(line.text)
        self.some.set()


async def told(server: ModelServer, shown: Shown, protocol: Protocol, structure: str = "native") -> StepOutcome[Told]:
    async with Runner(settings(server, protocol, structure)) as runner:
        asked = AgentDeps(runner=runner).ask(told_step(), Question(text="x"), on_item=shown)
        return await asyncio.wait_for(asked, 60)


@pytest.mark.parametrize(("protocol", "structure"), STREAMED)
async def test_a_member_is_shown_before_the_reply_ends_and_a_lie_never(protocol: Protocol, structure: str) -> None:
    shown = Shown()
    reply = written(structure, lines("One.", "A lie.", "Two."))
    # The rest is sent only once the first line was shown: a client that waits for all of it waits for ever.
    async with ModelServer(Pauses(reply, 'One."}', shown.some)) as server:
        outcome = await told(server, shown, protocol, structure)
    assert shown == ["One.", "Two."] == [line.text for line in outcome.unwrap().lines]
    assert [rejection.reason for rejection in outcome.rejected] == ["a lie"]
    assert outcome.usage.output_tokens == 7


@pytest.mark.parametrize(("protocol", "structure"), STREAMED[::2])
async def test_a_step_is_called_off_in_the_middle_of_a_reply_within_a_second(
    protocol: Protocol, structure: str
) -> None:
    shown = Shown()
    reply = Pauses(written(structure, lines("One.", "Two.")), 'One."}', asyncio.Event())
    async with ModelServer(reply) as server:
        task = asyncio.create_task(told(server, shown, protocol, structure))
        await asyncio.wait_for(shown.some.wait(), 60)
        task.cancel()
        with within(1):
            with pytest.raises(asyncio.CancelledError):
                await task
            await asyncio.wait_for(server.left.wait(), PATIENCE)
    assert shown == ["One."]


@pytest.mark.parametrize("protocol", ["openai-chat", "anthropic", "google"])
async def test_a_server_that_does_not_stream_is_asked_as_before(protocol: Protocol) -> None:
    shown = Shown()
    reply = written("native", lines("One.", "Two."))
    server = ModelServer(reply, streams=protocol == "google")  # which streams, but no part of a call's arguments
    async with server, Runner(settings(server, protocol)) as runner:
        for _ in range(2):
            outcome = await AgentDeps(runner=runner).ask(told_step(), Question(text="x"), on_item=shown)
            assert outcome.unwrap() == Told.model_validate(lines("One.", "Two."))
    assert shown == ["One.", "Two."] * 2
    asked_to_stream = [bool(request.json().get("stream")) for request in server.received]
    assert asked_to_stream == ([False, False] if protocol == "google" else [True, False, False])


async def test_a_server_that_refuses_to_stream_is_asked_for_the_whole() -> None:
    shown = Shown()
    refusal = Answer(400, {"error": {"message": "Streaming is not supported for this model."}})
    async with ModelServer(refusal, written("native", lines("One."))) as server:
        outcome = await told(server, shown, "openai-chat")
    assert shown == ["One."] == [line.text for line in outcome.unwrap().lines]
    assert outcome.usage.requests == 2


async def test_names_are_restored_before_a_member_is_checked_and_shown() -> None:
    def reply(said: str) -> str:
        found = re.search(r"\[NAME-1-[A-Z]+\]", said)
        assert found
        return json.dumps(lines(f"{found[0]} may rest."))

    shown = Shown()
    async with ModelServer(Says(reply)) as server:
        role = server.role("openai-chat", local=False, structure="prompted")
        models = {"fast": role, "reasoning": role, "medical": role, "openai_api_key": "k"}
        given = {"models": models, "privacy": {"allow_hosted": True}, "budget": {"cost_usd": "none"}}
        async with Runner(Settings.model_validate(given)) as runner:
            deps = AgentDeps(runner=runner, deidentifier=Deidentifier(KnownIdentifiers(names=[NAME])))
            await deps.ask(told_step(), Question(text=f"What may {NAME} do?"), on_item=shown)
    assert shown == [f"{NAME} may rest."]


async def test_an_answer_that_is_given_again_shows_only_what_is_new() -> None:
    shown = Shown()
    script: list[Move] = [written("native", lines("One.", 5)), written("native", lines("One.", "Two."))]
    async with ModelServer(*script) as server:
        outcome = await told(server, shown, "openai-chat")
    assert shown == ["One.", "Two."] == [line.text for line in outcome.unwrap().lines]


async def test_an_answer_that_breaks_off_may_be_begun_again() -> None:
    begun = 0

    async def breaking(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[DeltaToolCalls]:
        nonlocal begun
        begun += 1
        yield {0: DeltaToolCall(name="final_result", json_args='{"lines": [{"text": "One."}')}
        if begun == 1:
            raise UnexpectedModelBehavior("gone")
        yield {0: DeltaToolCall(json_args=', {"text": "Two."}]}')}

    shown = Shown()
    handle = ModelHandle("breaking", FunctionModel(stream_function=breaking), price=FREE)
    deps = AgentDeps(runner=Runner(models={"reasoning": handle}))
    outcome = await deps.ask(told_step(), Question(text="x"), on_item=shown)
    assert shown == ["One.", "Two."] == [line.text for line in outcome.unwrap().lines]
    assert begun == 2


async def test_the_offline_mind_shows_its_members_the_same_way() -> None:
    shown = Shown()
    outcome = await AgentDeps().ask(told_step("One.", "A lie.", "Two."), Question(text="x"), on_item=shown)
    assert shown == ["One.", "Two."] == [line.text for line in outcome.unwrap().lines]


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ('{"lines": [{"a": "]}"} , {"b": [1, {"c": 2}]}], "x": 1}', [{"a": "]}"}, {"b": [1, {"c": 2}]}]),
        ('```json\n{"x": "\\"lines\\": [1]", "lines":["q\\"", 12, true]}\n```', ['q"', 12, True]),
        ('<think>{"lines": [1, 2]}</think>{"lines": [3, 4]}', [3, 4]),
        ('{"lines": [{"a": 1}, oops {"a": 2}]}', [{"a": 1}]),
        ('{"other": [1]}', []),
        ('{"lines": []}', []),
    ],
)
def test_members_are_whole_when_they_are_offered(reply: str, found: list[Any]) -> None:
    offered: list[Any] = []
    reader = ItemReader("lines", offered.append, lambda value: value)
    for letter in reply:
        reader.add(letter)
    assert offered == found
