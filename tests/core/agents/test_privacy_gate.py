"""Nothing leaves this machine unless it may, and then only through the gate."""

from __future__ import annotations

import re

import pytest

from osler.config import RoleSettings, Settings
from osler.core.agents import Runner, Tool
from osler.core.agents.minds.models import build_model, key_of
from osler.core.privacy import Deidentifier, KnownIdentifiers
from osler.core.runs import MemoryRecorder
from osler.errors import KeyMissing, PrivacyBlocked
from tests.core.agents.scripted import Script
from tests.core.agents.toy import Chart, coder
from tests.servers.models import Calls, ModelServer

NAME = "Katarzyna Wiśniewska"
KNOWN = KnownIdentifiers(names=[NAME])
_SURROGATE = re.compile(r"\[NAME-1-[A-Z]+\]")


def surrogate(told: str) -> str:
    match = _SURROGATE.search(told)
    assert match, "the model was told no surrogate"
    return match[0]


@pytest.mark.parametrize("model", ["anthropic:claude-sonnet-5", "google:gemini-3", "openai-chat:gpt-6"])
class TestRefusal:
    def test_a_hosted_model_is_refused(self, model: str) -> None:
        with pytest.raises(PrivacyBlocked, match="not declared local"):
            build_model(RoleSettings(model=model), Settings())

    @pytest.mark.parametrize("url", ["http://localhost.example.org/v1", "http://127.0.0.1:9/v1"])
    def test_so_is_one_that_nobody_declared_local_whatever_its_address(self, model: str, url: str) -> None:
        with pytest.raises(PrivacyBlocked):
            build_model(RoleSettings(model=model, base_url=url), Settings())

    def test_an_allowed_one_needs_its_key(self, model: str) -> None:
        with pytest.raises(KeyMissing, match="there is no key"):
            build_model(RoleSettings(model=model), Settings.model_validate({"privacy": {"allow_hosted": True}}))

    async def test_a_declared_one_is_not_hosted_and_gets_no_key(self, model: str) -> None:
        mind = RoleSettings(model=model, base_url="http://127.0.0.1:9/v1", local=True)
        keys = {"anthropic_api_key": "sk-a", "google_api_key": "sk-g", "openai_api_key": "sk-o"}
        settings = Settings.model_validate({"models": keys})
        handle = build_model(mind, settings)
        assert not handle.hosted
        assert key_of(mind, settings) == "none"
        await handle.close()


async def test_the_runner_raises_the_refusal_and_does_not_call_it_unavailable() -> None:
    settings = Settings.model_validate({"models": {"reasoning": {"model": "anthropic:claude-sonnet-5"}}})
    with pytest.raises(PrivacyBlocked):
        await Runner(settings).run(coder(tools=()), Chart(note="x"))


async def test_without_a_gate_of_the_case_the_patterns_still_hold() -> None:
    script = Script([("final_result", {"findings": []})])
    runner = Runner(models={"reasoning": script.handle(hosted=True)})
    await runner.run(coder(tools=()), Chart(note="Reach her at jane.roe@example.org."))
    assert "jane.roe" not in repr(script.seen)
    assert "[EMAIL-1-" in repr(script.seen)


async def test_every_part_sent_is_scrubbed_and_every_part_received_restored() -> None:
    terms: list[str] = []

    def search(term: str) -> list[dict[str, str]]:
        """Find codes."""
        terms.append(term)
        return [{"code": "HP:0001945", "about": NAME}]

    script = Script(
        lambda told: [("search", {"term": f"fever of {surrogate(told)}"})],
        "not JSON",
        lambda told: [("final_result", {"findings": [{"quote": f"fever of {surrogate(told)}", "code": "HP:0001945"}]})],
    )
    recorder = MemoryRecorder()
    runner = Runner(models={"reasoning": script.handle(hosted=True)})
    outcome = await runner.run(
        coder(),
        Chart(note=f"fever of {NAME}", hints=[NAME]),
        tools=[Tool(search)],
        recorder=recorder,
        deidentifier=Deidentifier(KNOWN),
    )
    assert outcome.unwrap().findings[0].quote == f"fever of {NAME}"
    assert terms == [f"fever of {NAME}"]
    for messages in script.seen:
        assert "Katarzyna" not in repr(messages)
    assert surrogate(script.tool_returns()[0])
    (counted,) = [event for event in recorder.detail.events if event.kind == "deidentified"]
    assert counted.data == {"counts": {"NAME": 3}}


async def test_a_gate_shared_by_steps_is_counted_once_a_step() -> None:
    gate, recorder = Deidentifier(KNOWN), MemoryRecorder()
    runner = Runner(models={"reasoning": Script([("final_result", {"findings": []})]).handle(hosted=True)})
    for _ in range(2):
        await runner.run(coder(tools=()), Chart(note=NAME), recorder=recorder, deidentifier=gate)
    counts = [event.data["counts"] for event in recorder.detail.events if event.kind == "deidentified"]
    assert counts == [{"NAME": 1}, {"NAME": 1}]


async def test_on_the_wire_a_server_on_loopback_is_hosted_unless_declared() -> None:
    async with ModelServer(Calls([("final_result", {"findings": []})])) as server:
        settings = Settings.model_validate(
            {
                "models": server.settings("openai-chat", local=False, openai_api_key="k"),
                "privacy": {"allow_hosted": True},
                "budget": {"cost_usd": "none"},
            }
        )
        async with Runner(settings) as runner:
            await runner.run(coder(tools=()), Chart(note=NAME), deidentifier=Deidentifier(KNOWN))
    (told,) = server.texts()
    assert "Katarzyna" not in told
    assert surrogate(told)


async def test_the_gate_is_not_used_on_loopback_or_when_switched_off() -> None:
    for hosted, deidentify in ((False, True), (True, False)):
        script = Script([("final_result", {"findings": []})])
        settings = Settings.model_validate({"privacy": {"deidentify": deidentify}})
        runner = Runner(settings, models={"reasoning": script.handle(hosted=hosted)})
        await runner.run(coder(tools=()), Chart(note=NAME), deidentifier=Deidentifier(KNOWN))
        assert re.search(NAME, repr(script.seen))


def test_a_loopback_client_takes_no_proxy_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.example.org:3128")
    monkeypatch.setenv("ALL_PROXY", "http://proxy.example.org:3128")
    mind = RoleSettings(model="openai-chat:m", base_url="http://127.0.0.1:9/v1", local=True)
    handle = build_model(mind, Settings())
    assert handle.client is not None
    assert not handle.client.trust_env
    assert not handle.client.follow_redirects
