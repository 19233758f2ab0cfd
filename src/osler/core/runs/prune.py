"""Choosing which runs to delete: by age, by number and by status, never one that is under way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from osler.core.runs.types import RunRecord, RunStatus
from osler.errors import UsageError

_UNITS = {"h": "hours", "d": "days", "w": "weeks"}


def parse_age(written: str) -> timedelta:
    """`12h`, `30d` or `8w`."""
    match = re.fullmatch(r"(\d{1,5})([hdw])", written.strip())
    if match is None:
        raise UsageError(f"{written!r} is not an age", mend="write a number and h, d or w, such as 30d")
    return timedelta(**{_UNITS[match[2]]: int(match[1])})


def choose_for_pruning(
    runs: Sequence[RunRecord],
    *,
    older_than: timedelta | None = None,
    keep: int | None = None,
    status: RunStatus | None = None,
    now: datetime | None = None,
) -> list[RunRecord]:
    """The runs that every given condition selects; `keep` spares the newest so many of them."""
    if older_than is None and keep is None and status is None:
        raise UsageError(
            "prune needs to know which runs", mend="give --older-than 30d, --keep 100, --status failed, or several"
        )
    chosen = sorted((run for run in runs if run.status != "running"), key=lambda run: run.run_id, reverse=True)
    if status is not None:
        chosen = [run for run in chosen if run.status == status]
    if keep is not None:
        chosen = chosen[keep:]
    if older_than is not None:
        limit = (now or datetime.now(UTC)) - older_than
        chosen = [run for run in chosen if run.started_at < limit]
    return chosen
