"""Steps through the real client libraries, against a server on loopback that speaks each protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from osler.config import Settings
from osler.core.agents import Runner, StepOutcome
from osler.core.agents.example import Allergy, Note, find_allergies
from osler.core.runs import MemoryRecorder
from tests.core.agents.toy import SEARCH, Chart, coder
from tests.core.outside.fake_clock import FakeClock
from tests.servers.http import Answer, Hang, HangUp, Held, Received
from tests.servers.models import Calls, ModelServer, Move, Protocol, Says, protocol_of

PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)
NOTE = Note(text="He is allergic to penicillin.")
GOOD = Calls([("final_result", {"response": [{"quote": "penicillin"}]})])
TEXT = '[{"quote": "penicillin"}]'


class Result:
    """One step against one server: what came of it and what the server saw."""

    def __init__(
        self, outcome: StepOutcome[list[Allergy]], server: ModelServer, clock: FakeClock, recorder: MemoryRecorder
    ) -> None:
        self.outcome = outcome
        self.server = server
        self.clock = clock
        self.recorder = recorder

    @property
    def quotes(self) -> list[str]:
        return [allergy.quote for allergy in self.outcome.output or []]


async def run(protocol: Protocol, *script: Move, name: str = "test-model", **models: Any) -> Result:
    clock, recorder = FakeClock(), MemoryRecorder()
    async with ModelServer(*script) as server:
        settings = Settings.model_validate({"models": server.settings(protocol, name, **models)})
        async with Runner(settings, clock=clock) as runner:
            outcome = await runner.run(find_allergies(), NOTE, recorder=recorder)
    return Result(outcome, server, clock, recorder)


@pytest.mark.parametrize("protocol", PROTOCOLS)
class TestEveryProtocol:
    async def test_good_reply(self, protocol: Protocol) -> None:
        result = await run(protocol, GOOD)
        assert result.outcome.status == "ok"
        assert result.quotes == ["penicillin"]
        assert result.outcome.usage.requests == 1
        assert (result.outcome.usage.input_tokens, result.outcome.usage.output_tokens) == (11, 7)
        assert protocol_of(result.server.received[0]) == protocol

    async def test_tool_call_and_its_result(self, protocol: Protocol) -> None:
        found = {"findings": [{"quote": "Fever", "code": "HP:0001945"}]}
        script = (
            Calls([("search", {"term": "fever"}), ("search", {"term": "seizure"})]),
            Calls([("final_result", found)]),
        )
        async with ModelServer(*script) as server:
            settings = Settings.model_validate({"models": server.settings(protocol)})
            async with Runner(settings) as runner:
                outcome = await runner.run(coder(), Chart(note="Fever."), tools=[SEARCH])
        assert outcome.status == "ok"
        assert [call.status for call in outcome.tool_calls] == ["success", "success"]
        assert outcome.tool_states["search"].status == "success"
        first, second = server.texts()
        assert "Find codes for a term." in first
        assert "HP:0001945" not in first
        assert "HP:0001945" in second
        assert "HP:0001250" in second

    async def test_no_word_of_the_note_reaches_a_log(
        self, protocol: Protocol, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level("DEBUG")
        broken = Answer(500, {"error": {"message": "penicillin"}})
        await run(protocol, broken, Says("penicillin"), GOOD)
        assert "penicillin" not in caplog.text.lower()

    async def test_fenced_json(self, protocol: Protocol) -> None:
        result = await run(protocol, Says(f"Here it is:\n```json\n{TEXT}\n```\nAnything else?"))
        assert result.quotes == ["penicillin"]

    async def test_malformed_json_is_corrected_with_the_error(self, protocol: Protocol) -> None:
        result = await run(protocol, Says('[{"quote": "penicillin"'), GOOD)
        assert result.quotes == ["penicillin"]
        assert len(result.server.received) == 2
        assert "could not be used" in result.server.texts()[1]

    async def test_malformed_json_for_good_is_a_typed_failure_with_the_reply_in_the_trace(
        self, protocol: Protocol
    ) -> None:
        result = await run(protocol, Says("I would rather chat about XYZZY."), output_retries=1)
        assert result.outcome.status == "failed"
        assert result.outcome.output is None
        assert "XYZZY" not in result.outcome.reason
        assert len(result.server.received) == 2
        assert "XYZZY" in result.recorder.detail.model_dump_json()

    async def test_429_waits_as_long_as_asked(self, protocol: Protocol) -> None:
        busy = Answer(429, {"error": {"message": "busy", "type": "rate_limit_error"}}, {"retry-after": "7"})
        result = await run(protocol, busy, GOOD)
        assert result.quotes == ["penicillin"]
        assert result.clock.slept == [7.0]
        assert result.outcome.usage.requests == 2

    async def test_500_is_retried_with_growing_jittered_waits(self, protocol: Protocol) -> None:
        broken = Answer(500, {"error": {"message": "broken", "type": "api_error"}})
        result = await run(protocol, broken, broken, GOOD)
        assert result.quotes == ["penicillin"]
        first, second = result.clock.slept
        assert 0.25 <= first <= 0.5 <= second <= 1.0

    async def test_500_for_good_is_unavailable_after_our_retries_and_no_others(self, protocol: Protocol) -> None:
        result = await run(protocol, Answer(500, {"error": {"message": "broken"}}), retries=2)
        assert result.outcome.status == "unavailable"
        assert len(result.server.received) == 3
        assert result.outcome.usage.requests == 3

    @pytest.mark.slow
    async def test_slow_server_times_out(self, protocol: Protocol) -> None:
        # A busy machine may need several attempts: it takes as long over a good answer as over its first imports.
        result = await run(protocol, Hang(), GOOD, timeout_seconds=0.3, retries=8)
        assert result.quotes == ["penicillin"]
        assert result.outcome.usage.requests >= 2

    async def test_dropped_connection_is_retried(self, protocol: Protocol) -> None:
        result = await run(protocol, HangUp(), GOOD)
        assert result.quotes == ["penicillin"]
        assert result.outcome.usage.requests == 2

    async def test_400_is_not_retried(self, protocol: Protocol) -> None:
        refused = Answer(400, {"error": {"message": "penicillin?", "type": "invalid_request_error"}})
        result = await run(protocol, refused)
        assert result.outcome.status == "unavailable"
        assert len(result.server.received) == 1
        assert "penicillin" not in result.outcome.reason

    async def test_body_that_is_no_json_is_retried(self, protocol: Protocol) -> None:
        result = await run(protocol, Answer(200, b"<html>gateway</html>"), GOOD)
        assert result.quotes == ["penicillin"]

    async def test_unsupported_quote_is_taken_out_and_shown(self, protocol: Protocol) -> None:
        result = await run(
            protocol, Calls([("final_result", {"response": [{"quote": "latex"}, {"quote": "penicillin"}]})])
        )
        assert result.quotes == ["penicillin"]
        assert [rejection.path for rejection in result.outcome.rejected] == ["allergies[0]"]


async def test_gemma_has_no_system_role_no_tools_and_is_asked_in_words() -> None:
    result = await run("openai-chat", Says(f"```json\n{TEXT}\n```"), name="google/medgemma-4b-it")
    assert result.quotes == ["penicillin"]
    body = result.server.received[0].json()
    assert [message["role"] for message in body["messages"]] == ["user"]
    assert "You read clinical notes" in body["messages"][0]["content"]
    assert "JSON Schema" in body["messages"][0]["content"]
    assert not body.get("tools")


async def test_a_self_served_model_is_told_its_length_limit_in_the_old_way() -> None:
    async with ModelServer(Calls([("final_result", {"findings": []})])) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat")})
        async with Runner(settings) as runner:
            await runner.run(coder(), Chart(note="Fever."), tools=[SEARCH])
    assert server.received[0].json()["max_tokens"] == 500


async def test_a_server_that_knows_no_tools_is_asked_in_words() -> None:
    refused = Answer(400, {"error": {"message": "registry.example/medical:4b does not support tools"}})
    result = await run("openai-chat", refused, Says(TEXT))
    assert result.quotes == ["penicillin"]
    first, second = (request.json() for request in result.server.received)
    assert first["tools"]
    assert not second.get("tools")
    assert "JSON Schema" in second["messages"][0]["content"]
    assert [event.kind for event in result.recorder.detail.events].count("no_native_tools") == 1


async def test_that_turn_is_taken_again_in_a_replay(tmp_path: Path) -> None:
    refused = Answer(400, {"error": {"message": "does not support tools"}})
    async with ModelServer(refused, Says(TEXT)) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat")})
        async with Runner(settings, record=tmp_path) as runner:
            recorded = await runner.run(find_allergies(), NOTE)
    replayed = await Runner(settings, replay=tmp_path).run(find_allergies(), NOTE)
    assert recorded.output == replayed.output == [Allergy(quote="penicillin")]


async def test_a_reply_that_was_cut_off_is_told_so() -> None:
    cut = {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": "length", "message": {"role": "assistant", "content": '[{"quo'}}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }
    result = await run("openai-chat", Answer(200, cut), GOOD)
    assert result.quotes == ["penicillin"]
    assert "cut off at its length limit" in result.server.texts()[1]


async def test_circuit_opens_and_the_service_is_left_alone() -> None:
    clock = FakeClock()
    async with ModelServer(Answer(500, {"error": {}})) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat", retries=3)})
        async with Runner(settings, clock=clock) as runner:
            for _ in range(3):
                outcome = await runner.run(find_allergies(), NOTE)
                assert outcome.status == "unavailable"
        assert len(server.received) == 5


class KeyedServer(ModelServer):
    """Lets nobody in who does not show the key where the Anthropic protocol has it."""

    def respond(self, request: Received) -> Answer | Held | Hang | HangUp:
        if request.headers.get("x-api-key") != "sk-of-the-ward":
            return Answer(401, {"error": {"type": "authentication_error", "message": "x-api-key header is required"}})
        return super().respond(request)


async def test_the_key_reaches_a_gateway_of_the_anthropic_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARD_KEY", "sk-of-the-ward")
    async with KeyedServer(GOOD) as server:
        role = server.role("anthropic", key="WARD_KEY")
        settings = Settings.model_validate({"models": {"fast": role, "reasoning": role, "medical": role}})
        async with Runner(settings) as runner:
            outcome = await runner.run(find_allergies(), NOTE)
    assert outcome.status == "ok"
    assert [request.headers["authorization"] for request in server.received] == ["Bearer sk-of-the-ward"]
