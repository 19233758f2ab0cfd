"""Bundles into records beside `fhir.resources` reading the same bytes, and criteria held against a record."""

from __future__ import annotations

import copy
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.figure import Figure
from osler.core.criteria import PatientFacts, evaluate, parse_criterion
from osler.core.patient import read_patient

_EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "patients" / "hypertension_fhir.json"
_TIMES, _ROUNDS, _BAR = 40, 5, 3.0
_CRITERIA = (
    "Age 18 to 75 years", "Hypertension", "Systolic blood pressure >= 140 mmHg", "No history of stroke within 6 months",
    "Serum creatinine <= 1.5 mg/dL", "Treatment with an ACE inhibitor", "Diabetes mellitus or chronic kidney disease",
)  # fmt: skip


def bundle(times: int = _TIMES) -> bytes:
    """The example's bundle with all but the patient repeated, as a history of years has it."""
    content = json.loads(_EXAMPLE.read_text(encoding="utf-8"))
    others = [entry for entry in content["entry"] if entry["resource"]["resourceType"] != "Patient"]
    content["entry"] = [entry for entry in content["entry"] if entry["resource"]["resourceType"] == "Patient"]
    for number in range(times):
        for entry in copy.deepcopy(others):
            entry["resource"]["id"] = f"{entry['resource'].get('id', 'x')}-{number}"
            entry.pop("fullUrl", None)
            content["entry"].append(entry)
    return json.dumps(content).encode()


def measure() -> list[Figure]:
    """Processor time at the median; both readers get the same bytes, in turn."""
    from fhir.resources.R4B.bundle import Bundle

    data = bundle()
    ours, theirs = [], []
    for _ in range(_ROUNDS):
        ours.append(_seconds(lambda: read_patient(data, "fhir")))
        theirs.append(_seconds(lambda: Bundle.model_validate_json(data)))
    mine, other = statistics.median(ours), statistics.median(theirs)
    facts = PatientFacts(read_patient(bundle(4), "fhir").record)
    trees = [parse_criterion(text) for text in _CRITERIA]
    judged = statistics.median(_seconds(lambda: [evaluate(tree, facts) for tree in trees]) for _ in range(30))
    return [
        Figure(
            f"patient: a bundle of {len(data) // 1000} kB read", 1000 * mine, "ms", "fhir.resources", other / mine,
            f"at least {_BAR:g}x as fast", other >= _BAR * mine,
        ),
        Figure("criteria: one held against a record", 1000 * judged / len(trees), "ms"),
    ]  # fmt: skip


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
