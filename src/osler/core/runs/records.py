"""What a run is at its beginning: its id, the hash of its input, its masked settings and its versions."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from osler.config import Settings
from osler.core.database import plain
from osler.core.runs.encoding import hash_input, masked
from osler.core.runs.types import RunContext, RunRecord
from osler.core.runs.versions import base_versions


class _Clock:
    """The time, never the same twice: two runs of one process sort in the order in which they began."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = datetime.min.replace(tzinfo=UTC)

    def now(self) -> datetime:
        with self._lock:
            self._last = max(datetime.now(UTC), self._last + timedelta(microseconds=1))
            return self._last


_CLOCK = _Clock()


def new_run_id(now: datetime | None = None) -> str:
    """An id that sorts by time."""
    return f"{now or _CLOCK.now():%Y%m%dT%H%M%S%f}-{secrets.token_hex(4)}"


def new_record(
    capability: str,
    given: Any,
    settings: Settings | Mapping[str, Any] | None = None,
    versions: Mapping[str, Any] | None = None,
    context: RunContext | None = None,
    run_id: str | None = None,
) -> RunRecord:
    """The row a run begins with."""
    now = _CLOCK.now()
    return RunRecord(
        **(context or RunContext()).model_dump(),
        run_id=run_id or new_run_id(now),
        capability=capability,
        status="running",
        started_at=now,
        input_hash=hash_input(given),
        settings=masked(settings) if settings is not None else {},
        versions={**base_versions(settings), **plain(versions or {})},
    )
