"""The caller's loop, the other runs and their requests go on while a run computes."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from osler.casework import GROUNDING, Minds, Work, start, start_grounding
from osler.config import Settings
from osler.core.runs import RunStore
from osler.grounding import GroundingOutput
from osler.grounding.documents import GroundingDocument, read_document
from tests.servers.models import Calls, ModelServer

OFFLINE = Minds(Settings())
FOUND = Calls([("final_result", {"action_type": "extract", "entities": []})])


@pytest.mark.slow
async def test_two_hundred_criteria_are_not_grounded_on_the_callers_loop() -> None:
    """Not measured by the clock, which a busy machine stretches: the caller's loop turns while the work is held up."""
    text = "\n".join(f"- History of osteoarthritis or asthma number {number}" for number in range(200))
    handle = start_grounding(read_document(f"Inclusion Criteria:\n{text}".encode()), minds=OFFLINE)
    turns = 0
    while not handle.done:
        await asyncio.sleep(0)
        turns += 1
    assert len((await handle).state.criteria_ids) == 200
    # On the caller's own loop the whole offline work of a batch is one turn; there were about ten in all.
    assert turns > 100


async def test_a_step_that_blocks_does_not_block_the_caller() -> None:
    """The work waits, as a computation would, for something that only the caller's loop can do."""
    released = threading.Event()

    async def blocking(document: GroundingDocument, work: Work) -> GroundingOutput:
        assert released.wait(60)
        return await GROUNDING.run(document, work)

    handle = start(replace(GROUNDING, run=blocking), read_document(b"History of asthma"), minds=OFFLINE)
    asyncio.get_running_loop().call_soon(released.set)
    assert (await handle).status == "complete"


async def test_a_run_that_computes_holds_up_no_other_run_and_none_of_its_requests() -> None:
    """One run waits, as a computation would, until another has asked its model and is done."""
    released = threading.Event()

    async def blocking(document: GroundingDocument, work: Work) -> GroundingOutput:
        assert released.wait(60)
        return await GROUNDING.run(document, work)

    held = start(replace(GROUNDING, run=blocking), read_document(b"History of asthma"), minds=OFFLINE)
    async with ModelServer(FOUND) as server:
        minds = Minds(Settings.model_validate({"models": server.settings("openai-chat")}))
        other = await start_grounding(read_document(b"History of stroke"), minds=minds)
    assert server.received
    assert not held.done
    assert other.status in {"complete", "partial"}
    released.set()
    assert (await held).status == "complete"


async def test_the_loop_that_sends_requests_does_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a write to the store nor a check of a reply is carried out where all runs' requests are sent from."""
    seen: dict[str, set[str]] = {}

    def watched(name: str) -> None:
        real = getattr(RunStore, name)

        def noting(self: RunStore, *given: Any, **named: Any) -> Any:
            seen.setdefault(name, set()).add(threading.current_thread().name)
            return real(self, *given, **named)

        monkeypatch.setattr(RunStore, name, noting)

    for name in ("begin", "append", "set_versions", "end"):
        watched(name)
    async with ModelServer(FOUND) as server:
        minds = Minds(Settings.model_validate({"models": server.settings("openai-chat")}))
        await start_grounding(read_document(b"History of stroke"), minds=minds)
    assert server.received
    assert set(seen) == {"begin", "append", "set_versions", "end"}
    assert "osler-requests" in {thread.name for thread in threading.enumerate()}
    assert not any("osler-requests" in names for names in seen.values())
