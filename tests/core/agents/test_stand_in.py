"""The offline answer in place of a model's, and the two compared item by item."""

from __future__ import annotations

import pytest

from osler.config import Settings
from osler.core.agents import AgentDeps, Difference, Runner, Settled, differences, settle
from osler.core.runs import MemoryRecorder
from tests.core.agents.scripted import Script, final
from tests.core.agents.toy import SEARCH, Chart, coder

CHART = Chart(note="Fever and seizure.")


def deps(script: Script, recorder: MemoryRecorder | None = None) -> AgentDeps:
    return AgentDeps(runner=Runner(models={"reasoning": script.handle()}), recorder=recorder or MemoryRecorder())


@pytest.mark.parametrize("reply", ["not JSON at all", final(("Fever", "HP:9999999"))])
async def test_a_model_without_an_answer_is_stood_in_for_and_named(reply: str) -> None:
    recorder = MemoryRecorder()
    outcome = await deps(Script(reply), recorder).ask_or_stand_in(coder(), CHART, tools=[SEARCH])
    assert (outcome.status, outcome.mind, outcome.stands_in_for) == ("ok", "offline", "scripted")
    assert len(outcome.unwrap().findings) == 2
    assert outcome.reason
    assert outcome.usage.requests > 0
    (event,) = [event for event in recorder.detail.events if event.kind == "stand_in"]
    assert event.data["mind"] == "scripted"


async def test_an_empty_answer_is_stood_in_for_only_where_the_offline_one_is_not_empty() -> None:
    def nothing(coded: object) -> bool:
        return not getattr(coded, "findings", None)

    found = await deps(Script(final())).ask_or_stand_in(coder(), CHART, tools=[SEARCH], is_empty=nothing)
    assert (found.mind, found.stands_in_for) == ("offline", "scripted")
    neither = await deps(Script(final())).ask_or_stand_in(
        coder(), Chart(note="Well."), tools=[SEARCH], is_empty=nothing
    )
    assert (neither.mind, neither.stands_in_for) == ("scripted", "")


async def test_an_answer_stays() -> None:
    script = Script([("search", {"term": "fever"})], final(("Fever", "HP:0001945")))
    outcome = await deps(script).ask_or_stand_in(coder(), CHART, tools=[SEARCH])
    assert (outcome.mind, outcome.stands_in_for) == ("scripted", "")


def test_item_by_item() -> None:
    model = {"a": ["fever"], "b": [], "d": []}
    offline = {"a": ["cough"], "b": ["cough"], "c": ["rash"], "d": []}
    settled = settle("abcde", model, offline, {"c": "timed out", "e": "refused"})
    assert settled == [
        Settled("a", ["fever"]),
        Settled("b", ["cough"], stands_in="the model found nothing where the offline mind did"),
        Settled("c", ["rash"], stands_in="timed out"),
    ]


def test_differences_are_by_name() -> None:
    assert differences("c1", {"x": "1", "y": "2"}, {"x": "1", "y": "3", "z": "4"}) == [
        Difference(item="c1", about="y", model="2", offline="3"),
        Difference(item="c1", about="z", model="nothing", offline="4"),
    ]


async def test_a_model_without_a_key_is_stood_in_for_and_told() -> None:
    settings = Settings.model_validate(
        {"models": {"reasoning": {"model": "anthropic:claude-sonnet-4-5"}}, "privacy": {"allow_hosted": True}}
    )
    asked = AgentDeps(runner=Runner(settings), recorder=MemoryRecorder())
    outcome = await asked.ask_or_stand_in(coder(), CHART, tools=[SEARCH])
    assert (outcome.status, outcome.mind, outcome.failure) == ("ok", "offline", "model.no_key")
    (told,) = asked.runner.unanswered()
    assert (told.code, told.level) == ("model.no_key", "error")
    assert "ANTHROPIC_API_KEY" in told.mend


async def test_a_configured_model_that_may_not_be_used_is_not_passed_over_in_silence() -> None:
    fast = {"model": "openai-chat:m", "base_url": "http://127.0.0.1:1/v1"}
    asked = AgentDeps(runner=Runner(Settings.model_validate({"models": {"fast": fast}})), recorder=MemoryRecorder())
    assert (await asked.ask(coder(), CHART, tools=[SEARCH])).mind == "offline"
    (told,) = asked.runner.unanswered()
    assert told.code == "model.passed_over"
    assert "openai-chat:m was not asked in the role 'reasoning'" in told.message
    pinned = Settings.model_validate({"models": {"fast": fast, "reasoning": {"model": "offline"}}})
    asked = AgentDeps(runner=Runner(pinned), recorder=MemoryRecorder())
    await asked.ask(coder(), CHART, tools=[SEARCH])
    assert asked.runner.unanswered() == []
