"""A step continues a conversation, shows its words as they come, and can be called off, whichever mind has it."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Generator, Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, FunctionModel

from osler.config import Settings
from osler.core.agents import (
    FREE,
    AgentDeps,
    AgentStep,
    Call,
    ModelHandle,
    Runner,
    Said,
    Tool,
    ToolOutcome,
    Words,
    load_agent,
)
from osler.core.agents.minds.words import WordStream
from osler.core.privacy import Deidentifier, KnownIdentifiers
from tests.servers.http import Hang
from tests.servers.models import ModelServer, Protocol, Says
from tests.timing import PATIENCE, within

NAME = "Katarzyna Wiśniewska"


class Question(BaseModel):
    text: str


def lookup(term: str) -> str:
    """Look a term up."""
    return f"about {term}"


LOOKUP = Tool(lookup)


def policy(question: Question, history: Sequence[Said] = ()) -> Generator[Any, Any, str]:
    yield Words(f"Turn {len(history) // 2 + 1}. ")
    outcome: ToolOutcome = yield Call("lookup", {"term": question.text})
    yield Words(str(outcome.result))
    return f"Turn {len(history) // 2 + 1}. {outcome.result}"


def answer_step(**options: Any) -> AgentStep[Question, str]:
    return AgentStep(
        agent=load_agent("tests.core.agents.toy", "answer"),
        input_type=Question,
        output_type=str,
        **{"policy": policy, "tools": ["lookup"], **options},
    )


def hosted(server: ModelServer, protocol: Protocol) -> Settings:
    keys = {"openai_api_key": "k", "anthropic_api_key": "k", "google_api_key": "k"}
    models = server.settings(protocol, local=False, **keys)
    return Settings.model_validate(
        {"models": models, "privacy": {"allow_hosted": True}, "budget": {"cost_usd": "none"}}
    )


class TestOffline:
    async def test_words_tools_and_history_go_the_same_way(self) -> None:
        shown: list[str] = []
        deps = AgentDeps()
        first = await deps.ask(answer_step(), Question(text="fever"), tools=[LOOKUP], history=(), on_words=shown.append)
        assert first.unwrap() == "".join(shown) == "Turn 1. about fever"
        assert [call.tool for call in first.tool_calls] == ["lookup"]
        second = await deps.ask(answer_step(), Question(text="cough"), tools=[LOOKUP], history=first.said)
        assert second.unwrap() == "Turn 2. about cough"
        assert [said.role for said in second.said] == ["user", "assistant"] * 2

    async def test_a_policy_that_only_returns_is_shown_whole(self) -> None:
        shown: list[str] = []
        step = answer_step(policy=lambda question: "All of it.", tools=[])
        await AgentDeps().ask(step, Question(text="x"), on_words=shown.append)
        assert shown == ["All of it."]

    async def test_a_policy_that_computes_does_not_hold_up_the_loop(self) -> None:
        started, release = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def slow(question: Question) -> str:
            loop.call_soon_threadsafe(started.set)
            release.wait(60)
            return "late"

        task = asyncio.create_task(AgentDeps().ask(answer_step(policy=slow, tools=[]), Question(text="x")))
        await started.wait()
        task.cancel()
        with within(1), pytest.raises(asyncio.CancelledError):
            await task
        release.set()


async def test_a_model_is_told_the_conversation_so_far_through_the_gate() -> None:
    script = (Says("She has a fever."), Says("Since Monday."))
    async with ModelServer(*script) as server, Runner(hosted(server, "openai-chat")) as runner:
        gate = Deidentifier(KnownIdentifiers(names=[NAME]))
        deps = AgentDeps(runner=runner, deidentifier=gate)
        step = answer_step(tools=[])
        first = await deps.ask(step, Question(text=f"What has {NAME}?"), history=())
        second = await deps.ask(step, Question(text="Since when?"), history=first.said)
    assert second.unwrap() == "Since Monday."
    messages = server.received[1].json()["messages"]
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[2]["content"] == "She has a fever."
    assert all("Katarzyna" not in text for text in server.texts())
    assert NAME in second.said[0].text


@pytest.mark.parametrize("protocol", ["openai-chat", "anthropic", "google"])
async def test_the_words_of_a_model_are_shown_as_they_come_with_names_restored(protocol: Protocol) -> None:
    def reply(told: str) -> str:
        found = re.search(r"\[NAME-1-[A-Z]+\]", told)
        assert found
        return f"Tell {found[0]} to rest and to drink."

    shown: list[str] = []
    async with ModelServer(Says(reply)) as server, Runner(hosted(server, protocol)) as runner:
        deps = AgentDeps(runner=runner, deidentifier=Deidentifier(KnownIdentifiers(names=[NAME])))
        outcome = await deps.ask(answer_step(tools=[]), Question(text=f"What can {NAME} do?"), on_words=shown.append)
    assert outcome.unwrap() == "".join(shown) == f"Tell {NAME} to rest and to drink."
    assert len(shown) > 3
    assert outcome.usage.output_tokens == 7


async def test_calling_a_step_off_ends_the_request_within_a_second() -> None:
    async with ModelServer(Hang()) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat")})
        async with Runner(settings) as runner:
            deps = AgentDeps(runner=runner)
            task = asyncio.create_task(deps.ask(answer_step(tools=[]), Question(text="x")))
            await asyncio.wait_for(server.asked.wait(), 60)
            task.cancel()
            with within(1):
                with pytest.raises(asyncio.CancelledError):
                    await task
                await asyncio.wait_for(server.left.wait(), PATIENCE)


async def test_words_of_a_recorded_reply_are_shown_too(tmp_path: Path) -> None:
    async with ModelServer(Says("Rest and drink.")) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat")})
        async with Runner(settings, record=tmp_path) as runner:
            await AgentDeps(runner=runner).ask(answer_step(tools=[]), Question(text="x"))
    shown: list[str] = []
    replay = AgentDeps(runner=Runner(settings, replay=tmp_path))
    outcome = await replay.ask(answer_step(tools=[]), Question(text="x"), on_words=shown.append)
    assert outcome.unwrap() == "".join(shown) == "Rest and drink."


async def test_an_answer_that_breaks_off_is_not_begun_again() -> None:
    begun = 0

    async def breaking(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        nonlocal begun
        begun += 1
        yield "Rest and "
        raise UnexpectedModelBehavior("gone")

    shown: list[str] = []
    handle = ModelHandle("breaking", FunctionModel(stream_function=breaking), price=FREE)
    deps = AgentDeps(runner=Runner(models={"reasoning": handle}))
    outcome = await deps.ask(answer_step(tools=[]), Question(text="x"), on_words=shown.append)
    assert (outcome.status, outcome.failure) == ("unavailable", "model.unreadable")
    assert begun == 1
    assert shown == ["Rest and "]


@pytest.mark.parametrize("reply", ['{"tool": "lookup", "arguments": {"term": "fever"}}', "<think>hm</think>"])
def test_what_may_be_no_prose_is_not_shown_before_it_is_known_to_be(reply: str) -> None:
    shown: list[str] = []
    words = WordStream(shown.append)
    for letter in reply:
        words.add(letter)
    words.drop()
    assert shown == []
