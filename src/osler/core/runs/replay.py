"""Replaying a run: the same input again, with the recorded exchanges in place of every mind."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from osler.core.runs.compare import Difference, differences
from osler.core.runs.kinds import kind_of
from osler.core.runs.types import RunDetail
from osler.errors import UsageError

_CLOCKS = frozenset({"latency_ms", "started_at", "finished_at", "seconds"})
"""What a clock tells, wherever it stands in a result: it differs between any two runs."""


class Replay(BaseModel):
    """How a replay came out."""

    run_id: str
    capability: str
    same_result: bool
    differences: list[Difference]
    result: Any


async def replay_run(run: RunDetail) -> Replay:
    """Carry out a stored run again from its recorded exchanges and compare the results."""
    kind = kind_of(run)
    if run.status != "done":
        raise UsageError(
            f"run {run.run_id} is {run.status}; only a finished run has a result to compare with",
            mend="choose a run that 'osler runs list --status done' shows",
        )
    result = await kind.replay(run)
    changed = [one for one in differences(kind.result_of(run), result) if one.path.rpartition(".")[2] not in _CLOCKS]
    return Replay(
        run_id=run.run_id,
        capability=run.capability,
        same_result=not changed,
        differences=changed,
        result=result,
    )
