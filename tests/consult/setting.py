"""What the tests of consultations share: Anna's graph, a moment, and one turn."""

from __future__ import annotations

import atexit
import datetime as dt
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from osler.consult import ConsultReply, ConsultRequest, ConsultState, Deps, run
from osler.core.agents import ModelHandle, Runner
from osler.core.graph import LadybugGraphs, QueryLimits, project
from tests.core.agents.scripted import Script
from tests.core.graph.people import anna

MOMENT = dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC)


def graphs(folder: Path) -> LadybugGraphs:
    """Anna's graph, a copy of one that was filled once: that takes longer than a turn."""
    shutil.copytree(_filled(), folder, dirs_exist_ok=True)
    return LadybugGraphs(
        folder, limits=QueryLimits(seconds=60)
    )  # what is tested is the answer, not how busy the machine is


@cache
def _filled() -> str:
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = LadybugGraphs(Path(folder))
    made.load("anna", project(anna()))
    made.close()
    return folder


def state(**given: Any) -> ConsultState:
    """The state of a conversation about Anna."""
    return ConsultState(patient_id="anna", **given)


async def turn(message: str, deps: Deps, **given: Any) -> ConsultReply:
    """One turn about Anna."""
    request = ConsultRequest(
        record=given.pop("record", None) or anna(),
        state=given.pop("state", None) or state(),
        message=message,
        moment=MOMENT,
        **given,
    )
    return await run(request, deps=deps)


def scripted(script: Script) -> Runner:
    """A runner whose every role is played by a script."""
    handle: ModelHandle = script.handle()
    return Runner(models={"fast": handle, "reasoning": handle})
