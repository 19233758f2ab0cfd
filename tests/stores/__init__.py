"""Stores as older versions left them on people's disks."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path


def put_store(version: str, home: Path) -> Path:
    """A copy of an older version's store, in the place where Osler looks for it."""
    target = home / "runs.db"
    script = gzip.decompress((Path(__file__).parent / f"store-{version}.sql.gz").read_bytes()).decode()
    connection = sqlite3.connect(target)
    connection.executescript(script)
    connection.close()
    return target
