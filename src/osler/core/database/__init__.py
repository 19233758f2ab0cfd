"""Rows in SQLite (the default) or PostgreSQL (by URL): connections, tables, their migrations, and what can go wrong."""

from osler.core.database.address import database_exists, database_url
from osler.core.database.connection import Conflict, Connection, Row, beginning, chunks
from osler.core.database.database import Database, close_databases, open_database
from osler.core.database.documents import encode, finite, plain
from osler.core.database.faults import fault_of
from osler.core.database.migrating import History, migrate
from osler.core.database.tables import Table, table
from osler.core.database.write_ahead import write_ahead

__all__ = [
    "Conflict",
    "Connection",
    "Database",
    "History",
    "Row",
    "Table",
    "beginning",
    "chunks",
    "close_databases",
    "database_exists",
    "database_url",
    "encode",
    "fault_of",
    "finite",
    "migrate",
    "open_database",
    "plain",
    "table",
    "write_ahead",
]
