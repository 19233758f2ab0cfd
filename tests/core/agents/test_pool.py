"""Model connections are shared by all who are configured alike, and closed when the last of them leaves."""

from __future__ import annotations

import asyncio

from osler.config import RoleSettings, Settings
from osler.core.agents import Runner
from osler.core.agents.example import Note, find_allergies
from osler.core.agents.minds.pool import ModelPool, pool
from tests.servers.models import Calls, ModelServer

MIND = RoleSettings(model="openai-chat:m", base_url="http://127.0.0.1:9/v1", local=True)
GOOD = Calls([("final_result", {"response": [{"quote": "penicillin"}]})])


async def test_who_is_configured_alike_shares_and_who_is_not_does_not() -> None:
    own = ModelPool()
    own.enter()
    first = own.get(MIND, Settings())
    assert own.get(MIND.model_copy(), Settings()) is first
    assert own.get(MIND.model_copy(update={"base_url": "http://127.0.0.1:8/v1"}), Settings()) is not first
    assert own.get(MIND, Settings.model_validate({"models": {"timeout_seconds": 5}})) is not first
    await own.leave()
    assert first.client is not None
    assert first.client.is_closed


async def test_the_last_to_leave_closes() -> None:
    own = ModelPool()
    own.enter()
    own.enter()
    handle = own.get(MIND, Settings())
    await own.leave()
    assert handle.client is not None
    assert not handle.client.is_closed
    await own.leave()
    assert handle.client.is_closed


async def test_two_runners_use_one_connection() -> None:
    note = Note(text="She is allergic to penicillin.")
    async with ModelServer(GOOD) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat")})
        async with Runner(settings) as first:
            await first.run(find_allergies(), note)
            async with Runner(settings) as second:
                await second.run(find_allergies(), note)
                assert pool.get(settings.models.fast, settings) is pool.get(settings.models.reasoning, settings)
            await first.run(find_allergies(), note)
        assert len(server.received) == 3
        assert server.connections == 1


def test_one_event_loop_after_another() -> None:
    async def once() -> str:
        async with ModelServer(GOOD) as server:
            settings = Settings.model_validate({"models": server.settings("openai-chat")})
            async with Runner(settings) as runner:
                return (await runner.run(find_allergies(), Note(text="She is allergic to penicillin."))).status

    assert [asyncio.run(once()) for _ in range(2)] == ["ok", "ok"]


async def test_connections_wait_for_the_next_run_where_the_loop_goes_on() -> None:
    own = ModelPool()
    own.linger(60.0)
    own.enter()
    handle = own.get(MIND, Settings())
    await own.leave()
    own.enter()
    assert own.get(MIND, Settings()) is handle
    assert handle.client is not None
    assert not handle.client.is_closed


async def test_and_are_closed_when_nobody_came() -> None:
    own = ModelPool()
    own.linger(1e-9)
    own.enter()
    handle = own.get(MIND, Settings())
    await own.leave()
    assert handle.client is not None
    for _ in range(100):
        await asyncio.sleep(0)
    assert handle.client.is_closed


def test_one_run_after_another_uses_one_connection() -> None:
    import osler

    async def serve() -> list[int]:
        async with ModelServer(GOOD) as server:
            settings = Settings.model_validate({"models": server.settings("openai-chat")})
            opened = []
            for _ in range(3):
                await osler.ground("History of stroke", settings=settings, record=False)
                opened.append(server.connections)
            assert len(server.received) > 2
            return opened

    opened = asyncio.run(serve())
    assert set(opened) == {opened[0]}


def test_runs_side_by_side_share_the_connections_and_the_limit() -> None:
    """With one request at a time, four runs on loops of their own need one connection."""
    import osler

    async def serve() -> tuple[int, int]:
        async with ModelServer(GOOD) as server:
            settings = Settings.model_validate({"models": server.settings("openai-chat", max_concurrency=1)})
            texts = ("History of stroke", "Use of warfarin", "Type 2 diabetes", "Pregnancy")
            await asyncio.gather(*(osler.ground(text, settings=settings, record=False) for text in texts))
            return len(server.received), server.connections

    requests, connections = asyncio.run(serve())
    assert requests >= 4
    assert connections == 1
