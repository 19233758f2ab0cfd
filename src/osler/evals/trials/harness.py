"""The harness of the criterion benchmark: each model over the same sample, with budget guard, metrics and a run folder."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from osler.config import data_dir, load_settings, mind_flags, write_private
from osler.core.agents import Runner, price_of
from osler.core.terminology import bundled_vocabularies
from osler.evals.trials.annotations import CriterionAnnotation, criterion_of, view_of
from osler.evals.trials.config import HarnessConfig
from osler.evals.trials.metrics import INTERVALS, bootstrap, compute_metrics, evidence_overlap
from osler.trials import CriterionResult, CriterionVerdict, Deps, ModelResponse, RunResult, TrialVerdict
from osler.trials.judging import topic_of
from osler.trials.screening import NoRegistry
from osler.trials.settings import TrialSettings
from osler.trials.steps import aggregate_to_trial_verdict, validate, verdict_if_unknown_passes

_CHARACTERS_PER_TOKEN = 4
_INSTRUCTION_TOKENS, _REPLY_TOKENS = 600, 150
_DISAGREEMENTS = 200


@dataclass
class ModelRun:
    """What one model did: a result a pair (None where the budget ended before), cost and failures."""

    model: str
    results: list[CriterionResult | None]
    cost_usd: float | None = 0.0
    parse_failures: int = 0
    notes: list[str] = field(default_factory=list)


async def run_model_benchmark(model: str, pairs: Sequence[CriterionAnnotation], config: HarnessConfig) -> ModelRun:
    """Let one model judge the sample; pairs that the budget did not reach stay out of the metrics."""
    flags = mind_flags(model)
    settings = TrialSettings(policy=config.policy, two_stage=config.two_stage)
    run = ModelRun(model, [None] * len(pairs))
    groups = _groups(pairs, config)
    slots = asyncio.Semaphore(config.max_concurrent)
    async with Runner(load_settings(flags=flags)) as runner:
        deps = Deps(runner=runner, registry=NoRegistry(), settings=settings)

        async def judge(places: list[int]) -> None:
            async with slots:
                if run.cost_usd is not None and run.cost_usd > 0 and run.cost_usd >= config.budget_max_usd:
                    return
                first = pairs[places[0]]
                criteria = [criterion_of(pairs[place]) for place in places]
                results, problems = await validate(
                    criteria, view_of(first.note), deps, topic_of(first.trial_title, bundled_vocabularies())
                )
                run.parse_failures += any("no usable answer" in problem.message for problem in problems)
                for place, result in zip(places, results, strict=True):
                    run.results[place] = result
                costs = [_cost(result.model_response, model, config) for result in results if result.model_response]
                known = [cost for cost in costs if cost is not None]
                run.cost_usd = None if len(known) < len(costs) or run.cost_usd is None else run.cost_usd + sum(known)

        await asyncio.gather(*(judge(places) for places in groups))
    if left := sum(result is None for result in run.results):
        run.notes.append(f"{model}: the budget of ${config.budget_max_usd:g} ended before {left} pairs")
    return run


def _cost(response: ModelResponse, model: str, config: HarnessConfig) -> float | None:
    """What a response cost: the price that the run states, else what the model's own price makes of it."""
    price = config.price_per_million_tokens.get(model)
    return response.cost_usd if price is None else response.tokens * price / 1e6


def measured(run: ModelRun, pairs: Sequence[CriterionAnnotation]) -> dict[str, Any]:
    """The metrics of a model's run, with intervals and the aggregation to trials by both rules."""
    judged = [(pair, result) for pair, result in zip(pairs, run.results, strict=True) if result is not None]
    predicted = [_three(result.verdict) for _, result in judged]
    expert = [pair.expert for pair, _ in judged]
    both = list(zip(predicted, expert, strict=True))
    overlaps = [
        evidence_overlap(frozenset(result.evidence_sentences), pair.expert_sentences) for pair, result in judged
    ]
    return {
        **compute_metrics(predicted, expert),
        "evidence_f1": sum(overlaps) / len(overlaps) if overlaps else 0.0,
        "intervals": {name: bootstrap(both, measure) for name, measure in INTERVALS.items()},
        "not_applicable": sum(result.verdict is CriterionVerdict.NOT_APPLICABLE for _, result in judged),
        "assumed": sum(bool(result.assumptions) for _, result in judged),
        "trials": trial_level(judged),
        "cost_usd": run.cost_usd,
        "parse_failures": run.parse_failures,
    }


def baseline_metrics(pairs: Sequence[CriterionAnnotation]) -> dict[str, dict[str, Any]]:
    """GPT-4 as the data has it, and the commonest label of each type, with the same keys."""
    found: dict[str, dict[str, Any]] = {}
    told = [pair for pair in pairs if pair.gpt4 is not None]
    if told:
        overlaps = [evidence_overlap(pair.gpt4_sentences, pair.expert_sentences) for pair in told]
        labels = [pair.gpt4 for pair in told if pair.gpt4 is not None]
        found["gpt4"] = {
            **compute_metrics(labels, [pair.expert for pair in told]),
            "evidence_f1": sum(overlaps) / len(overlaps),
        }
    common = {"inclusion": CriterionVerdict.MET, "exclusion": CriterionVerdict.NOT_MET}
    empty = [evidence_overlap(frozenset(), pair.expert_sentences) for pair in pairs]
    found["majority"] = {
        **compute_metrics([common[pair.criterion_type] for pair in pairs], [pair.expert for pair in pairs]),
        "evidence_f1": sum(empty) / len(empty) if empty else 0.0,
    }
    return found


