"""Criteria judged for patients, against the labels of experts, beside GPT-4 and the commonest label."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from osler.core.terminology import vocabulary
from osler.errors import UsageError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, half_of, sample
from osler.evals.trials.annotations import (
    DATA_FORMAT,
    CriterionAnnotation,
    filter_by_keywords,
    load_annotations,
    stratified_sample,
)
from osler.evals.trials.config import HarnessConfig, load_config
from osler.evals.trials.harness import ModelRun, baseline_metrics, dry_run, measured, run_model_benchmark, save_run
from osler.evals.trials.metrics import compute_metrics
from osler.trials import JUDGING, CriterionVerdict, engine_of


class TrialCriteriaSuite:
    """MET, NOT_MET or UNKNOWN for a patient and a criterion."""

    name = "trial-criteria"
    summary = "accuracy, cohens_kappa, f1_macro, recall_met, what was decided; `gpt4` and `majority` with the same keys"
    data_format = DATA_FORMAT
    options: Mapping[str, str] = {
        "policy": "strict (default) or clinical: what a note's silence means",
        "config": "a YAML file: models, sample, filter, policy, batch, budget",
        "dry-run": "print sample, calls and estimated cost, and ask nobody",
        "batch": "pair (default) or trial: one request a trial, as a match does",
        "seed": "of the sample",
        "n-pairs": "sample so many pairs, with the same share of every label",
    }

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure one mind, or the models of a configuration."""
        config = _config(mind, options)
        if data is None and config.data is not None:
            data = config.data
        pairs = filter_by_keywords(load_annotations(required(self, data)), config.keyword_filter)
        if config.n_pairs is not None:
            pairs = stratified_sample(pairs, config.n_pairs, config.seed)
        pairs = sample(pairs, limit, lambda pair: pair.annotation_id)
        if "dry-run" in options:
            return SuiteRun(n=len(pairs), metrics=dry_run(pairs, config), items=[])
        started = time.perf_counter()
        runs = [asyncio.run(run_model_benchmark(model, pairs, config)) for model in config.models]
        seconds = time.perf_counter() - started
        metrics = [measured(run, pairs) for run in runs]
        report: dict[str, Any] = {**metrics[0], **baseline_metrics(pairs), "halves": _halves(runs[0], pairs)}
        if len(runs) > 1:
            report["models"] = {run.model: found for run, found in zip(runs, metrics, strict=True)}
        notes = [note for run in runs for note in run.notes]
        if "config" in options:
            folders = [save_run(run, pairs, found, config) for run, found in zip(runs, metrics, strict=True)]
            notes += [f"run folder: {folder}" for folder in folders]
        first = runs[0]
        return SuiteRun(
            n=len(pairs),
            metrics=report,
            non_answers=dict(_non_answers(first)),
            parse_failures=sum(run.parse_failures for run in runs),
            cost_usd=None if any(run.cost_usd is None for run in runs) else sum(run.cost_usd or 0.0 for run in runs),
            versions={"trial_judgement": engine_of(JUDGING), "vocabulary": vocabulary().version},
            notes=notes,
            seconds=seconds,
            items=_items(first, pairs),
        )


def _config(mind: str, options: Mapping[str, str]) -> HarnessConfig:
    config = load_config(Path(options["config"])) if "config" in options else HarnessConfig(models=[mind])
    given: dict[str, Any] = {name: options[name] for name in ("policy", "batch", "seed") if name in options}
    if "n-pairs" in options:
        given["n_pairs"] = options["n-pairs"]
    try:
        return HarnessConfig.model_validate(config.model_dump() | given)
    except ValueError:
        raise UsageError(
            "an option of the suite has a value that it does not know",
            mend="--policy strict|clinical, --batch pair|trial, --seed N, --n-pairs N",
        ) from None


def _halves(run: ModelRun, pairs: list[CriterionAnnotation]) -> dict[str, dict[str, Any]]:
    """The same figures on both halves by patient: rules are written on one and shown on both."""
    found = {}
    for half in "ab":
        judged = [
            (result.verdict, pair.expert)
            for pair, result in zip(pairs, run.results, strict=True)
            if result is not None and half_of(pair.patient_id) == half
        ]
        metrics = compute_metrics([guess for guess, _ in judged], [gold for _, gold in judged])
        found[half] = {"n": len(judged), **{key: value for key, value in metrics.items() if isinstance(value, float)}}
    return found


def _non_answers(run: ModelRun) -> Counter[str]:
    return Counter(
        result.verdict.value if result is not None else "budget_exhausted"
        for result in run.results
        if result is None or result.verdict in (CriterionVerdict.UNKNOWN, CriterionVerdict.NOT_APPLICABLE)
    )


def _items(run: ModelRun, pairs: list[CriterionAnnotation]) -> list[ItemResult]:
    items = []
    for pair, result in zip(pairs, run.results, strict=True):
        if result is None:
            continue
        guess = CriterionVerdict.UNKNOWN if result.verdict is CriterionVerdict.NOT_APPLICABLE else result.verdict
        items.append(
            ItemResult(
                id=pair.annotation_id,
                score=float(guess is pair.expert),
                gold=pair.expert.value,
                predicted=result.verdict.value,
                group=pair.criterion_type,
            )
        )
    return items


SUITE = TrialCriteriaSuite()
