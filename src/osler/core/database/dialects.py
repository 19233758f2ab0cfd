"""What SQLite and PostgreSQL do differently: opening, the form of parameters, moments and types."""

from __future__ import annotations

import os
import re
import sqlite3
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Protocol

from osler.core.database.write_ahead import write_ahead
from osler.core.outside import extra

_BUSY_SECONDS = 10
_CONNECT_SECONDS = 5
_PARAMETER = re.compile(r"(?<!:):([a-z_][a-z_0-9]*)")


class Dialect(Protocol):
    """One kind of database."""

    begin: str
    """What begins a transaction that is going to write."""
    types: ClassVar[dict[str, str]]
    """The words for the types whose names differ, by what they are called in a migration."""
    tables: str
    """The names of the tables that are there."""
    lock: str
    """What waits until no other process changes the tables; empty where beginning a transaction does."""
    conflict: type[Exception]
    """What its driver raises where a row contradicts another."""

    def open(self) -> Any:
        """A new connection on which each statement is its own transaction."""

    def alive(self, raw: Any) -> bool:
        """Whether a connection that lay idle can still be used."""

    def sql(self, statement: str) -> str:
        """A statement with its parameters, `:name`, in the form of the driver."""

    def moment(self, value: datetime) -> Any:
        """A moment as the driver takes it, and as moments are compared."""

    def is_fault(self, error: Exception) -> bool:
        """Whether the database failed, not the statement."""


class Sqlite:
    """A private file of SQLite."""

    begin = "BEGIN IMMEDIATE"
    types: ClassVar[dict[str, str]] = {"moment": "DATETIME", "serial": "INTEGER PRIMARY KEY"}
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    lock = ""
    conflict: type[Exception] = sqlite3.IntegrityError

    def __init__(self, file: Path) -> None:
        self._file = file
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Created before SQLite sees it: SQLite gives its -wal and -shm files the same mode.
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        file.chmod(0o600)

    def open(self) -> sqlite3.Connection:
        """WAL lets readers and one writer work together; NORMAL survives kill -9 without a disk flush per write."""
        raw = sqlite3.connect(self._file, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            write_ahead(raw, _BUSY_SECONDS)
            raw.execute("PRAGMA synchronous = NORMAL")
            raw.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            raw.close()
            raise
        return raw

    def alive(self, raw: sqlite3.Connection) -> bool:
        """A file does not hang up."""
        return True

    def sql(self, statement: str) -> str:
        """SQLite takes `:name` as it is."""
        return statement

    def moment(self, value: datetime) -> str:
        """Text that sorts as the moments do."""
        return value.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")

    def is_fault(self, error: Exception) -> bool:
        """A file that is none raises the driver's general error."""
        return (
            isinstance(error, sqlite3.OperationalError | sqlite3.InterfaceError) or type(error) is sqlite3.DatabaseError
        )


class Postgres:
    """A PostgreSQL server, through psycopg."""

    begin = "BEGIN"
    types: ClassVar[dict[str, str]] = {"moment": "TIMESTAMP WITH TIME ZONE", "serial": "SERIAL PRIMARY KEY"}
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))"
    lock = "SELECT pg_advisory_xact_lock(335378)"

    def __init__(self, server: str) -> None:
        with extra("postgres", needed_for="a store in PostgreSQL"):
            import psycopg
        self._server = server
        self._connect = psycopg.connect
        self._general: type[Exception] = psycopg.DatabaseError
        self._faults: tuple[type[Exception], ...] = (psycopg.OperationalError, psycopg.InterfaceError)
        self.conflict: type[Exception] = psycopg.IntegrityError

    def open(self) -> Any:
        """Each write is one statement and one commit: autocommit saves the round trips of BEGIN and COMMIT."""
        return self._connect(self._server, autocommit=True, connect_timeout=_CONNECT_SECONDS)

    def alive(self, raw: Any) -> bool:
        """A server may have been started anew while nobody asked it."""
        try:
            raw.execute("")
        except (*self._faults, self._general):
            raw.close()
            return False
        return True

    def sql(self, statement: str) -> str:
        """The driver takes `%(name)s`."""
        return _for_psycopg(statement)

    def moment(self, value: datetime) -> datetime:
        """PostgreSQL knows zones."""
        return value.astimezone(UTC)

    def is_fault(self, error: Exception) -> bool:
        """A broken connection raises the driver's general error."""
        return isinstance(error, self._faults) or type(error) is self._general


@lru_cache(maxsize=256)
def _for_psycopg(statement: str) -> str:
    return _PARAMETER.sub(r"%(\1)s", statement.replace("%", "%%"))
