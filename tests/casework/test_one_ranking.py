"""The run's line, the live line and what would change speak of the ranking that is shown."""

from __future__ import annotations

import re

import pytest

from osler.casework import Minds, diagnose_case
from osler.config import Settings
from osler.core.runs import Event, open_store
from tests.casework.test_diagnosis import patient


@pytest.mark.parametrize("finding", ["Waddling gait", "Ectopia lentis"])
async def test_every_place_names_the_entry_that_leads_the_differential(finding: str) -> None:
    seen: list[Event] = []
    output = await diagnose_case(patient(finding), minds=Minds(Settings()), watchers=[seen.append])
    leading = output.differential[0]
    assert (open_store().get(output.run_id or "").outcome or "").startswith(leading.disease)
    told = [event.data["leading"] for event in seen if event.kind == "step_done" and "leading" in event.data]
    assert told[-1] == leading.disease


async def test_what_would_change_counts_the_places_that_are_shown() -> None:
    output = await diagnose_case(patient("Ectopia lentis"), minds=Minds(Settings()))
    shown = {entry.family or entry.disease: place for place, entry in enumerate(output.differential, start=1)}
    told = [
        (found[1], int(found[2]))
        for line in output.what_would_change
        if (found := re.search(r"(?:found|absent), (.+?) moves from rank (\d+)", line))
    ]
    assert told
    assert [(name, shown[name]) for name, _ in told] == told
