"""What a library holds, in SQLite: documents, chunks, and how far each document has come into the index.

A document is `pending` from the moment its chunks are written until the index has committed them, and `leaving` from
the moment it is removed until the index has let go of it. Whatever a killed process left in either state is finished
by the next writer.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from osler.core.database import fault_of, write_ahead
from osler.core.library.types import Chunk, Document
from osler.errors import DataError, StorageError

State = Literal["pending", "indexed", "leaving"]
FORMAT = "1"
_WAIT_SECONDS = 30

_SCHEMA = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS documents (
  id TEXT PRIMARY KEY, content_hash TEXT NOT NULL, source TEXT NOT NULL, state TEXT NOT NULL, body TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS chunks (
  id TEXT NOT NULL, document_id TEXT NOT NULL, ordinal INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (document_id, ordinal)
);
CREATE INDEX IF NOT EXISTS chunks_by_id ON chunks (id);
"""


class LibraryStore:
    """The documents and chunks of one library; readers see the last finished change while one writer works."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        try:
            with self._connect() as connection:
                connection.executescript(_SCHEMA)
                connection.execute("INSERT OR IGNORE INTO about VALUES ('format', ?)", (FORMAT,))
                (found,) = connection.execute("SELECT value FROM about WHERE key = 'format'").fetchone()
        except sqlite3.DatabaseError as error:
            fault = fault_of(error)
            mend = f"remove it with 'osler guidelines remove --library {path.parent.name} --all' and add its documents again"
            raise StorageError(
                f"the library {path.parent.name} cannot be used: {fault.what}",
                mend=mend if fault.damaged else fault.mend,
                path=path,
            ) from error
        if found != FORMAT:
            raise DataError(
                f"the library {path.parent.name} has format {found}, this Osler reads {FORMAT}",
                mend="add its documents to a new library",
            )

    @contextmanager
    def _connect(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self._path, timeout=_WAIT_SECONDS)
        try:
            write_ahead(connection, _WAIT_SECONDS)
            connection.execute("PRAGMA synchronous=FULL")
            with connection:
                yield connection
        finally:
            connection.close()

    def _reading(self) -> sqlite3.Connection:
        """A connection of this thread's own that is kept open, because opening one costs more than a read."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = sqlite3.connect(self._path, timeout=_WAIT_SECONDS, isolation_level=None)
            self._local.connection = connection
        return connection

    def documents(self) -> list[Document]:
        """The documents that are there, by title."""
        rows = self._reading().execute("SELECT body FROM documents WHERE state != 'leaving'").fetchall()
        found = [Document.model_validate_json(body) for (body,) in rows]
        return sorted(found, key=lambda document: (document.metadata.title.casefold(), document.id))

    def unfinished(self) -> list[tuple[Document, State]]:
        """The documents that the index does not hold as the store does."""
        with self._connect() as connection:
            rows = connection.execute(
                "SELECT body, state FROM documents WHERE state != 'indexed' ORDER BY id"
            ).fetchall()
        return [(Document.model_validate_json(body), state) for body, state in rows]

    def put(self, document: Document, chunks: Sequence[Chunk], replaced: Iterable[str] = ()) -> None:
        """Write a document and its chunks, in one step with the leaving of those it takes the place of."""
        with self._connect() as connection:
            for other in replaced:
                if other != document.id:
                    connection.execute("UPDATE documents SET state = 'leaving' WHERE id = ?", (other,))
            connection.execute("DELETE FROM chunks WHERE document_id = ?", (document.id,))
            connection.execute(
                "INSERT OR REPLACE INTO documents VALUES (?, ?, ?, 'pending', ?)",
                (document.id, document.content_hash, document.source, document.model_dump_json()),
            )
            connection.executemany(
                "INSERT INTO chunks VALUES (?, ?, ?, ?)",
                ((chunk.id, chunk.document_id, chunk.ordinal, chunk.model_dump_json()) for chunk in chunks),
            )

    def leave(self, document_id: str) -> None:
        """Mark a document as one that goes."""
        with self._connect() as connection:
            connection.execute("UPDATE documents SET state = 'leaving' WHERE id = ?", (document_id,))

    def settle(self, finished: Iterable[tuple[str, State]]) -> None:
        """The index has committed: what was pending is in it, what was leaving is gone."""
        with self._connect() as connection:
            for document_id, state in finished:
                if state == "pending":
                    connection.execute("UPDATE documents SET state = 'indexed' WHERE id = ?", (document_id,))
                else:
                    connection.execute("DELETE FROM chunks WHERE document_id = ?", (document_id,))
                    connection.execute("DELETE FROM documents WHERE id = ?", (document_id,))

    def unsettle(self) -> None:
        """The index is gone: every document has to go into it again."""
        with self._connect() as connection:
            connection.execute("UPDATE documents SET state = 'pending' WHERE state = 'indexed'")

    def chunks(self, document_id: str | None = None) -> list[Chunk]:
        """The chunks of a document, or of all, in order."""
        query = (
            "SELECT chunks.body FROM chunks JOIN documents ON documents.id = document_id "
            "WHERE state != 'leaving' AND (?1 IS NULL OR document_id = ?1) ORDER BY document_id, ordinal"
        )
        rows = self._reading().execute(query, (document_id,)).fetchall()
        return [Chunk.model_validate_json(body) for (body,) in rows]

    def find(self, chunk_ids: Sequence[str]) -> dict[str, Chunk]:
        """Chunks by their ids, as far as they are there."""
        if not chunk_ids:
            return {}
        marks = ",".join("?" * len(chunk_ids))
        query = (
            "SELECT chunks.id, chunks.body FROM chunks JOIN documents ON documents.id = document_id "  # noqa: S608
            f"WHERE state != 'leaving' AND chunks.id IN ({marks})"
        )
        rows = self._reading().execute(query, list(chunk_ids)).fetchall()
        return {chunk_id: Chunk.model_validate_json(body) for chunk_id, body in rows}
