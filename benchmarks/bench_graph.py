"""One patient's graph at size: loading it, and a question over two hops with the safety check that every query passes.

`OSLER_BENCH_NODES` sets how many nodes (100000 for the whole bar).
"""

from __future__ import annotations

import os
import resource
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.figure import Figure
from osler.core.graph import GraphData, LadybugGraphs, Node, Relationship

NODES = int(os.environ.get("OSLER_BENCH_NODES", "100000"))
_KINDS, _QUESTIONS, _BY_NAME_QUESTIONS = 200, 100, 20
_BAR_MS = 20.0
_TWO_HOPS = (
    "MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation)-[:IS_A]->(t:ObservationType) "
    "WHERE t.uuid = $kind RETURN o.name, o.value, o.date ORDER BY o.date DESC LIMIT 20"
)

_BY_NAME = _TWO_HOPS.replace("t.uuid = $kind", "toLower(t.name) CONTAINS $kind")
"""As a model writes it; the offline mind asks for the types first and then by their keys."""


def measure() -> list[Figure]:
    """Processor time, at the median for questions, and the memory of the process after loading."""
    with tempfile.TemporaryDirectory() as folder:
        graphs = LadybugGraphs(Path(folder))
        data = _data()
        started = time.process_time()
        graphs.load("big", data)
        loaded = time.process_time() - started
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        times, judged = [], []
        for number in range(_QUESTIONS):
            began = time.process_time()
            found = graphs.query("big", _TWO_HOPS, {"kind": f"t{number}"})
            times.append(1000 * (time.process_time() - began))
            if found.status != "ok" or len(found.rows) != 20:
                raise RuntimeError(f"the graph gave no answer: {found.status} {found.reason}")
            began = time.process_time()
            graphs.guard.judge(_TWO_HOPS, {"kind": f"t{number}"})
            judged.append(1000 * (time.process_time() - began))
        by_name = [_asked(graphs, f"kind {number}") for number in range(_KINDS - _BY_NAME_QUESTIONS, _KINDS)]
        graphs.close()
    hops, named = statistics.median(times), statistics.median(by_name)
    return [
        Figure(f"graph: {NODES} nodes loaded", loaded, "s"),
        Figure(f"graph: two hops among {NODES} nodes, checked", hops, "ms (median)", bar=f"<= {_BAR_MS:g}", met=hops <= _BAR_MS),
        Figure("graph: the same by a part of the type's name", named, "ms (median)", bar=f"<= {_BAR_MS:g}", met=named <= _BAR_MS),
        Figure("graph: the safety check alone", statistics.median(judged), "ms (median)"),
        Figure("graph: memory of the process", memory, "MB"),
    ]  # fmt: skip


def _asked(graphs: LadybugGraphs, name: str) -> float:
    began = time.process_time()
    graphs.query("big", _BY_NAME, {"kind": name})
    return 1000 * (time.process_time() - began)


def _data() -> GraphData:
    kinds = [Node("ObservationType", f"t{n}", {"name": f"kind {n}"}) for n in range(_KINDS)]
    count = NODES - _KINDS - 1
    values = [
        Node("Observation", f"o{n}", {"name": f"kind {n % _KINDS}", "value": float(n), "unit": "mg/dL", "date": None})
        for n in range(count)
    ]
    links = [Relationship(("Patient", "big"), "HAS_OBSERVATION", ("Observation", f"o{n}")) for n in range(count)]
    links += [
        Relationship(("Observation", f"o{n}"), "IS_A", ("ObservationType", f"t{n % _KINDS}")) for n in range(count)
    ]
    return GraphData(nodes=[Node("Patient", "big", {}), *kinds, *values], relationships=links)
