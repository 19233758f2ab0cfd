"""A whole diagnosis of a note leaves no word of it in any log, event or file name."""

from __future__ import annotations

import asyncio
from pathlib import Path

from osler.casework.diagnosis import diagnose_case
from osler.casework.wiring import Minds
from osler.config import load_settings
from osler.core.patient import read_patient
from osler.core.runs import open_store
from tests.leaks import NOTE, assert_no_leak, everything_logged


def test_a_diagnosis_leaks_nothing(osler_home: Path) -> None:
    settings = load_settings()
    with everything_logged() as lines:
        record = read_patient(NOTE).record
        output = asyncio.run(diagnose_case(record, minds=Minds(settings)))
    stored = open_store(settings).get("last")

    assert stored.status == "done"
    assert stored.events
    assert output.differential
    assert_no_leak("\n".join(lines))
    assert_no_leak(" ".join(str(path.relative_to(osler_home)) for path in osler_home.rglob("*")))
    # Events may name findings by code, so only what identifies is looked for.
    shown = str([event.model_dump() for event in stored.events]).lower()
    for word in ("zebrowitz", "quillon", "isolde", "tarnholm", "glassblower", "88-412-907", "617-555-0142"):
        assert word not in shown
    assert {path.stat().st_mode & 0o077 for path in osler_home.rglob("*") if path.is_file()} == {0}
