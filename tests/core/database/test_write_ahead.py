"""Two that open a new file at once: neither is told that it is locked."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from osler.core.database import write_ahead


class _LetGo(sqlite3.Connection):
    """A connection whose rival lets go of the file once this one was refused."""

    rival: sqlite3.Connection
    refused = 0

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*arguments)
        except sqlite3.OperationalError:
            self.refused += 1
            self.rival.rollback()
            raise


def held(path: Path) -> sqlite3.Connection:
    rival = sqlite3.connect(path, isolation_level=None)
    rival.execute("CREATE TABLE things (id)")
    rival.execute("BEGIN IMMEDIATE")
    return rival


def test_a_new_file_that_another_holds_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with closing(held(path)) as rival, closing(sqlite3.connect(path, timeout=0, factory=_LetGo)) as connection:
        connection.rival = rival
        write_ahead(connection, 30)
        assert connection.refused == 1
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_nobody_waits_for_ever_or_for_what_is_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with (
        closing(held(path)),
        closing(sqlite3.connect(path, timeout=0)) as connection,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        write_ahead(connection, 0)
    (tmp_path / "none.db").write_text("this is not a database, but it is long enough to be looked at as one" * 9)
    with (
        closing(sqlite3.connect(tmp_path / "none.db")) as connection,
        pytest.raises(sqlite3.DatabaseError, match="not a database"),
    ):
        write_ahead(connection, 30)
