"""The unfinished import: rows read so far and how far each file was read, committed together.

A row and the position after it are in one SQLite transaction, so an import that was killed goes on
at the last committed line and nothing is read twice or lost.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from osler.errors import DataError

_LOCK_SECONDS = 0.2

FactKind = Literal["name", "type", "xref", "brand", "active", "preferred", "parent"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS progress (file TEXT PRIMARY KEY, offset INTEGER, line INTEGER, bad INTEGER);
CREATE TABLE IF NOT EXISTS bad_line (file TEXT, line INTEGER, reason TEXT);
CREATE TABLE IF NOT EXISTS name (id TEXT, text TEXT, rank INTEGER, term TEXT);
CREATE TABLE IF NOT EXISTS type (id TEXT, type TEXT, rank INTEGER);
CREATE TABLE IF NOT EXISTS xref (id TEXT, system TEXT, code TEXT, rank INTEGER);
CREATE TABLE IF NOT EXISTS brand (id TEXT, brand TEXT);
CREATE TABLE IF NOT EXISTS active (id TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS preferred (term TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS parent (id TEXT, parent TEXT);
"""
_INSERT = {
    "name": "INSERT INTO name VALUES (?, ?, ?, ?)",
    "type": "INSERT INTO type VALUES (?, ?, ?)",
    "xref": "INSERT INTO xref VALUES (?, ?, ?, ?)",
    "brand": "INSERT INTO brand VALUES (?, ?)",
    "active": "INSERT OR IGNORE INTO active VALUES (?)",
    "preferred": "INSERT OR IGNORE INTO preferred VALUES (?)",
    "parent": "INSERT INTO parent VALUES (?, ?)",
}
_INDEXES = """
CREATE INDEX IF NOT EXISTS name_id ON name (id);
CREATE INDEX IF NOT EXISTS type_id ON type (id);
CREATE INDEX IF NOT EXISTS xref_id ON xref (id);
CREATE INDEX IF NOT EXISTS brand_id ON brand (id);
"""


class Fact(NamedTuple):
    """One thing that a row of a release says, in the column order of its staging table."""

    kind: FactKind
    values: tuple[str | int, ...]


class Position(NamedTuple):
    """How far a file was read."""

    offset: int
    line: int
    bad: int


class StagedConcept(NamedTuple):
    """Everything the release says about one concept, names and codes best first."""

    id: str
    type: str
    names: list[str]
    xrefs: dict[str, list[str]]


class Staging:
    """The staging database of one import."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, timeout=_LOCK_SECONDS)
        try:
            # The lock is held until the import ends: two imports into one place would mix their rows.
            self._db.executescript(
                "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;" + _SCHEMA
            )
        except sqlite3.OperationalError:
            self._db.close()
            raise DataError(
                "a vocabulary of this name is being imported by another process", mend="wait for it, or give --name"
            ) from None

    def close(self) -> None:
        self._db.close()

    def position(self, file: str) -> Position:
        row = self._db.execute("SELECT offset, line, bad FROM progress WHERE file = ?", (file,)).fetchone()
        return Position(*row) if row else Position(0, 0, 0)

    def commit(
        self, file: str, facts: Iterable[Fact], position: Position, bad_lines: Iterable[tuple[int, str]]
    ) -> None:
        """Keep a batch of facts and the position after it, both or neither."""
        batches: dict[str, list[tuple[str | int, ...]]] = {}
        for fact in facts:
            batches.setdefault(fact.kind, []).append(fact.values)
        with self._db:
            for kind, rows in batches.items():
                self._db.executemany(_INSERT[kind], rows)
            self._db.executemany(
                "INSERT INTO bad_line VALUES (?, ?, ?)", [(file, line, reason) for line, reason in bad_lines]
            )
            self._db.execute("INSERT OR REPLACE INTO progress VALUES (?, ?, ?, ?)", (file, *position))

    def bad_lines(self) -> list[tuple[str, int, str]]:
        """The lines that could not be used: file, line number, reason."""
        return self._db.execute("SELECT file, line, reason FROM bad_line ORDER BY file, line").fetchall()

    def count_untyped(self) -> int:
        """Concepts with a name whose kind of thing is not a clinical one."""
        row = self._db.execute("SELECT COUNT(DISTINCT id) FROM name WHERE id NOT IN (SELECT id FROM type)").fetchone()
        return int(row[0])

    def count_typed(self) -> int:
        """Concepts of a clinical kind."""
        return int(self._db.execute("SELECT COUNT(DISTINCT id) FROM type").fetchone()[0])

    def concepts(self) -> Iterator[StagedConcept]:
        """All complete concepts in the order of their ids."""
        self._db.executescript(_INDEXES)
        ids = self._db.execute(
            "SELECT DISTINCT id FROM type WHERE id IN (SELECT id FROM active) "
            "OR NOT EXISTS (SELECT 1 FROM active) ORDER BY id"
        )
        for (concept_id,) in ids:
            names = self._names(concept_id)
            if not names:
                continue
            (kind,) = self._db.execute("SELECT type FROM type WHERE id = ? ORDER BY rank", (concept_id,)).fetchone()
            yield StagedConcept(concept_id, kind, names, self._xrefs(concept_id))

    def parents(self) -> Iterator[tuple[str, str]]:
        """(concept, more general concept) as the release states them, each once."""
        yield from self._db.execute("SELECT DISTINCT id, parent FROM parent ORDER BY id, parent")

    def _names(self, concept_id: str) -> list[str]:
        own = self._db.execute(
            "SELECT text FROM name LEFT JOIN preferred USING (term) WHERE id = ? "
            "ORDER BY CASE WHEN rank = 2 AND preferred.term IS NOT NULL THEN 0 ELSE rank END, name.rowid",
            (concept_id,),
        )
        brands = self._db.execute(
            "SELECT text FROM brand JOIN name ON name.id = brand.brand WHERE brand.id = ? ORDER BY rank, name.rowid",
            (concept_id,),
        )
        return list(dict.fromkeys(text for rows in (own, brands) for (text,) in rows))

    def _xrefs(self, concept_id: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        query = "SELECT system, code FROM xref WHERE id = ? ORDER BY rank, rowid"
        for system, code in self._db.execute(query, (concept_id,)):
            codes = found.setdefault(system, [])
            if code not in codes:
                codes.append(code)
        return found
