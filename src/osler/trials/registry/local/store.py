"""The trials on this machine: records, parsed criteria and sites in one SQLite file, the source of truth of the index."""

from __future__ import annotations

import hashlib
import json
import math
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from osler.core.criteria import Criterion
from osler.core.database import fault_of, write_ahead
from osler.errors import StorageError
from osler.trials.engine import READING, engine_of
from osler.trials.registry.port import Near
from osler.trials.registry.study import Study, read_study

_WAIT_SECONDS = 30
_EARTH_KM = 6371.0
_KM_PER_DEGREE = 111.0
STORE = "trials.sqlite"
"""The file of the trials, in the folder of an index."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS studies (
    nct_id TEXT PRIMARY KEY, digest TEXT NOT NULL, last_update TEXT NOT NULL,
    record BLOB NOT NULL, criteria BLOB NOT NULL, indexed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS studies_to_index ON studies (indexed) WHERE indexed = 0;
CREATE TABLE IF NOT EXISTS places (nct_id TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL);
CREATE INDEX IF NOT EXISTS places_by_study ON places (nct_id);
CREATE INDEX IF NOT EXISTS places_by_latitude ON places (latitude, longitude);
"""


class PreparedStudy(NamedTuple):
    """A study as it is stored: its record and its criteria, parsed and packed."""

    nct_id: str
    digest: str
    last_update: str
    record: bytes
    criteria: bytes
    points: tuple[tuple[float, float], ...]


def pack(value: Any) -> bytes:
    """A value as compressed JSON."""
    return zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), 3)


def unpack(blob: bytes) -> Any:
    """The value that was packed."""
    return json.loads(zlib.decompress(blob))


class TrialStore:
    """One SQLite file. A write is one transaction: after a kill, what was committed is there and nothing is twice."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path = path
        try:
            self._connection = sqlite3.connect(path, timeout=_WAIT_SECONDS, check_same_thread=False)
            write_ahead(self._connection, _WAIT_SECONDS)
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.executescript(_SCHEMA)
        except sqlite3.DatabaseError as error:
            fault = fault_of(error)
            mend = "remove it and import the trials again" if fault.damaged else fault.mend
            raise StorageError(f"the index of trials cannot be opened: {fault.what}", mend=mend, path=path) from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is written inside is written whole or not at all."""
        with self._connection:
            yield

    def known_digests(self, nct_ids: Sequence[str]) -> dict[str, str]:
        """The digests of those studies that are stored."""
        marks = ",".join("?" * len(nct_ids))
        rows = self._connection.execute(
            f"SELECT nct_id, digest FROM studies WHERE nct_id IN ({marks})",  # noqa: S608 - only question marks
            list(nct_ids),
        )
        return dict(rows)

    def put(self, studies: Iterable[PreparedStudy]) -> None:
        """Store studies, each in place of an older version; they wait to be indexed."""
        for study in studies:
            self._connection.execute(
                "INSERT OR REPLACE INTO studies (nct_id, digest, last_update, record, criteria, indexed) VALUES (?,?,?,?,?,0)",
                (study.nct_id, study.digest, study.last_update, study.record, study.criteria),
            )
            self._connection.execute("DELETE FROM places WHERE nct_id = ?", (study.nct_id,))
            self._connection.executemany(
                "INSERT INTO places (nct_id, latitude, longitude) VALUES (?,?,?)",
                [(study.nct_id, latitude, longitude) for latitude, longitude in study.points],
            )

    def to_index(self, limit: int) -> list[tuple[str, Study]]:
        """Studies that the index does not have yet, as (digest, study)."""
        rows = self._connection.execute(
            "SELECT digest, record FROM studies WHERE indexed = 0 ORDER BY nct_id LIMIT ?", (limit,)
        )
        return [(digest, read_study(unpack(record))) for digest, record in rows]

    def mark_indexed(self, marks: Iterable[tuple[str, str]]) -> None:
        """Note that these versions (nct_id, digest) are in the index."""
        self._connection.executemany("UPDATE studies SET indexed = 1 WHERE nct_id = ? AND digest = ?", list(marks))

    def mark_all_unindexed(self) -> None:
        """Let the index be built anew."""
        self._connection.execute("UPDATE studies SET indexed = 0")

    def count(self) -> int:
        """How many studies there are."""
        (found,) = self._connection.execute("SELECT count(*) FROM studies").fetchone()
        return int(found)

    def state(self) -> str:
        """What tells this content from another: of every study the version that is stored."""
        known = hashlib.sha256()
        for nct_id, digest in self._connection.execute("SELECT nct_id, digest FROM studies ORDER BY nct_id"):
            known.update(f"{nct_id} {digest}\n".encode())
        return known.hexdigest()

    def study(self, nct_id: str) -> Study | None:
        """The study of that id."""
        row = self._connection.execute("SELECT record FROM studies WHERE nct_id = ?", (nct_id,)).fetchone()
        return read_study(unpack(row[0])) if row else None

    def studies(self, nct_ids: Sequence[str]) -> list[Study]:
        """The studies of these ids, in their order."""
        found = {nct_id: study for nct_id in nct_ids if (study := self.study(nct_id)) is not None}
        return [found[nct_id] for nct_id in nct_ids if nct_id in found]

    def criteria(self, nct_id: str) -> list[Criterion] | None:
        """The criteria as they were parsed at import; None for an unknown study and where another parser read them."""
        row = self._connection.execute("SELECT criteria FROM studies WHERE nct_id = ?", (nct_id,)).fetchone()
        kept = unpack(row[0]) if row else None
        if not isinstance(kept, dict) or kept.get("engine") != engine_of(READING):
            return None
        return [Criterion.model_validate(item) for item in kept["criteria"]]

    def latest_update(self) -> str:
        """The youngest date of last update."""
        (found,) = self._connection.execute("SELECT max(last_update) FROM studies").fetchone()
        return str(found or "")

    def remember(self, key: str, value: str) -> None:
        """Keep a note of our own, such as where a synchronisation stopped."""
        self._connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))

    def recall(self, key: str) -> str:
        """A note that was kept, or nothing."""
        row = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else ""

    def within(self, near: Near) -> list[str]:
        """The studies that have a site inside a circle."""
        rows = self._connection.execute(
            "SELECT nct_id, latitude, longitude FROM places WHERE latitude BETWEEN ? AND ?",
            (near.latitude - near.km / _KM_PER_DEGREE, near.latitude + near.km / _KM_PER_DEGREE),
        )
        return list(
            dict.fromkeys(
                nct_id
                for nct_id, latitude, longitude in rows
                if distance_km(near.latitude, near.longitude, latitude, longitude) <= near.km
            )
        )


def distance_km(latitude: float, longitude: float, other_latitude: float, other_longitude: float) -> float:
    """The great-circle distance between two points."""
    first, second = math.radians(latitude), math.radians(other_latitude)
    half_north = math.sin((second - first) / 2) ** 2
    half_east = math.sin(math.radians(other_longitude - longitude) / 2) ** 2
    share = half_north + math.cos(first) * math.cos(second) * half_east
    return 2 * _EARTH_KM * math.asin(min(1.0, math.sqrt(share)))
