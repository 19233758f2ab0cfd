"""Bringing tables to their newest form, one numbered step after the other; two processes may race for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from osler.core.database.connection import Connection
from osler.core.database.database import Database
from osler.core.database.faults import OF_ANOTHER_VERSION
from osler.core.database.tables import Table, table
from osler.errors import ConfigError


class History(NamedTuple):
    """The changes of some tables, oldest first."""

    steps: dict[str, Callable[[Connection], None]]
    """What each version does to the tables of the one before."""
    version_table: str = "alembic_version"
    """Where the version of the tables is kept, under the name that stores have had for it from the first."""

    @property
    def head(self) -> str:
        """The newest version."""
        return next(reversed(self.steps))

    @property
    def versions(self) -> Table:
        """The table of the version."""
        return table(self.version_table, plain="version_num")


def migrate(database: Database, history: History) -> None:
    """Bring some tables of a database to their newest form."""
    with database.reading() as connection:
        version = _version(connection, history)
    if version == history.head:
        return
    if version is not None and version.isdigit() and int(version) > int(history.head):
        raise ConfigError(
            f"the run store was written by a newer Osler (its tables are {version}, known are {history.head})",
            mend="upgrade Osler, or point stores.runs_url at another database",
        )
    if version is not None and version not in history.steps:
        raise database.failure(ValueError(version), OF_ANOTHER_VERSION)
    with database.transaction() as connection:
        connection.hold_tables()
        # Another process may have migrated while this one waited for the lock.
        _upgrade(connection, history, _version(connection, history))


def _version(connection: Connection, history: History) -> str | None:
    if history.version_table not in connection.tables():
        return None
    found = connection.select(history.versions)
    return str(found[0]["version_num"]) if found else None


def _upgrade(connection: Connection, history: History, version: str | None) -> None:
    if version == history.head:
        return
    order = list(history.steps)
    for step in order[order.index(version) + 1 if version in order else 0 :]:
        history.steps[step](connection)
    kept = f"CREATE TABLE IF NOT EXISTS {history.version_table} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
    connection.define(kept)
    head = {"version_num": history.head}
    if not connection.update(history.versions, head):
        connection.insert(history.versions, head)
