"""`osler doctor` asks every configured model, and says what is wrong with one that does not answer as it should."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from pydantic_ai import direct

from osler.config import Settings
from osler.core.agents import probe
from osler.surfaces.health import Check, examine
from tests.servers.http import Answer
from tests.servers.models import Calls, ModelServer, Move, Protocol, Says

ONE = Calls([("final_result", {"number": 1})])


async def models(move: Move, protocol: Protocol = "openai-chat", *, network: bool = True, **role: Any) -> list[Check]:
    async with ModelServer(move) as server:
        settings = Settings.model_validate({"models": {"fast": server.role(protocol, **role)}})
        checks = await asyncio.to_thread(examine, settings, network=network)
        assert len(server.received) <= (2 if network else 0), (
            "one short request, and one in words where there are no tools"
        )
    return [check for check in checks if check.area == "models"]


@pytest.mark.parametrize("protocol", ["openai-chat", "anthropic", "google"])
async def test_a_model_that_answers(protocol: Protocol) -> None:
    fast, reasoning, medical = await models(ONE, protocol)
    assert fast.verdict == reasoning.verdict == medical.verdict == "ok"
    assert "calls tools, gives typed output" in fast.detail
    assert " ms" in fast.detail
    assert "as fast" in medical.detail


async def test_a_dead_port_is_no_ok() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
    settings = Settings.model_validate({"models": {"fast": {"model": "openai-chat:m", "base_url": url, "local": True}}})
    fast = next(check for check in await asyncio.to_thread(examine, settings) if check.area == "models")
    assert fast.verdict == "error"
    assert url in fast.detail
    assert "base_url" in fast.mend


@pytest.mark.parametrize("protocol", ["openai-chat", "anthropic"])
async def test_a_server_that_hangs_up_is_there(protocol: str) -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        role = {"model": f"{protocol}:m", "base_url": url, "local": True}
        settings = Settings.model_validate({"models": {"fast": role}})
        fast = next(check for check in await asyncio.to_thread(examine, settings) if check.area == "models")
    assert fast.verdict == "error"
    assert "closed the connection before it answered" in fast.detail
    assert "start the server" not in fast.mend


@pytest.mark.parametrize("answer", [Answer(500, {"error": "x"}), Answer(200, {"choices": []})])
async def test_who_answers_is_not_told_to_be_started(answer: Answer) -> None:
    fast, *_ = await models(answer)
    assert "start the server" not in fast.mend


@pytest.mark.parametrize(
    ("move", "verdict", "said"),
    [
        (Answer(401, {"error": {"message": "no"}}), "error", "refused the credentials"),
        (
            Answer(404, {"error": {"message": "the model `m` does not exist", "code": "model_not_found"}}),
            "error",
            "not known",
        ),
        (Answer(429, {"error": {"message": "busy"}}), "error", "HTTP 429"),
        (Answer(200, {"choices": []}), "error", "unusable reply"),
        (Says("One."), "warning", "gives no typed output"),
        (Calls([("final_result", {})]), "warning", "calls tools, gives no typed output"),
        (Says('{"answer": 1}'), "warning", "gives no typed output"),
    ],
)
async def test_what_may_be_wrong_with_one(move: Move, verdict: str, said: str) -> None:
    fast, *_ = await models(move)
    assert fast.verdict == verdict
    assert said in fast.detail
    assert fast.mend


async def test_a_model_without_tools_is_asked_in_words() -> None:
    fast, *_ = await models(Says('{"number": 1}'), name="gemma-x")
    assert fast.verdict == "ok"
    assert "was offered no tools, gives typed output" in fast.detail


async def test_a_busy_server_is_not_told_to_start() -> None:
    fast, *_ = await models(Answer(429, {"error": {"message": "tools: slow down"}}))
    assert "wait" in fast.mend
    assert "start the server" not in fast.mend


async def test_a_client_library_that_loads_slowly_is_no_slow_model(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, asked = asyncio.get_running_loop(), direct.model_request
    real, loading = loop.time, 0.0

    async def slow(*given: Any, **options: Any) -> Any:
        nonlocal loading
        loading = 1000.0
        for _ in range(3):  # whatever was due by now comes first
            await asyncio.sleep(0)
        return await asked(*given, **options)

    monkeypatch.setattr(loop, "time", lambda: real() + loading)
    monkeypatch.setattr(direct, "model_request", slow)
    async with ModelServer(ONE) as server:
        settings = Settings.model_validate({"models": {"fast": server.role("openai-chat")}})
        assert (await probe(settings.models.fast, settings)).typed


async def test_a_model_that_already_answers_in_words_is_not_told_to() -> None:
    fast, *_ = await models(Says("One."), structure="prompted")
    assert fast.verdict == "warning"
    assert fast.mend
    assert "prompted" not in fast.mend


async def test_nobody_is_asked_without_network() -> None:
    fast, *_ = await models(ONE, network=False)
    assert (fast.verdict, fast.detail) == ("ok", "openai-chat:test-model, local: not asked")


def test_a_hosted_model_that_is_not_allowed_or_has_no_price_is_an_error_before_it_is_asked() -> None:
    refused = Settings.model_validate({"models": {"fast": {"model": "anthropic:claude-sonnet-4-5"}}})
    unpriced = Settings.model_validate(
        {
            "models": {"fast": {"model": "openai-chat:nobody-knows"}, "openai_api_key": "k"},
            "privacy": {"allow_hosted": True},
        }
    )
    for settings, said in ((refused, "not declared local"), (unpriced, "price is not known")):
        fast = next(check for check in examine(settings) if check.area == "models" and check.name == "fast")
        assert fast.verdict == "error"
        assert said in fast.detail


async def test_a_local_server_that_wants_a_key_is_told_of_as_one_that_is_sent_none() -> None:
    fast, *_ = await models(Answer(401, {"error": {"message": "no"}}))
    assert "declared local is sent no API key" in fast.mend


async def test_a_model_that_refuses_is_no_matter_of_its_structure() -> None:
    fast, *_ = await models(Says("I'm sorry, but I can't help with that."))
    assert (fast.verdict, "refused to answer" in fast.detail) == ("error", True)
    assert "structure" not in fast.mend
