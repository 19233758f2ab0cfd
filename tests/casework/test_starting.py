"""A capability of three lines on the record: a handle at once, events, cancelling, and what is kept."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from pydantic import BaseModel

from osler.casework import Capability, Minds, Work, capability, start
from osler.config import Settings
from osler.core.patient import read_patient
from osler.core.results import Envelope
from osler.core.runs import RunContext, kind_of, open_store
from osler.core.runs.replay import replay_run
from osler.errors import UsageError
from tests.casework.registered import registered

if TYPE_CHECKING:
    from osler.core.terminology import Vocabularies

OFFLINE = Minds(Settings())


class Question(BaseModel):
    words: str
    wait: bool = False


class Answer(Envelope):
    words: str


class Reworded(BaseModel):
    before: str
    after: str

    def lines(self) -> list[str]:
        return [] if self.before == self.after else [f"{self.before} to {self.after}"]


async def _shout(given: Question, work: Work) -> Answer:
    work.recorder.event("shout", "step_started")
    if given.wait:
        await asyncio.Event().wait()
    if not given.words:
        raise UsageError("there is nothing to shout", mend="give words")
    work.recorder.event("shout", "step_done")
    return Answer(words=given.words.upper(), minds={"shout": "offline"}, versions={"voice": "1"})


SHOUT = Capability(
    name="shout",
    input_type=Question,
    output_type=Answer,
    run=_shout,
    compare=lambda before, after: Reworded(before=before.words, after=after.words),
    outcome=lambda output: output.words,
    about=lambda given: RunContext(label=given.words),
)


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with registered(SHOUT):
        yield


async def test_what_was_shown_is_what_was_stored() -> None:
    output = await start(SHOUT, Question(words="hey"), minds=OFFLINE, context=RunContext(patient="p1"))
    assert (output.words, output.stored, output.not_stored) == ("HEY", True, "")
    stored = open_store().get(output.run_id or "")
    assert stored.result == output.model_dump(mode="json")
    assert stored.input == {"words": "hey", "wait": False}
    assert (stored.label, stored.patient, stored.outcome) == ("hey", "p1", "HEY")
    assert stored.versions["voice"] == "1"


async def test_a_handle_is_there_before_the_work_is_done_and_can_be_cancelled() -> None:
    handle = start(SHOUT, Question(words="hey", wait=True), minds=OFFLINE)
    first = await anext(aiter(handle.events()))
    assert (first.step, first.kind) == ("shout", "step_started")
    assert not handle.done
    assert open_store().get(handle.run_id).status == "running"
    handle.cancel()
    with pytest.raises(asyncio.CancelledError):
        await handle.result()
    # The last event comes when the record is closed; whoever waits may be told before.
    assert [event.kind async for event in handle.events()] == ["step_started"]
    assert open_store().get(handle.run_id).status == "interrupted"


@pytest.mark.parametrize("where", ["loading", "computing"])
async def test_whoever_calls_off_a_run_that_loads_or_computes_is_not_kept(where: str) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def hold(*_: object) -> None:
        begun.set()
        go_on.wait(60)

    async def compute(given: Question, work: Work) -> Answer:
        hold()
        await asyncio.sleep(0)
        return Answer(words=given.words)

    slow = replace(SHOUT, prepare=hold) if where == "loading" else replace(SHOUT, run=compute)
    handle = start(slow, Question(words="hey"), minds=OFFLINE)
    assert await asyncio.to_thread(begun.wait, 60)
    handle.cancel()
    with pytest.raises(asyncio.CancelledError):
        await handle.result()
    assert not go_on.is_set()
    go_on.set()
    assert [event.kind async for event in handle.events()] == []
    assert open_store().get(handle.run_id).status == "interrupted"


async def test_whoever_stops_waiting_does_not_stop_the_run() -> None:
    handle = start(SHOUT, Question(words="hey", wait=True), minds=OFFLINE)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(handle.result(), 0.01)
    assert not handle.done
    handle.cancel()


async def test_the_callers_loop_goes_on_and_may_even_be_blocked() -> None:
    """As in a notebook: a loop runs, and nobody awaits."""
    assert start(SHOUT, Question(words="hey"), minds=OFFLINE).wait().words == "HEY"


async def test_an_error_reaches_whoever_waits_and_the_record() -> None:
    handle = start(SHOUT, Question(words=""), minds=OFFLINE)
    with pytest.raises(UsageError):
        await handle
    assert open_store().get(handle.run_id).status == "failed"


def test_an_unrecorded_run_leaves_no_trace(osler_home: Path) -> None:
    output = start(SHOUT, Question(words="hey"), minds=OFFLINE, record=False).wait()
    assert (output.words, output.run_id, output.stored) == ("HEY", None, False)
    assert output.not_stored
    assert list(osler_home.iterdir()) == []


async def test_a_registered_capability_is_replayed_and_compared() -> None:
    runs = [await start(SHOUT, Question(words=words), minds=OFFLINE) for words in ("hey", "ho")]
    first, second = (open_store().get(output.run_id or "") for output in runs)
    assert (await replay_run(first)).same_result
    assert kind_of(first).changes(first, second).lines() == ["HEY to HO"]


async def test_the_readers_problems_are_stored_with_the_result() -> None:
    from osler.casework import diagnose_case

    read = read_patient(json.dumps({"hpo_terms": ["HP:0001250", "HP:0001251"], "age": "soon"}), "input")
    assert read.problems
    output = await diagnose_case(read.record, problems=read.problems, minds=OFFLINE)
    assert output.problems[: len(read.problems)] == read.problems
    assert open_store().get(output.run_id or "").result == output.model_dump(mode="json")
    assert (await replay_run(open_store().get(output.run_id or ""))).same_result


async def test_identifiers_are_derived_from_the_record_and_not_stored_beside_it() -> None:
    from osler.casework import DIAGNOSIS, diagnose_case

    bundle = {
        "resourceType": "Patient", "id": "p-77", "name": [{"family": "Zebrowski", "given": ["Quentin"]}],
    }  # fmt: skip
    read = read_patient(json.dumps(bundle), "fhir")
    form = read_patient(json.dumps({"hpo_terms": ["HP:0001250"]}), "input").record
    record = read.record.model_copy(update={"phenotypes": form.phenotypes})
    output = await diagnose_case(record, minds=OFFLINE)
    stored = open_store().get(output.run_id or "")
    assert set(stored.input) == {"record", "genes", "problems", "acknowledged"}
    gate = DIAGNOSIS.gate(DIAGNOSIS.input_of(stored))
    assert gate is not None
    assert "Zebrowski" not in gate.scrub("Mr. Zebrowski is seen")
    assert stored.patient == "p-77"


@pytest.mark.parametrize("name", capability.capability_names())
def test_what_texts_are_read_with_is_compiled_before_a_runs_budget_begins(name: str) -> None:
    class Asked:
        def __init__(self) -> None:
            self.parts: set[str] = set()

        def __getattr__(self, part: str) -> None:
            self.parts.add(part)

    asked = Asked()
    capability.capability_named(name).prepare(cast("Vocabularies", asked))
    assert {"hpo", "names", "hierarchy", "searchers"} <= asked.parts
