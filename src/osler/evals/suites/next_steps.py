"""Does the recommended question help? The rank of the true disease after one answer, against two plainer choices.

Patients are simulated from the disease annotations and recorded sparsely. For each, one more finding is assessed: the
one that the information gain puts first, one drawn at random from the same open findings, or the most frequent open
finding of the leading candidate. The answer is drawn from the true disease's own frequency, the same draw for every
choice, and the ranking is run again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from osler.diagnosis.ranking import Ranking, default_model, rank
from osler.diagnosis.simulate import Habits, SimulatedPatient, simulate
from osler.diagnosis.steps.next_steps import COMPARED, questions
from osler.evals.framework import SuiteRun

_PATIENTS = 500
_SEED = 20250506
_SPARSE = Habits(recorded=0.35)

Choice = Callable[[Ranking, np.random.Generator], str | None]


def _recommended(ranking: Ranking, _chance: np.random.Generator) -> str | None:
    asked = questions(ranking, count=1)
    return asked[0].hpo_id if asked else None


def _random(ranking: Ranking, chance: np.random.Generator) -> str | None:
    rows = ranking.rows(COMPARED)
    pool = sorted({feature.hpo_id for row in rows for feature in ranking.detail(row, 1).missing})
    return pool[int(chance.integers(len(pool)))] if pool else None


def _most_frequent(ranking: Ranking, _chance: np.random.Generator) -> str | None:
    missing = ranking.detail(ranking.rows(1)[0], 1).missing
    return max(missing, key=lambda feature: feature.frequency).hpo_id if missing else None


CHOICES: Mapping[str, Choice] = {
    "recommended": _recommended,
    "random": _random,
    "most_frequent": _most_frequent,
}


class NextSteps:
    """The suite."""

    name = "next-steps"
    summary = "Whether the recommended next finding raises the true disease more than a plainer choice does."
    data_format = "none: patients are simulated from the bundled annotations"
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure on simulated patients; a mind has no part in it."""
        patients = simulate(limit or _PATIENTS, seed=_SEED, habits=_SPARSE)
        rows = [_follow(patient, number) for number, patient in enumerate(patients)]
        before = np.array([row["before"] for row in rows])
        metrics: dict[str, Any] = {"mean_log2_rank_before": float(np.log2(before).mean()), "mrr_before": _mrr(before)}
        for name in CHOICES:
            after = np.array([row[name] for row in rows])
            metrics[f"{name}_log2_rank_gain"] = float((np.log2(before) - np.log2(after)).mean())
            metrics[f"{name}_mrr"] = _mrr(after)
        return SuiteRun(n=len(rows), metrics=metrics, versions={"annotations": default_model().annotations.version})


def _follow(patient: SimulatedPatient, number: int) -> dict[str, float]:
    """The rank of the true disease before, and after each choice's answer."""
    ranking = rank(patient.query)
    before = ranking.rank_of(patient.disease_id) or math.inf
    result = {"before": before}
    for name, choose in CHOICES.items():
        chance = np.random.default_rng((_SEED, number))
        finding = choose(ranking, chance)
        if finding is None:
            result[name] = before
            continue
        present = _has(ranking, patient.disease_id, finding, np.random.default_rng((_SEED, number, 1)))
        after = ranking.with_finding(finding, present=present)
        result[name] = after.rank_of(patient.disease_id) or before
    return result


def _has(ranking: Ranking, disease_id: str, hpo_id: str, chance: np.random.Generator) -> bool:
    term, row = ranking.model.graph.index(hpo_id), ranking.model.row_of(disease_id)
    if term is None or row is None:
        return False
    return bool(chance.random() < ranking.model.shown(term)[row])


def _mrr(ranks: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    return float((1.0 / ranks).mean())


SUITE = NextSteps()
