"""Does the recommended question help? The rank of the true disease's entry after one answer, against two plainer choices.

Patients are simulated from the disease annotations and recorded sparsely. For each, one more finding is assessed: the
one that the information gain puts first, one drawn at random from the same open findings (the mean over several draws),
or the most frequent open finding of the leading candidate. Both answers are followed, each weighted by how often the
true disease shows the finding. Where the true disease stands first already a question can only confirm or mislead, so the
gain is also given over the others alone (`open_…`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import Ranking, default_model, rank
from osler.diagnosis.steps import QUESTIONED, questions
from osler.evals.diagnosis.simulate import Habits, SimulatedPatient, simulate
from osler.evals.framework import SuiteRun
from osler.evals.items import ItemResult

_PATIENTS = 500
_SEED = 20250506
_SPARSE = Habits(recorded=0.35)
_DRAWS = 3


def _recommended(ranking: Ranking, _chance: np.random.Generator) -> list[str]:
    return [question.hpo_id for question in questions(ranking, count=1)]


def _random(ranking: Ranking, chance: np.random.Generator) -> list[str]:
    rows = ranking.rows(QUESTIONED)
    pool = sorted({feature.hpo_id for row in rows for feature in ranking.placed(row).missing})
    return [str(term) for term in chance.choice(pool, size=min(_DRAWS, len(pool)), replace=False)] if pool else []


def _most_frequent(ranking: Ranking, _chance: np.random.Generator) -> list[str]:
    missing = ranking.placed(ranking.rows(1)[0]).missing
    return [max(missing, key=lambda feature: feature.frequency).hpo_id] if missing else []


Choice = Callable[[Ranking, np.random.Generator], list[str]]
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
        metrics: dict[str, float] = {"mean_log2_rank_before": float(np.mean([before for before, _ in rows]))}
        for name in CHOICES:
            taken = np.array([gain[name] for _, gain in rows])
            metrics[f"{name}_log2_rank_gain"] = float(taken.mean())
            metrics[f"{name}_standard_error"] = float(taken.std() / np.sqrt(len(taken)))
            to_gain = np.array([gain[name] for before, gain in rows if before > 0])
            metrics[f"open_{name}_log2_rank_gain"] = float(to_gain.mean()) if len(to_gain) else 0.0
        items = [
            ItemResult(
                id=f"simulated {number}",
                score=gains["recommended"],
                gold=patient.disease_id,
                predicted={"log2_rank_before": before, **gains},
            )
            for number, (patient, (before, gains)) in enumerate(zip(patients, rows, strict=True))
        ]
        return SuiteRun(
            n=len(rows),
            metrics=metrics,
            versions={"annotations": default_model(bundled_vocabularies()).annotations.version},
            items=items,
        )


def _follow(patient: SimulatedPatient, number: int) -> tuple[float, dict[str, float]]:
    """The binary logarithm of the true disease's rank, and what each choice is expected to take off it."""
    ranking = rank(patient.query, default_model(bundled_vocabularies()))
    chance = np.random.default_rng((_SEED, number))
    gains = {}
    for name, choose in CHOICES.items():
        expected = [_expected_gain(ranking, patient.disease_id, finding) for finding in choose(ranking, chance)]
        gains[name] = float(np.mean(expected)) if expected else 0.0
    return _log_rank(ranking, patient.disease_id), gains


def _expected_gain(ranking: Ranking, disease_id: str, hpo_id: str) -> float:
    before = _log_rank(ranking, disease_id)
    shown = _shown(ranking, disease_id, hpo_id)
    return sum(
        weight * (before - _log_rank(ranking.with_finding(hpo_id, present=present), disease_id))
        for present, weight in ((True, shown), (False, 1.0 - shown))
        if weight > 0
    )


def _shown(ranking: Ranking, disease_id: str, hpo_id: str) -> float:
    term, row = ranking.model.graph.index(hpo_id), ranking.model.row_of(disease_id)
    return 0.0 if term is None or row is None else float(ranking.model.shown(term)[row])


def _log_rank(ranking: Ranking, disease_id: str) -> float:
    """By the place of the disease's entry: subtypes are one entry, and no question is asked to tell them apart."""
    return math.log2(ranking.family_rank_of(disease_id) or len(ranking))


SUITE = NextSteps()
