"""Opening a database: one engine for each URL, private SQLite files, migrations that two processes may race."""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Engine, column, create_engine, event, select, table, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    InterfaceError,
    NoResultFound,
    OperationalError,
    SQLAlchemyError,
)

from osler.config import data_dir
from osler.core.outside import extra
from osler.core.runs.faults import DAMAGED, OF_ANOTHER_VERSION, Fault, fault_of
from osler.core.runs.tables import HEAD
from osler.errors import ConfigError, ServiceError, StorageError

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import ExceptionContext
    from sqlalchemy.pool import ConnectionPoolEntry

_BUSY_SECONDS = 10
_CONNECT_SECONDS = 5
_MIGRATION_LOCK = 0x05_1E_12
_URL_FORMS = "write postgresql+psycopg://user:password@host/database or sqlite:////path/runs.db"
_FAULTS = (OperationalError, InterfaceError)
_UNREADABLE = (ValueError, TypeError, NoResultFound)
"""What comes of stored bytes that changed: a date, a document or a text that is none, a row that only an index has."""
_ENGINES: dict[str, Engine] = {}


class History(NamedTuple):
    """Where the changes of some tables are kept, and the newest of them."""

    location: str
    """`package:folder` of the Alembic scripts."""
    head: str
    version_table: str = "alembic_version"


_RUNS = History("osler.core.runs:migrations", HEAD)


def database_url(url: str | None = None) -> str:
    """The URL that is meant: the given one, or SQLite in the data folder."""
    return url or f"sqlite:///{data_dir() / 'runs.db'}"


def database_exists(url: str) -> bool:
    """Whether a SQLite file is there; of a server it is taken for granted."""
    parts = make_url(url)
    return parts.get_backend_name() != "sqlite" or bool(parts.database and Path(parts.database).is_file())


def open_database(url: str | None = None) -> Engine:
    """A migrated database; the engine is shared by all of this process."""
    key = database_url(url)
    if key not in _ENGINES:
        _ENGINES[key] = _create(key)
    return _ENGINES[key]


def close_databases() -> None:
    """Close every idle connection of this process; the engines reconnect when they are used again."""
    for engine in _ENGINES.values():
        engine.dispose()


def _forget_connections() -> None:
    # A forked child must not speak over its parent's connections, nor close them.
    for engine in _ENGINES.values():
        engine.dispose(close=False)


os.register_at_fork(after_in_child=_forget_connections)
# The last connection that closes moves what the -wal file holds into the database: a copy of that one file is whole.
atexit.register(close_databases)


def _create(key: str) -> Engine:
    try:
        url = make_url(key)
    except ArgumentError:
        raise ConfigError("the URL of the run store is not a database URL", mend=_URL_FORMS) from None
    try:
        engine = _sqlite(url) if url.get_backend_name() == "sqlite" else _server(url)
        event.listen(engine, "handle_error", _translate)
        migrate(engine, _RUNS)
    except (SQLAlchemyError, OSError) as error:
        raise _failure(url, error) from None
    return engine


def _failure(url: URL, error: BaseException, fault: Fault | None = None) -> ServiceError:
    """What a person is told of a database that fails: which one, why, and how to mend it."""
    fault = fault or fault_of(error)
    if url.get_backend_name() == "sqlite":
        return StorageError(f"the run store cannot be used: {fault.what}", mend=fault.mend, path=url.database or "")
    return ServiceError(
        f"the store at {url.render_as_string(hide_password=True)} cannot be used: {fault.what}",
        mend=fault.mend,
    )


def _translate(context: ExceptionContext) -> None:
    """Let a database that fails at any moment be a fault of the storage, not of Osler."""
    if isinstance(context.sqlalchemy_exception, _FAULTS) or type(context.sqlalchemy_exception) is DatabaseError:
        url = context.engine.url if context.engine is not None else make_url("sqlite://")
        raise _failure(url, context.original_exception)


def _server(url: URL) -> Engine:
    if url.drivername != "postgresql+psycopg":
        raise ConfigError(f"the run store does not speak {url.drivername!r}", mend=_URL_FORMS)
    # Each write is one statement and one commit; autocommit saves the round trips of BEGIN and COMMIT.
    # Parameters are hidden from error messages because they hold patient text.
    with extra("postgres", needed_for="a store in PostgreSQL"):
        return create_engine(
            url,
            hide_parameters=True,
            isolation_level="AUTOCOMMIT",
            pool_pre_ping=True,
            connect_args={"connect_timeout": _CONNECT_SECONDS},
        )


def _sqlite(url: URL) -> Engine:
    if url.database and url.database != ":memory:":
        path = Path(url.database)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Created before SQLite sees it: SQLite gives its -wal and -shm files the same mode.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
    engine = create_engine(
        url, isolation_level="AUTOCOMMIT", hide_parameters=True, connect_args={"timeout": _BUSY_SECONDS}
    )
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _entry: ConnectionPoolEntry) -> None:
    """WAL lets readers and one writer work together; NORMAL survives kill -9 without a disk flush per write."""
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute("PRAGMA foreign_keys = ON")
    finally:
        cursor.close()


def migrate(engine: Engine, history: History) -> None:
    """Bring some tables of a database to their newest form; two processes may race for it."""
    with connected(engine) as connection:
        version = _version(connection, history)
        if version == history.head:
            return
        if version is not None and not version.isdigit():
            raise _failure(engine.url, ValueError(version), OF_ANOTHER_VERSION)
        if version is not None and int(version) > int(history.head):
            raise ConfigError(
                f"the run store was written by a newer Osler (its tables are {version}, known are {history.head})",
                mend="upgrade Osler, or point stores.runs_url at another database",
            )
    with transaction(engine) as connection:
        if engine.dialect.name != "sqlite":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
        # Another process may have migrated while this one waited for the lock.
        if _version(connection, history) != history.head and not _upgrade(connection, history):
            raise _failure(engine.url, ValueError(), OF_ANOTHER_VERSION)


@contextmanager
def connected(engine: Engine) -> Iterator[Connection]:
    """A connection on which what is stored and cannot be read is a fault of the storage."""
    try:
        with engine.connect() as connection:
            yield connection
    except _UNREADABLE as error:
        # Nothing of the error is told: it may quote what is stored.
        raise _failure(engine.url, error, DAMAGED) from None


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A connection whose writes are all done at the end, or none of them; the engines commit each write by default."""
    with connected(engine) as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else "BEGIN")
        try:
            yield connection
        except BaseException:
            connection.exec_driver_sql("ROLLBACK")
            raise
        connection.exec_driver_sql("COMMIT")


def _version(connection: Connection, history: History) -> str | None:
    if not connection.dialect.has_table(connection, history.version_table):
        return None
    found = connection.execute(select(column("version_num")).select_from(table(history.version_table))).scalar()
    return None if found is None else str(found)


def _upgrade(connection: Connection, history: History) -> bool:
    """Carry out what is new in a history; false where the version of the tables is none that it has."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", history.location)
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        return False
    return True
