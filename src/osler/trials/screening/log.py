"""The screening log: every verdict that was given, so that only what changed is judged again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from osler.config import data_dir
from osler.core.database import fault_of
from osler.errors import StorageError
from osler.trials.registry.local.store import pack, unpack
from osler.trials.types import Reviewee, TrialResult

_SCHEMA = """
CREATE TABLE IF NOT EXISTS screenings (
    key TEXT PRIMARY KEY, trial_id TEXT NOT NULL, patient TEXT NOT NULL, policy TEXT NOT NULL,
    decided_at TEXT NOT NULL, verdict TEXT NOT NULL, result BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS screenings_by_trial ON screenings (trial_id, decided_at);
"""


class LogEntry(NamedTuple):
    """One line of the log."""

    key: str
    patient: str
    result: TrialResult
    reviewee: Reviewee
    as_of_remark: str = ""
    decided_at: str = ""


class ScreeningLog:
    """One SQLite file; a verdict is found by patient, trial, policy and engine, all in its key."""

    def __init__(self, path: Path | None = None) -> None:
        place = path or data_dir() / "trials" / "screening.sqlite"
        try:
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._connection = sqlite3.connect(place, timeout=30)
            place.chmod(0o600)
            self._connection.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(
                f"the screening log cannot be opened: {fault_of(error).what}",
                mend="free some space; if it is damaged, move it away: it only spares work",
                path=place,
            ) from None

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def find(self, key: str) -> LogEntry | None:
        """The verdict that was given for exactly this."""
        row = self._connection.execute(
            "SELECT patient, result, decided_at FROM screenings WHERE key = ?", (key,)
        ).fetchone()
        if row is None:
            return None
        kept = unpack(row[1])
        result, who = TrialResult.model_validate(kept["result"]), Reviewee(*kept["reviewee"])
        return LogEntry(key, row[0], result, who, kept.get("as_of_remark", ""), row[2])

    def add(self, entries: Iterable[LogEntry], *, policy: str) -> None:
        """Write verdicts down."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [
            (
                entry.key,
                entry.result.nct_id,
                entry.patient,
                policy,
                now,
                entry.result.verdict.value,
                pack(
                    {
                        "result": entry.result.model_dump(mode="json"),
                        "reviewee": entry.reviewee,
                        "as_of_remark": entry.as_of_remark,
                    }
                ),
            )
            for entry in entries
        ]
        with self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO screenings VALUES (?,?,?,?,?,?,?)", rows)

    def history(self, trial_id: str) -> list[tuple[str, str, str, str]]:
        """What was decided about a trial: patient, policy, time, verdict; oldest first."""
        rows = self._connection.execute(
            "SELECT patient, policy, decided_at, verdict FROM screenings WHERE trial_id = ? ORDER BY decided_at, patient",
            (trial_id,),
        )
        return list(rows)
