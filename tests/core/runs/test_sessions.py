"""One contract for sessions, on SQLite, PostgreSQL and Redis; and the manager when its store is down."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from osler.config import load_settings
from osler.core.runs import SessionManager
from osler.core.runs.sessions import SessionStore, open_session_store
from osler.core.runs.sessions.sql import SqlSessions
from tests.core.runs.test_store import a_call
from tests.services import free_port

HOUR = timedelta(hours=1)


class Bench:
    """A store, and a way to let time pass for it."""

    def __init__(self, store: SessionStore, wait: Callable[[timedelta], None]) -> None:
        self.store = store
        self.wait = wait
        self.manager = SessionManager(lambda: store)


@pytest.fixture(params=["sqlite", "postgresql", "redis"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Bench:
    if request.param == "redis":
        return _redis_bench(request.getfixturevalue("redis_url"))
    sqlite = f"sqlite:///{tmp_path / 's.db'}"
    url = sqlite if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    clock = [datetime(2026, 1, 1, tzinfo=UTC)]

    def wait(passed: timedelta) -> None:
        clock[0] += passed

    return Bench(SqlSessions(url, HOUR, lambda: clock[0]), wait)


def _redis_bench(url: str) -> Bench:
    """Redis keeps its own time: what would pass is taken off every key's remaining time."""
    import redis

    client = redis.Redis.from_url(url)

    def wait(passed: timedelta) -> None:
        for key in client.scan_iter("*"):
            left = client.pttl(key)
            if left > 0:
                client.pexpire(key, max(0, left - int(passed.total_seconds() * 1000)))

    return Bench(open_session_store(url, HOUR), wait)


def test_a_session_keeps_what_an_analysis_puts_into_it(bench: Bench) -> None:
    manager = bench.manager
    manager.create_session("s1", {"free_text": "naïve \x00 note"})
    manager.log_tool_call("s1", a_call(0))
    manager.log_tool_call("s1", a_call(1))
    manager.set_context("s1", {"hpo": ["HP:0001250"]})
    manager.set_context("s1", {"hpo": ["HP:0001251"]})
    manager.set_output("s1", {"differential": []})

    assert [call.index for call in manager.get_tool_log("s1")] == [0, 1]
    assert manager.get_tool_log("s1")[0].arguments == {"terms": ["HP:0001250"]}
    assert manager.get_context("s1") == {"hpo": ["HP:0001251"]}
    assert manager.get_output("s1") == {"differential": []}
    assert bench.store.get("s1", "input") == {"free_text": "naïve \x00 note"}
    assert manager.get_context("s2") is None
    assert manager.get_tool_log("s2") == []


def test_a_session_created_again_begins_empty(bench: Bench) -> None:
    bench.manager.create_session("s1", {"n": 1})
    bench.manager.log_tool_call("s1", a_call())
    bench.manager.set_context("s1", {"old": True})
    bench.manager.create_session("s1", {"n": 2})
    assert bench.manager.get_tool_log("s1") == []
    assert bench.manager.get_context("s1") is None
    assert bench.store.get("s1", "input") == {"n": 2}


def test_the_working_context_lasts_an_hour_after_the_last_write(bench: Bench) -> None:
    manager = bench.manager
    manager.create_session("s1", {"n": 1})
    manager.log_tool_call("s1", a_call())
    bench.wait(timedelta(minutes=50))
    manager.set_context("s1", {"n": 1})
    bench.wait(timedelta(minutes=50))
    assert manager.get_context("s1") == {"n": 1}
    assert len(manager.get_tool_log("s1")) == 1
    bench.wait(timedelta(minutes=11))
    assert manager.get_context("s1") is None
    assert manager.get_tool_log("s1") == []
    assert manager.get_output("s1") is None


def test_a_write_after_the_end_does_not_bring_the_old_session_back(bench: Bench) -> None:
    bench.manager.create_session("s1", {"n": 1})
    bench.manager.log_tool_call("s1", a_call(0))
    bench.wait(timedelta(hours=2))
    bench.manager.log_tool_call("s1", a_call(7))
    assert [call.index for call in bench.manager.get_tool_log("s1")] == [7]
    assert bench.store.get("s1", "input") is None


def test_conversations_are_kept_until_they_are_deleted(bench: Bench) -> None:
    manager = bench.manager
    manager.add_turn("c1", {"role": "user", "text": "hello"})
    manager.add_turn("c1", {"role": "assistant", "text": "yes"})
    bench.wait(timedelta(days=400))
    manager.create_session("s1", {})
    assert [turn["text"] for turn in manager.get_conversation("c1")] == ["hello", "yes"]
    manager.delete("c1")
    assert manager.get_conversation("c1") == []
    manager.delete("s1")
    assert bench.store.get("s1", "input") is None


def test_redis_itself_holds_the_time_to_live(redis_url: str) -> None:
    import redis

    manager = SessionManager.from_settings(
        load_settings(flags={"stores.sessions_url": redis_url, "stores.session_ttl_seconds": 60})
    )
    manager.create_session("s1", {})
    manager.log_tool_call("s1", a_call())
    manager.add_turn("c1", {"text": "x"})
    client = redis.Redis.from_url(redis_url)
    assert 0 < client.pttl("osler:session:s1") <= 60_000
    assert 0 < client.pttl("osler:session:s1:calls") <= 60_000
    assert client.pttl("osler:conversation:c1") == -1


@pytest.mark.parametrize("scheme", ["redis://127.0.0.1:{}/0", "postgresql+psycopg://u:hidden@127.0.0.1:{}/none"])
def test_a_store_that_is_down_is_logged_once_and_stops_nothing(scheme: str, caplog: pytest.LogCaptureFixture) -> None:
    manager = SessionManager.from_settings(load_settings(flags={"stores.sessions_url": scheme.format(free_port())}))
    with caplog.at_level(logging.DEBUG, "osler"):
        manager.create_session("s1", {"free_text": "Mrs Miller"})
        manager.log_tool_call("s1", a_call())
        manager.set_context("s1", {"free_text": "Mrs Miller"})
        manager.set_output("s1", {})
        manager.add_turn("c1", {"text": "Mrs Miller"})
        manager.delete("s1")
    assert manager.get_context("s1") is None
    assert manager.get_output("s1") is None
    assert manager.get_tool_log("s1") == []
    assert manager.get_conversation("c1") == []
    assert len(caplog.records) == 1
    assert "session store is down" in caplog.text
    assert "Miller" not in caplog.text
    assert "hidden" not in caplog.text


def test_a_store_that_failed_is_asked_again_after_a_rest(tmp_path: Path) -> None:
    now = [0.0]
    attempts = []

    def opens_the_second_time() -> SessionStore:
        attempts.append(now[0])
        if len(attempts) == 1:
            raise ConnectionError
        return open_session_store(f"sqlite:///{tmp_path / 's.db'}", HOUR)

    manager = SessionManager(opens_the_second_time, clock=lambda: now[0])
    manager.set_context("s1", {"n": 1})
    manager.set_context("s1", {"n": 2})
    now[0] = 31.0
    manager.set_context("s1", {"n": 3})
    assert manager.get_context("s1") == {"n": 3}
    assert attempts == [0.0, 31.0]


def test_sessions_live_in_the_private_database_by_default(osler_home: Path) -> None:
    manager = SessionManager.from_settings()
    manager.create_session("s1", {"n": 1})
    manager.set_context("s1", {"n": 1})
    assert manager.get_context("s1") == {"n": 1}
    assert (osler_home / "runs.db").stat().st_mode & 0o777 == 0o600
