"""A turn of a conversation with the offline mind, the patient's graph open."""

from __future__ import annotations

import asyncio
import datetime as dt
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.bench_patient import bundle
from benchmarks.figure import Figure
from osler.consult import ConsultRequest, ConsultState, Deps, run
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import read_patient

_BAR_MS = 150.0
_MESSAGES = (
    "What are my active conditions?", "What was my last blood pressure?", "Which medicines do I take?", "How old am I?",
    "My blood pressure was 130/85 this morning", "How is my heart doing?", "When was my last visit?", "Thank you!",
)  # fmt: skip
_MOMENT = dt.datetime(2024, 6, 2, 9, 30, tzinfo=dt.UTC)


def measure() -> list[Figure]:
    """Processor time of a turn, the median over the messages asked three times; the first round is not counted."""
    record = read_patient(bundle(4), "fhir").record
    with tempfile.TemporaryDirectory() as folder:
        graphs = LadybugGraphs(Path(folder))
        graphs.load("p", project(record))
        deps = Deps(graphs=graphs)
        times = []
        for number in range(4):
            for message in _MESSAGES:
                request = ConsultRequest(
                    record=record, state=ConsultState(patient_id="p"), message=message, moment=_MOMENT
                )
                started = time.process_time()
                asyncio.run(run(request, deps=deps))
                if number:
                    times.append(1000 * (time.process_time() - started))
        graphs.close()
    middle = statistics.median(times)
    return [Figure("consult: a turn offline, p50", middle, "ms (median)", bar=f"<= {_BAR_MS:g}", met=middle <= _BAR_MS)]
