"""Another system on the same cases: hpo3, in an environment of its own, where it is installed."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from osler.errors import ServiceError
from osler.evals.diagnosis.cases import PublishedCase
from osler.evals.diagnosis.measure import rank_metrics

_SCRIPT = Path(__file__).with_name("hpo3_reference.py")
_MOST_CASES = 400
_TIMEOUT_SECONDS = 1800


def bench_python() -> Path:
    """The Python of the environment for other systems; `OSLER_BENCH_PYTHON` names another one."""
    return Path(os.environ.get("OSLER_BENCH_PYTHON") or Path(".venv-bench") / "bin" / "python")


def compare_hpo3(cases: Sequence[PublishedCase]) -> dict[str, Any] | None:
    """hpo3's metrics on the first cases (it takes half a second each), or None where it is not installed."""
    python = bench_python()
    if not _has_hpo3(python):
        return None
    chosen = cases[:_MOST_CASES]
    request = {"cases": [{"observed": case.query.observed, "diagnosis": case.diagnosis} for case in chosen]}
    answer = subprocess.run(  # noqa: S603
        [python, str(_SCRIPT)],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
        timeout=_TIMEOUT_SECONDS,
    )
    if answer.returncode:
        raise ServiceError("hpo3 failed on these cases", mend=f"run {_SCRIPT.name} with {python} to see why")
    found = json.loads(answer.stdout)
    return {
        "n": len(chosen),
        "version": found["version"],
        "seconds_per_item": found["seconds"] / len(chosen),
        **rank_metrics(found["places"]),
    }


def _has_hpo3(python: Path) -> bool:
    if not python.is_file():
        return False
    found = subprocess.run([python, "-c", "import pyhpo"], capture_output=True, check=False)  # noqa: S603
    return found.returncode == 0
