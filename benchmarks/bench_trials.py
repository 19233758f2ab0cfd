"""The local registry at size and screening by the thousand: import rate, search time, notes a minute.

The records come from a seeded generator; `OSLER_BENCH_TRIALS` sets how many (100000 for the whole bar), and
`OSLER_BENCH_PATIENTS` how many patients are screened (1000).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.bench_patient import bundle
from benchmarks.figure import Figure
from osler.core.patient import patients_in
from osler.core.terminology import bundled_vocabularies
from osler.evals.trials.synthetic import build
from osler.trials import Deps
from osler.trials.registry import LocalRegistry, TrialQuery
from osler.trials.screening import read_protocol, screen
from osler.trials.settings import TrialSettings

RECORDS = int(os.environ.get("OSLER_BENCH_TRIALS", "4000"))
WHOLE = 100_000
SEARCHES, NOTES = 100, int(os.environ.get("OSLER_BENCH_PATIENTS", "200"))
_CONDITIONS = (
    "asthma",
    "lung cancer",
    "type 2 diabetes",
    "migraine",
    "psoriasis",
    "heart failure",
    "breast cancer",
    "gout",
)
_INCLUSION = (
    "Age {a} to {b} years", "Histologically confirmed {c}", "ECOG performance status 0-1", "Absolute neutrophil count >= 1.5 x 10^9/L",
    "Platelets >= {p} x 10^9/L", "Serum creatinine <= {k} mg/dL within 14 days", "Able to give written informed consent",
    "Life expectancy of at least {m} months", "At least {n} prior lines of therapy", "HbA1c between {h} % and 11 %",
)  # fmt: skip
_EXCLUSION = (
    "Active infection requiring systemic therapy", "History of {c} within {m} months", "Pregnant or breast-feeding women",
    "Known hypersensitivity to the study drug", "Treatment with warfarin or heparin within {n} weeks", "Uncontrolled hypertension",
    "HIV, hepatitis B or hepatitis C infection", "Myocardial infarction, stroke or unstable angina within {m} months",
    "Any condition that in the opinion of the investigator makes the patient unsuitable",
)  # fmt: skip


def records(count: int, seed: int = 7) -> Iterator[str]:
    """Lines of NDJSON, always the same for the same seed."""
    draw = random.Random(seed)
    for number in range(count):
        fields = {
            "a": draw.randint(1, 40),
            "b": draw.randint(50, 90),
            "c": draw.choice(_CONDITIONS),
            "p": draw.randint(50, 150),
        }
        fields |= {
            "k": draw.choice([1.2, 1.5, 2.0]),
            "m": draw.randint(3, 60),
            "n": draw.randint(1, 4),
            "h": draw.randint(5, 8),
        }
        inclusion = "\n".join(f"* {text.format(**fields)}" for text in draw.sample(_INCLUSION, 6))
        exclusion = "\n".join(f"* {text.format(**fields)}" for text in draw.sample(_EXCLUSION, 6))
        yield json.dumps(
            {
                "protocolSection": {
                    "identificationModule": {
                        "nctId": f"OSLER-B-{number:06d}",
                        "briefTitle": f"Synthetic study {number} of {fields['c']}",
                    },
                    "statusModule": {"overallStatus": draw.choice(["RECRUITING", "COMPLETED"])},
                    "conditionsModule": {"conditions": [fields["c"]]},
                    "designModule": {
                        "studyType": "INTERVENTIONAL",
                        "phases": [draw.choice(["PHASE1", "PHASE2", "PHASE3"])],
                    },
                    "eligibilityModule": {
                        "eligibilityCriteria": f"Inclusion Criteria:\n\n{inclusion}\n\nExclusion Criteria:\n\n{exclusion}",
                        "sex": "ALL",
                        "minimumAge": f"{fields['a']} Years",
                    },
                }
            }
        )


def measure() -> list[Figure]:
    """Import, search and screening."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "records.ndjson"
        source.write_text("\n".join(records(RECORDS)) + "\n", encoding="utf-8")
        registry = LocalRegistry(Path(folder) / "index")
        started = _spent()
        registry.import_from(source)
        minutes = (_spent() - started) / RECORDS * WHOLE / 60
        searching = asyncio.run(_search_ms(registry))
        registry.store.close()
        patients = build()["patients"]
        texts = [patients[number % len(patients)]["note"].encode() for number in range(NOTES)]
        notes = asyncio.run(_screen_seconds(Path(folder), texts, "note"))
        bundles = asyncio.run(_screen_seconds(Path(folder), [bundle(times=2)] * NOTES, "fhir"))
    return [
        Figure(f"import of {WHOLE} trials, from {RECORDS}", minutes, "min", bar="≤ 15 min", met=minutes <= 15),
        Figure("search of the index", searching, "ms (median)", bar="≤ 50 ms", met=searching <= 50),
        Figure("screening of 1,000 notes, 25 criteria", notes, "s", bar="≤ 60 s", met=notes <= 60),
        Figure("screening of 1,000 FHIR bundles, 25 criteria", bundles, "s", bar="≤ 90 s", met=bundles <= 90),
    ]


def _spent() -> float:
    """Processor seconds of this process and its workers, shared by two cores: what else the machine does must not count."""
    times = os.times()
    return (times.user + times.system + times.children_user + times.children_system) / 2


async def _search_ms(registry: LocalRegistry) -> float:
    draw, times = random.Random(3), []
    for _ in range(SEARCHES):
        query = TrialQuery(condition=draw.choice(_CONDITIONS), min_age=50, max_age=50, sex="FEMALE")
        started = time.process_time()
        await registry.search(query)
        times.append((time.process_time() - started) * 1000)
    return statistics.median(times)


async def _screen_seconds(folder: Path, patients: list[bytes], form: str) -> float:
    criteria = [
        *_INCLUSION,
        *_EXCLUSION,
        "Atrial fibrillation",
        "Epilepsy",
        "Gout",
        "Stroke",
        "Glaucoma",
        "Tuberculosis",
    ]
    values = {"a": 18, "b": 75, "c": "asthma", "p": 100, "k": 1.5, "m": 6, "n": 2, "h": 6}
    text = folder / "trial.txt"
    text.write_text(
        "Inclusion Criteria:\n\n" + "\n".join(f"* {line.format(**values)}" for line in criteria), encoding="utf-8"
    )
    # Each differs from the others, so that nothing is judged once for all of them.
    raw = [
        source
        for place, data in enumerate(patients)
        for source in patients_in(data + b" " * place, name=str(place), format=form)
    ]
    deps = Deps(registry=LocalRegistry(folder / "none"), settings=TrialSettings(policy="clinical"))
    started = _spent()
    await screen(read_protocol(str(text), None, bundled_vocabularies()), raw, deps=deps)
    return (_spent() - started) / len(raw) * 1000
