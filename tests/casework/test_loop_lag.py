"""A caller's loop goes on while runs compute."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from osler.casework import GROUNDING, Minds, Work, start, start_grounding
from osler.config import Settings
from osler.grounding import GroundingOutput
from osler.grounding.documents import GroundingDocument, read_document

OFFLINE = Minds(Settings())


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
