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
from osler.core.patient import PatientRecord
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


async def talk(
    record: PatientRecord, graph: LadybugGraphs, *messages: str, moment: dt.datetime, start: ConsultState, **given: Any
) -> ConsultReply:
    """A conversation without a model, a turn for each message; the reply to the last."""
    now, reply = start, ConsultReply()
    async with Runner() as runner:
        for message in messages:
            request = ConsultRequest(record=record, state=now, message=message, moment=moment, **given)
            reply = await run(request, deps=Deps(runner=runner, graphs=graph))
            assert reply.state is not None
            now = reply.state
    return reply


def entry(ident: str, text: str, day: str, status: str) -> dict[str, Any]:
    """A condition or a medicine of a record, from a day on."""
    return {"id": ident, "text": text, "status": status, "time": {"start": {"date": day}}}


def value(name: str, number: float, unit: str, day: str) -> dict[str, Any]:
    """A measured value of a record."""
    quantity, time = {"value": number, "unit": unit}, {"at": {"date": day}}
    return {"id": f"{name}-{day}", "text": name, "status": "final", "quantity": quantity, "time": time}


def done(ident: str, text: str, day: str) -> dict[str, Any]:
    """A procedure of a record."""
    return {"id": ident, "text": text, "status": "completed", "time": {"at": {"date": day}}}


def scripted(script: Script) -> Runner:
    """A runner whose every role is played by a script."""
    handle: ModelHandle = script.handle()
    return Runner(models={"fast": handle, "reasoning": handle})
