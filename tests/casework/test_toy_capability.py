"""A capability with a tool, a conversation and streamed words, by three minds: recorded, and replayed by none of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from pydantic import BaseModel, Field

from osler.casework import Capability, Minds, Work, start
from osler.config import Settings
from osler.core.agents import AgentDeps, Said
from osler.core.results import Envelope
from osler.core.runs import open_store
from osler.core.runs.replay import replay_run
from tests.casework.registered import registered
from tests.core.agents.test_conversation import LOOKUP, Question, answer_step
from tests.servers.http import Answer
from tests.servers.models import Calls, ModelServer, Move, Protocol, Says


class Talk(BaseModel):
    """What is asked, and what was said before."""

    question: str
    said: list[Said] = Field(default_factory=list)


class Told(Envelope):
    """The answer, with the conversation that the next turn continues."""

    text: str = ""
    said: list[Said] = Field(default_factory=list)
    shown: str = ""
    looked_up: list[str] = Field(default_factory=list)


async def _talk(given: Talk, work: Work) -> Told:
    shown: list[str] = []
    deps = AgentDeps(runner=work.runner, recorder=work.recorder, deidentifier=work.gate)
    outcome = await deps.ask_or_stand_in(
        answer_step(), Question(text=given.question), tools=[LOOKUP], history=given.said, on_words=shown.append
    )
    problem = outcome.problem()
    return Told(
        text=outcome.output or "",
        said=list(outcome.said),
        shown="".join(shown),
        looked_up=[call.tool for call in outcome.tool_calls if call.status == "success"],
        minds={"answer": outcome.mind},
        problems=[problem] if problem else [],
    )


TALK = Capability(
    name="talk",
    input_type=Talk,
    output_type=Told,
    run=_talk,
    compare=cast("Any", lambda before, after: None),
    outcome=lambda output: output.text,
)
LOOK = Calls([("lookup", {"term": "gout"})])


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with registered(TALK):
        yield


@asynccontextmanager
async def mind(protocol: Protocol | None, *script: Move) -> AsyncIterator[Settings]:
    if protocol is None:
        yield Settings()
        return
    async with ModelServer(*script) as server:
        yield Settings.model_validate({"models": server.settings(protocol, retries=0, output_retries=0)})


@pytest.mark.parametrize("protocol", [None, "openai-chat", "anthropic"])
async def test_two_turns_are_recorded_and_replayed(protocol: Protocol | None) -> None:
    async with mind(protocol, LOOK, Says("It is about gout."), LOOK, Says("Still about gout.")) as settings:
        first = await start(TALK, Talk(question="gout"), minds=Minds(settings))
        second = await start(TALK, Talk(question="gout", said=first.said), minds=Minds(settings))
    for turn in (first, second):
        assert turn.status == "complete", turn.problems
        assert turn.text == turn.shown
        assert turn.looked_up == ["lookup"]
    expected = ("Turn 2. about gout", 0) if protocol is None else ("Still about gout.", 2)
    assert (second.text, second.usage.requests) == expected
    assert second.minds == {"answer": "offline" if protocol is None else f"{protocol}:test-model"}
    assert [said.role for said in second.said] == ["user", "assistant"] * 2
    assert second.said[1].text == first.text
    # The server is gone by now: what the minds said then is all that is asked.
    for turn in (first, second):
        stored = open_store().get(turn.run_id or "")
        assert stored.result == turn.model_dump(mode="json")
        assert (await replay_run(stored)).same_result


@pytest.mark.parametrize("protocol", ["openai-chat", "anthropic"])
async def test_where_the_model_fails_the_offline_mind_goes_on_with_the_conversation(protocol: Protocol) -> None:
    before = [Said(role="user", text="fever"), Said(role="assistant", text="Turn 1. about fever")]
    async with mind(protocol, Answer(404, {"error": {"message": "no such model"}})) as settings:
        told = await start(TALK, Talk(question="gout", said=before), minds=Minds(settings))
    assert (told.status, told.text, told.minds) == ("partial", "Turn 2. about gout", {"answer": "offline"})
    assert [said.text for said in told.said[:2]] == ["fever", "Turn 1. about fever"]
    assert {problem.code for problem in told.problems} == {"model.unknown"}
    assert (await replay_run(open_store().get(told.run_id or ""))).same_result
