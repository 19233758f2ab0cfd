"""Grounding eligibility criteria offline on one core, beside medspaCy reading the same criteria in the same run.

Osler does more: it finds entities of six types, searches a concept for each over the terminology tool, chooses, and
validates. medspaCy finds the names of HPO and their context.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
import time
import zipfile
from pathlib import Path

from tests.conftest import SHARED

from benchmarks.bench_language import write_obo
from benchmarks.figure import Figure
from osler.core.criteria import split
from osler.core.terminology import hpo
from osler.grounding import CriterionText, ground

_PYTHON = Path(__file__).resolve().parent.parent / ".venv-bench" / "bin" / "python"
_CRITERIA = 3000
_BASELINE_CRITERIA = 300
_BAR = 300.0


def measure() -> list[Figure]:
    corpus, texts = _texts()
    criteria = [CriterionText(id=str(number), text=text) for number, text in enumerate(texts)]
    ground(criteria[:20])
    started = time.process_time()
    state = ground(criteria)
    ours = len(criteria) / (time.process_time() - started)
    theirs = _medspacy(texts[:_BASELINE_CRITERIA])
    name = f"grounding, criteria/s ({corpus}, {len(criteria)} criteria, {len(state.grounded_entities)} entities)"
    baseline = "medspaCy" if theirs else "medspaCy: not installed"
    return [Figure(name, ours, "1/s", baseline, ours / theirs if theirs else None, f"≥ {_BAR:g}", ours >= _BAR)]


def _texts() -> tuple[str, list[str]]:
    """The criteria of Chia where they are at hand, else sentences over the names of HPO."""
    archive = SHARED / "chia.zip"
    if archive.is_file():
        with zipfile.ZipFile(archive) as corpus:
            names = sorted(name for name in corpus.namelist() if name.endswith(".txt"))
            documents = [corpus.read(name).decode("utf-8") for name in names]
        found = [text[raw.start : raw.end] for text in documents for raw in split(text).criteria]
        return "Chia", found[:_CRITERIA]
    graph = hpo()
    labels = [str(graph.label(concept)) for concept in graph.ids[: 2 * _CRITERIA]]
    pairs = zip(labels[::2], labels[1::2], strict=False)
    return "synthetic", [f"No history of {one} or severe {other} within 6 months" for one, other in pairs]


def _medspacy(texts: list[str]) -> float | None:
    """Criteria a second, or None where the benchmark environment is not installed."""
    if not _PYTHON.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        obo, request = Path(folder, "hp.obo"), Path(folder, "request.json")
        write_obo(obo)
        request.write_text(json.dumps({"obo": str(obo), "texts": texts, "rounds": 2}), encoding="utf-8")
        script = Path(__file__).with_name("language_baselines.py")
        done = subprocess.run(
            [str(_PYTHON), str(script), "medspaCy", str(request)],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
    return len(texts) / float(statistics.median(json.loads(done.stdout)))
