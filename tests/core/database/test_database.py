"""Connections and statements, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from osler.core.database import Conflict, Database, History, beginning, migrate, open_database, table
from osler.core.database.address import address_of
from osler.errors import ConfigError, OslerError
from tests.services import database_url, postgres_server, postgres_url

__all__ = ["database_url", "postgres_server", "postgres_url"]

THINGS = table("things", plain="id name", json="body", moments="at")
HISTORY = History(
    {
        "0001": lambda connection: connection.define("CREATE TABLE things (id {serial}, name TEXT UNIQUE, body TEXT)"),
        "0002": lambda connection: connection.define("ALTER TABLE things ADD COLUMN at {moment}"),
    },
    "version_of_things",
)
NOON = datetime(2026, 1, 2, 12, 0, 0, 5, tzinfo=UTC)


@pytest.fixture
def database(database_url: str) -> Database:
    found = open_database(database_url)
    migrate(found, HISTORY)
    return found


def names(database: Database) -> list[str]:
    with database.reading() as connection:
        return [row["name"] for row in connection.select(THINGS, ["name"], order="id")]


def test_a_row_comes_back_as_it_was_told(database: Database) -> None:
    there = NOON.astimezone(timezone(timedelta(hours=9)))
    told = {"name": "100% 'sure' :id", "body": {"note": "\ud800 \x00 ü", "score": float("inf")}, "at": there}
    with database.connect() as connection:
        connection.insert(THINGS, told, {"name": "other", "body": None, "at": None})
        first, second = connection.select(THINGS, ["name", "body", "at"], order="id")
        assert first == {"name": "100% 'sure' :id", "body": {"note": "\ud800 \x00 ü", "score": None}, "at": NOON}
        assert second == {"name": "other", "body": None, "at": None}
        assert connection.select(THINGS, ["name"], where="at < :now", now=NOON + timedelta(seconds=1)) == [
            {"name": told["name"]}
        ]
        assert connection.select(THINGS, ["name"], where="at < :now", now=NOON) == []


def test_lists_and_beginnings_are_looked_for_as_they_are_written(database: Database) -> None:
    with database.connect() as connection:
        connection.insert(THINGS, *({"name": name} for name in ("a_b", "axb", "a%", "a/")))
        found = connection.select(THINGS, ["name"], where="name IN :names", names=["axb", "a%", "';--"], order="id")
        assert [row["name"] for row in found] == ["axb", "a%"]
        for begins in ("a_", "a%", "a/"):
            (row,) = connection.select(THINGS, ["name"], where="name LIKE :x ESCAPE '/'", x=beginning(begins))
            assert row["name"].startswith(begins)
        assert connection.update(THINGS, {"body": 1}, where="name IN :names", names=["axb", "a%"]) == 2
        assert connection.delete(THINGS, where="name IN :names", names=["axb", "a%", "none"]) == 2


def test_a_transaction_is_done_whole_or_not_at_all(database: Database) -> None:
    def half() -> None:
        with database.transaction() as connection:
            connection.insert(THINGS, {"name": "half"})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        half()
    with database.transaction() as connection:
        connection.insert(THINGS, {"name": "whole"})
    assert names(database) == ["whole"]


def test_a_conflict_does_not_quote_the_row(database: Database) -> None:
    with database.connect() as connection:
        connection.insert(THINGS, {"name": "Mrs Miller"})
    with pytest.raises(Conflict) as told, database.connect() as connection:
        connection.insert(THINGS, {"name": "Mrs Miller"})
    assert str(told.value) == ""
    assert told.value.__cause__ is None
    assert names(database) == ["Mrs Miller"]


def test_threads_share_a_database(database: Database) -> None:
    def write(first: int) -> None:
        for number in range(first, first + 10):
            with database.connect() as connection:
                connection.insert(THINGS, {"name": str(number)})

    threads = [threading.Thread(target=write, args=(first,)) for first in range(0, 200, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(int, names(database))) == list(range(200))


def test_a_forked_child_opens_connections_of_its_own(database: Database) -> None:
    child = os.fork()
    if child == 0:
        try:
            with database.connect() as connection:
                connection.insert(THINGS, {"name": "child"})
        finally:
            os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    with database.connect() as connection:
        connection.insert(THINGS, {"name": "parent"})
    assert names(database) == ["child", "parent"]


def test_a_connection_that_the_server_closed_is_replaced(postgres_url: str) -> None:
    database = open_database(postgres_url)
    with database.connect() as connection:
        (mine,) = connection.execute("SELECT pg_backend_pid()").fetchone()
    with Database(address_of(postgres_url)).connect() as other:
        other.execute("SELECT pg_terminate_backend(:mine)", {"mine": mine})
    with database.connect() as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_step_that_fails_leaves_the_version_before(database_url: str) -> None:
    def fails(_: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        migrate(open_database(database_url), History({**HISTORY.steps, "0003": fails}, HISTORY.version_table))
    with open_database(database_url).connect() as connection:
        assert connection.tables() == set()
    migrate(open_database(database_url), HISTORY)
    assert names(open_database(database_url)) == []


def test_tables_are_carried_from_the_version_that_they_have(database_url: str) -> None:
    database = open_database(database_url)
    migrate(database, History({"0001": HISTORY.steps["0001"]}, HISTORY.version_table))
    with database.connect() as connection:
        connection.execute("INSERT INTO things (name) VALUES ('old')")
    migrate(database, HISTORY)
    with database.reading() as connection:
        assert connection.select(THINGS, ["name", "at"]) == [{"name": "old", "at": None}]
        assert connection.select(HISTORY.versions) == [{"version_num": "0002"}]


@pytest.mark.parametrize(
    "address", ["", "runs.db", "mysql://u@h/d", "sqlite://", "sqlite:///", "://x", "postgresql+asyncpg://u@h/d"]
)
def test_what_is_no_address_is_refused_with_the_forms(address: str) -> None:
    with pytest.raises(ConfigError) as told:
        address_of(address)
    assert "sqlite:////path" in told.value.mend


def test_an_address_is_shown_without_its_password() -> None:
    found = address_of("postgresql+psycopg://u:p%40ss@127.0.0.1:1/runs?application_name=osler")
    assert found.server == "postgresql://u:p%40ss@127.0.0.1:1/runs?application_name=osler"
    assert found.shown == "postgresql+psycopg://u:***@127.0.0.1:1/runs?application_name=osler"
    with pytest.raises(OslerError) as told, Database(found).connect():
        pass
    assert "p%40ss" not in str(told.value)
    assert address_of("sqlite:////data/runs.db").file == Path("/data/runs.db")
    assert address_of("sqlite:///runs.db").file == Path("runs.db")
