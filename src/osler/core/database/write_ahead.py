"""Turning a file of SQLite to its write-ahead log, which lets readers and one writer work together."""

from __future__ import annotations

import sqlite3
import time

_PAUSE_SECONDS = 0.005
_PRIMARY = 0xFF
"""The part of a result code that says what it is; the rest says where it came from."""


def write_ahead(connection: sqlite3.Connection, wait_seconds: float) -> None:
    """Turn the file of a connection to the log, and wait for whoever holds it.

    SQLite waits for a lock by itself everywhere but here: of two connections that turn one new file at once, each reads
    before it writes, and one of them is told at once that the file is locked.
    """
    until = time.monotonic() + wait_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(_PAUSE_SECONDS)
