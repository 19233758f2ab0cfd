"""Disease ranking: milliseconds a case, memory, and the time to be ready, in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys

from benchmarks.figure import Figure

_PATIENTS = 300

_PROGRAM = f"""
import json, resource, time
started = time.perf_counter()
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import default_model, rank
default_model(bundled_vocabularies())
ready = time.perf_counter() - started
from osler.evals.diagnosis.simulate import simulate
queries = [patient.query for patient in simulate({_PATIENTS}, seed=11)]
for query in queries[:50]:
    rank(query, default_model(bundled_vocabularies()))
started = time.perf_counter()
for query in queries:
    rank(query, default_model(bundled_vocabularies())).rows(10)
ranked = time.perf_counter() - started
started = time.perf_counter()
for query in queries[:30]:
    rank(query, default_model(bundled_vocabularies())).top(10)
explained = time.perf_counter() - started
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([ready, ranked / len(queries), explained / 30, memory]))
"""


def measure() -> list[Figure]:
    """The figures of a warm process on one core; the caches are built by a first, unmeasured run."""
    _run()
    ready, ranked, explained, memory = _run()
    return [
        Figure("diagnosis: ready to rank, caches built", ready, "s", bar="<= 1.5", met=ready <= 1.5),
        Figure("diagnosis: ranking a case", ranked * 1e3, "ms", bar="<= 10", met=ranked <= 0.010),
        Figure("diagnosis: ranking with the reasons of ten diseases", explained * 1e3, "ms"),
        Figure("diagnosis: memory of the process", memory, "MB", bar="<= 700", met=memory <= 700),
    ]


def _run() -> tuple[float, float, float, float]:
    answer = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, check=True, text=True)
    ready, ranked, explained, memory = json.loads(answer.stdout)
    return ready, ranked, explained, memory
