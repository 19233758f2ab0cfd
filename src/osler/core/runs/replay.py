"""Replaying a run: the same input again, with the recorded exchanges in place of every mind."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import BaseModel

from osler.core.runs.compare import Difference, differences
from osler.core.runs.types import RunDetail
from osler.errors import UsageError

Replayer = Callable[[RunDetail], Awaitable[Any]]
"""Takes a stored run and gives the result anew; `run.exchanges` is all it may ask."""

REPLAYERS: dict[str, str] = {
    "diagnosis": "osler.casework.diagnosis:replay_diagnosis",
    "grounding": "osler.casework.grounding:replay_grounding",
}
"""Capability → `module:function` of its replayer; a module is imported when a run of it is replayed.

A capability adds its line here. It is named by a string because nothing in core may import a capability.
"""


class Replay(BaseModel):
    """How a replay came out."""

    run_id: str
    capability: str
    same_result: bool
    differences: list[Difference]
    result: Any


async def replay_run(run: RunDetail) -> Replay:
    """Carry out a stored run again from its recorded exchanges and compare the results."""
    result = await _replayer(run)(run)
    changed = differences(run.result, result)
    return Replay(
        run_id=run.run_id,
        capability=run.capability,
        same_result=not changed,
        differences=changed,
        result=result,
    )


def _replayer(run: RunDetail) -> Replayer:
    address = REPLAYERS.get(run.capability)
    if address is None:
        known = ", ".join(sorted(REPLAYERS)) or "none so far"
        raise UsageError(
            f"runs of {run.capability!r} cannot be replayed", mend=f"capabilities that can be replayed: {known}"
        )
    if run.status != "done":
        raise UsageError(
            f"run {run.run_id} is {run.status}; only a finished run has a result to compare with",
            mend="choose a run that 'osler runs list --status done' shows",
        )
    module, _, name = address.partition(":")
    replayer = getattr(importlib.import_module(module), name)
    if not inspect.iscoroutinefunction(replayer):
        raise TypeError(f"{address} is not an async function")
    function: Replayer = replayer
    return function
