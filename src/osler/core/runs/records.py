"""What a run is at its beginning: its id, the hash of its input, its masked settings and its versions."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from osler.config import Settings
from osler.core.runs.encoding import hash_input, masked, plain
from osler.core.runs.types import RunRecord
from osler.core.runs.versions import base_versions


def new_record(
    capability: str,
    given: Any,
    settings: Settings | Mapping[str, Any] | None = None,
    versions: Mapping[str, Any] | None = None,
) -> RunRecord:
    """The row a run begins with."""
    now = datetime.now(UTC)
    return RunRecord(
        run_id=f"{now:%Y%m%dT%H%M%S}{now.microsecond // 1000:03d}-{secrets.token_hex(4)}",
        capability=capability,
        status="running",
        started_at=now,
        input_hash=hash_input(given),
        settings=masked(settings) if settings is not None else {},
        versions={**base_versions(settings), **plain(versions or {})},
    )
