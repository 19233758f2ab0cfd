"""The vocabulary: finding names in text, starting with and without a compiled store, and the memory it takes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.figure import Figure
from osler.core.terminology import hpo, vocabulary

_LENGTH = 1_200
_TEXTS = 100
_START = """
import resource, time
started = time.perf_counter()
from osler.core.terminology import disease_annotations, hpo, vocabulary
vocabulary().find("seizures and hypotonia")
seconds = time.perf_counter() - started
hpo(), disease_annotations()
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def measure() -> list[Figure]:
    milliseconds = _find()
    with tempfile.TemporaryDirectory() as folder:
        first, peak = _start(folder)
        cold, memory = _start(folder)
    return [
        Figure(
            f"find names in {_LENGTH} characters", milliseconds, "ms (median)", bar="≤ 0.7 ms", met=milliseconds <= 0.7
        ),
        Figure("first find, store not compiled", first, "s", bar="≤ 20 s", met=first <= 20),
        Figure("peak memory while everything is compiled", peak, "MB", bar="≤ 600 MB", met=peak <= 600),
        Figure("first find of a new process", cold, "s", bar="≤ 2 s with caches built", met=cold <= 2),
        Figure("memory with all vocabularies", memory, "MB", bar="≤ 600 MB", met=memory <= 600),
    ]


def _find() -> float:
    """Processor time of one text, the median over definitions of HPO terms joined to the length of an abstract."""
    graph, words = hpo(), vocabulary()
    joined = " ".join(graph.definition(concept) or "" for concept in graph.ids)
    texts = [joined[start : start + _LENGTH] for start in range(0, _LENGTH * _TEXTS, _LENGTH)]
    for text in texts:
        words.find(text)
    seconds = []
    for text in texts:
        started = time.process_time()
        words.find(text)
        seconds.append(time.process_time() - started)
    return 1000 * statistics.median(seconds)


def _start(cache: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", _START],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "OSLER_CACHE": cache},
    )
    seconds, memory = done.stdout.split()
    return float(seconds), float(memory)