def trial_level(judged: Sequence[tuple[CriterionAnnotation, CriterionResult]]) -> dict[str, Any]:
    """Patient and trial together: how often the aggregated verdict is the one that the expert labels give."""
    groups: dict[tuple[str, str], list[tuple[CriterionAnnotation, CriterionResult]]] = defaultdict(list)
    for pair, result in judged:
        groups[pair.patient_id, pair.trial_id].append((pair, result))
    strict = lenient = 0
    for members in groups.values():
        ours = [result for _, result in members]
        theirs = [result.model_copy(update={"verdict": pair.expert}) for pair, result in members]
        strict += aggregate_to_trial_verdict(ours) is aggregate_to_trial_verdict(theirs)
        lenient += verdict_if_unknown_passes(ours) is verdict_if_unknown_passes(theirs)
    total = len(groups)
    share = {"accuracy": strict / total, "accuracy_if_unknown_passes": lenient / total} if total else {}
    return {"n": total, **share}


def dry_run(pairs: Sequence[CriterionAnnotation], config: HarnessConfig) -> dict[str, Any]:
    """What a run would do: the sample, the calls and what they would cost; nobody is asked."""
    groups = _groups(pairs, config)
    stages = 2 if config.two_stage else 1
    characters = sum(
        len(pairs[places[0]].note) + sum(len(pairs[place].criterion_text) for place in places) for places in groups
    )
    told = stages * (characters // _CHARACTERS_PER_TOKEN + len(groups) * _INSTRUCTION_TOKENS)
    replied = stages * len(pairs) * _REPLY_TOKENS
    return {
        "dry_run": True,
        "sample": [pair.annotation_id for pair in pairs],
        "n_pairs": len(pairs),
        "models": {
            model: {
                "calls": 0 if model == "offline" else stages * len(groups),
                "estimated_tokens": 0 if model == "offline" else told + replied,
                "estimated_cost_usd": _estimate(model, told, replied, config),
            }
            for model in config.models
        },
    }


def _estimate(model: str, told: int, replied: int, config: HarnessConfig) -> float | None:
    """What so many tokens cost by the price that the run states, else by the configured or published one."""
    if model == "offline":
        return 0.0
    stated = config.price_per_million_tokens.get(model)
    if stated is not None:
        return round((told + replied) * stated / 1e6, 4)
    price = price_of(load_settings(flags=mind_flags(model)).models.fast)
    return None if price is None else round(price.of(told, replied), 4)


def save_run(
    run: ModelRun, pairs: Sequence[CriterionAnnotation], metrics: dict[str, Any], config: HarnessConfig
) -> Path:
    """The run folder: config, results, metrics, cost, and the disagreements for a person to read."""
    run_id = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{run.model.replace(':', '-').replace('/', '-')}"
    folder = data_dir() / "benchmarks" / run_id
    result = RunResult(
        run_id=run_id,
        model_name=run.model,
        results=[item for item in run.results if item is not None],
        metrics=metrics,
        trials=_trial_verdicts(run, pairs),
        cost_usd=run.cost_usd,
        parse_failures=run.parse_failures,
    )
    differing = [
        {
            "annotation_id": pair.annotation_id,
            "criterion": pair.criterion_text,
            "type": pair.criterion_type,
            "expert": pair.expert.value,
            "predicted": item.verdict.value,
            "reasoning": item.reasoning,
        }
        for pair, item in zip(pairs, run.results, strict=True)
        if item is not None and _three(item.verdict) is not pair.expert
    ]
    write_private(folder / "config.json", config.model_dump_json(indent=1))
    write_private(folder / "results.json", result.model_dump_json(indent=1))
    write_private(folder / "metrics.json", json.dumps(metrics, indent=1))
    costs = {"cost_usd": run.cost_usd, "parse_failures": run.parse_failures}
    write_private(folder / "cost_summary.json", json.dumps(costs, indent=1))
    write_private(folder / "disagreements.json", json.dumps(differing[:_DISAGREEMENTS], indent=1, ensure_ascii=False))
    return folder


def _trial_verdicts(run: ModelRun, pairs: Sequence[CriterionAnnotation]) -> dict[str, TrialVerdict]:
    groups: dict[str, list[CriterionResult]] = defaultdict(list)
    for pair, result in zip(pairs, run.results, strict=True):
        if result is not None:
            groups[f"{pair.patient_id}/{pair.trial_id}"].append(result)
    return {name: aggregate_to_trial_verdict(results) for name, results in groups.items()}


def _groups(pairs: Sequence[CriterionAnnotation], config: HarnessConfig) -> list[list[int]]:
    if config.batch == "pair":
        return [[place] for place in range(len(pairs))]
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, pair in enumerate(pairs):
        groups[pair.patient_id, pair.trial_id].append(place)
    return list(groups.values())


def _three(verdict: CriterionVerdict) -> CriterionVerdict:
    return CriterionVerdict.UNKNOWN if verdict is CriterionVerdict.NOT_APPLICABLE else verdict
