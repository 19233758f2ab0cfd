"""Each way in which a model can fail has its own name, and none of them is a bug of ours."""

from __future__ import annotations

from typing import Any

import pytest

from osler.config import Settings
from osler.core.agents import Runner, StepOutcome
from osler.core.agents.example import Allergy, Note, find_allergies
from tests.core.outside.fake_clock import FakeClock
from tests.servers.http import Answer, Hang
from tests.servers.models import Calls, ModelServer, Move, Protocol, Says

NOTE = Note(text="She is allergic to penicillin.")
GOOD = Calls([("final_result", {"response": [{"quote": "penicillin"}]})])


async def run(protocol: Protocol, *script: Move, **models: Any) -> tuple[StepOutcome[list[Allergy]], ModelServer]:
    async with ModelServer(*script) as server:
        settings = Settings.model_validate({"models": server.settings(protocol, **{"retries": 1, **models})})
        async with Runner(settings, clock=FakeClock()) as runner:
            return await runner.run(find_allergies(), NOTE), server


PROTOCOLS: list[Protocol] = ["openai-chat", "anthropic", "google"]
every_protocol = pytest.mark.parametrize("protocol", PROTOCOLS)


@every_protocol
async def test_a_429_is_a_rate_limit_even_if_its_body_speaks_of_tools(protocol: Protocol) -> None:
    busy = Answer(429, {"error": {"message": "too many tool calls a minute", "type": "rate_limit_error"}})
    outcome, server = await run(protocol, busy)
    assert (outcome.status, outcome.failure) == ("unavailable", "service.rate_limited")
    assert len(server.received) == 2
    assert all("final_result" in text for text in server.texts()), "it was asked again as before, with tools"


@every_protocol
@pytest.mark.parametrize(
    ("status", "code", "said"),
    [
        (401, "service.key_refused", "refused the credentials"),
        (403, "service.key_refused", "refused the credentials"),
        (404, "model.unknown", "not known at its address"),
    ],
)
async def test_a_refused_key_and_an_unknown_model_have_names_and_are_asked_once(
    protocol: Protocol, status: int, code: str, said: str
) -> None:
    outcome, server = await run(protocol, Answer(status, {"error": {"message": "no", "type": "error"}}))
    assert (outcome.status, outcome.failure) == ("unavailable", code)
    assert said in (outcome.error.message if outcome.error else "")
    assert len(server.received) == 1


@every_protocol
async def test_no_answer_in_time(protocol: Protocol) -> None:
    outcome, _ = await run(protocol, Hang(), timeout_seconds=0.2, retries=0)
    assert (outcome.status, outcome.failure) == ("unavailable", "service.timed_out")


@every_protocol
@pytest.mark.parametrize(
    "body",
    [
        {"choices": [], "candidates": [], "content": []},
        {"choices": None},
        {"choices": [{"message": "words"}], "content": "words", "candidates": "words"},
        {"unexpected": True},
        [],
        "text",
        None,
    ],
)
async def test_a_reply_of_another_shape_is_a_failure_of_the_service(protocol: Protocol, body: Any) -> None:
    outcome, _ = await run(protocol, Answer(200, body), output_retries=0)
    assert outcome.output is None
    assert outcome.failure == "model.unreadable"
    assert outcome.usage.parse_failures == outcome.usage.requests > 0


@every_protocol
async def test_a_reply_that_stays_unreadable(protocol: Protocol) -> None:
    outcome, _ = await run(protocol, Says("I would rather chat."), output_retries=1)
    assert (outcome.status, outcome.failure) == ("failed", "model.unreadable")
    assert outcome.usage.parse_failures == 2
    assert outcome.usage.requests == 2


CUT_OFF = '[{"quote": "penici'


@pytest.mark.parametrize(
    ("protocol", "body"),
    [
        (
            "openai-chat",
            {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": "m",
                "choices": [
                    {"index": 0, "finish_reason": "length", "message": {"role": "assistant", "content": CUT_OFF}}
                ],
                "usage": {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14},
            },
        ),
        (
            "anthropic",
            {
                "id": "1",
                "type": "message",
                "role": "assistant",
                "model": "m",
                "content": [{"type": "text", "text": CUT_OFF}],
                "stop_reason": "max_tokens",
                "usage": {"input_tokens": 9, "output_tokens": 5},
            },
        ),
    ],
)
async def test_a_reply_that_was_cut_off_at_its_limit_is_unreadable(protocol: Protocol, body: Any) -> None:
    outcome, _ = await run(protocol, Answer(200, body), output_retries=0)
    assert (outcome.output, outcome.failure) == (None, "model.unreadable")


@every_protocol
async def test_a_server_that_fails_is_asked_again_and_then_is_a_failed_service(protocol: Protocol) -> None:
    outcome, server = await run(protocol, Answer(500, {"error": {"message": "internal"}}))
    assert (outcome.status, outcome.failure) == ("unavailable", "service")
    assert len(server.received) == 2


async def test_too_much_text() -> None:
    message = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."
    refused = Answer(400, {"error": {"message": message, "code": "context_length_exceeded"}})
    outcome, server = await run("openai-chat", refused)
    assert (outcome.status, outcome.failure) == ("unavailable", "model.context_too_long")
    assert len(server.received) == 1


async def test_a_refusal_of_the_content_filter() -> None:
    choice = {"index": 0, "finish_reason": "content_filter", "message": {"role": "assistant", "content": ""}}
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    outcome, _ = await run("openai-chat", Answer(200, body))
    assert (outcome.status, outcome.failure) == ("unavailable", "model.refused")


@pytest.mark.parametrize(
    "words",
    ["I'm sorry, but I can't assist with that.", "As an AI, I am unable to read medical records.", "I cannot do so."],
)
async def test_a_refusal_in_words_is_one_and_is_not_asked_again(words: str) -> None:
    outcome, server = await run("openai-chat", Says(words))
    assert (outcome.status, outcome.failure) == ("unavailable", "model.refused")
    assert len(server.received) == 1


async def test_a_refusal_in_anthropics_words() -> None:
    body: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "stop_reason": "refusal",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    outcome, _ = await run("anthropic", Answer(200, body))
    assert (outcome.status, outcome.failure) == ("unavailable", "model.refused")


async def test_retries_and_parse_failures_are_in_the_usage() -> None:
    broken = Answer(500, {"error": {"message": "broken"}})
    outcome, _ = await run("openai-chat", broken, Says("no JSON"), GOOD)
    assert outcome.status == "ok"
    usage = outcome.usage
    assert (usage.requests, usage.retries, usage.parse_failures) == (3, 1, 1)
    assert (usage.input_tokens, usage.output_tokens, usage.cost_usd) == (22, 14, 0.0)
