"""Opening a database: one for each URL in a process, whose connections are used again."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from osler.core.database.address import Address, address_of, database_url
from osler.core.database.connection import Connection
from osler.core.database.dialects import Dialect, Postgres, Sqlite
from osler.core.database.faults import DAMAGED, LOCKED, Fault, fault_of
from osler.errors import OslerError, ServiceError, StorageError

_AT_ONCE = 15
_WAIT_SECONDS = 30
_UNREADABLE = (ValueError, TypeError, LookupError)
"""What comes of stored bytes that changed: a date, a document or a text that is none, a row that only an index has."""
_DATABASES: dict[str, Database] = {}


class Database:
    """A database and its idle connections; threads may share it."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._start_afresh()
        try:
            self._dialect: Dialect = Sqlite(address.file) if address.file else Postgres(address.server)
        except OSError as error:
            raise self.failure(error) from None

    def _start_afresh(self) -> None:
        self._idle: list[Any] = []
        self._slots = threading.BoundedSemaphore(_AT_ONCE)

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """A connection on which every statement is done when it returns."""
        slots = self._slots
        if not slots.acquire(timeout=_WAIT_SECONDS):
            raise self.failure(TimeoutError(), LOCKED)
        try:
            raw = self._take()
            try:
                yield Connection(raw, self._dialect, self.failure)
            except BaseException:
                raw.close()
                raise
            self._idle.append(raw)
        finally:
            slots.release()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection on which what is stored and cannot be read is a fault of the storage."""
        try:
            with self.connect() as connection:
                yield connection
        except _UNREADABLE as error:
            # Nothing of the error is told: it may quote what is stored.
            raise self.failure(error, DAMAGED) from None

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A connection whose writes are all done at the end, or none of them."""
        with self.reading() as connection, connection.transaction():
            yield connection

    def failure(self, error: BaseException, fault: Fault | None = None) -> OslerError:
        """What a person is told of a database that fails: which one, why, and how to mend it."""
        fault = fault or fault_of(error)
        if self._address.file:
            return StorageError(
                f"the run store cannot be used: {fault.what}", mend=fault.mend, path=str(self._address.file)
            )
        return ServiceError(f"the store at {self._address.shown} cannot be used: {fault.what}", mend=fault.mend)

    def close(self) -> None:
        """Close the idle connections; the next use opens others."""
        while self._idle:
            self._idle.pop().close()

    def forget(self) -> None:
        """Leave the connections to the process that this one was forked from: neither use nor close them."""
        _OF_PARENT.extend(self._idle)
        self._start_afresh()

    def _take(self) -> Any:
        while self._idle:
            try:
                raw = self._idle.pop()
            except IndexError:  # another thread took the last one
                break
            if self._dialect.alive(raw):
                return raw
        try:
            return self._dialect.open()
        except Exception as error:
            if self._dialect.is_fault(error):
                raise self.failure(error) from None
            raise


def open_database(url: str | None = None) -> Database:
    """The database at a URL (default: SQLite in the data folder), shared by all of this process."""
    key = database_url(url)
    if key not in _DATABASES:
        _DATABASES[key] = Database(address_of(key))
    return _DATABASES[key]


def close_databases() -> None:
    """Close every idle connection of this process; the databases connect again when they are used."""
    for database in _DATABASES.values():
        database.close()


def _forget_connections() -> None:
    for database in _DATABASES.values():
        database.forget()


_OF_PARENT: list[Any] = []
os.register_at_fork(after_in_child=_forget_connections)
# The last connection that closes moves what the -wal file holds into the database: a copy of that one file is whole.
atexit.register(close_databases)
