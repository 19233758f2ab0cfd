"""Whether messages go where they should; on a set that says only "health or not", whether the right ones are refused."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from osler.config import load_settings
from osler.consult.steps import TriageInput, triage_step
from osler.core.agents import AgentDeps, Runner
from osler.core.terminology import bundled_vocabularies
from osler.evals.framework import SuiteRun
from osler.evals.items import ItemResult, half_of, sample

_REFUSED = "refuse_non_health"


class TriageSuite:
    """Does a message go where it should?"""

    name = "triage"
    summary = "Routes of messages: accuracy, per route; on a health-or-not set, false refusals"
    data_format = (
        'JSON Lines {"id", "text", "topic": null or {"type", "id"}, "route", "also_ok"?} or {"id", "text", "health"}; '
        "without data, the bundled set"
    )
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Triage every message."""
        text = (data or Path(str(files("osler.evals").joinpath("data", "triage.jsonl")))).read_text(encoding="utf-8")
        messages = sample([json.loads(line) for line in text.splitlines() if line.strip()], limit, lambda m: m["id"])
        routes = asyncio.run(_route_all(messages, mind))
        items = [_item(message, route) for message, route in zip(messages, routes, strict=True)]
        metrics = _metrics(messages, routes, items)
        return SuiteRun(
            n=len(items), metrics=metrics, non_answers=dict(Counter(r for r in routes if r == "none")), items=items
        )


SUITE = TriageSuite()


async def _route_all(messages: list[dict[str, Any]], mind: str) -> list[str]:
    settings = load_settings(flags={"models.fast.model": mind})
    found: list[str] = []
    async with Runner(settings) as runner:
        deps = AgentDeps(runner=runner)
        for message in messages:
            topic = (message.get("topic") or {}).get("type")
            outcome = await deps.ask_or_stand_in(
                triage_step(bundled_vocabularies()), TriageInput(message=message["text"], topic=topic)
            )
            found.append(outcome.output.route if outcome.output else "none")
    return found


def _item(message: dict[str, Any], route: str) -> ItemResult:
    if "health" in message:
        right = (route != _REFUSED) == message["health"]
        return ItemResult(id=message["id"], score=float(right), gold=message["health"], predicted=route)
    return ItemResult(
        id=message["id"],
        score=float(route == message["route"]),
        gold=message["route"],
        predicted=route,
        group=message["route"],
    )


def _metrics(messages: list[dict[str, Any]], routes: list[str], items: list[ItemResult]) -> dict[str, Any]:
    halves: dict[str, list[float]] = defaultdict(list)
    groups: dict[str, list[float]] = defaultdict(list)
    for item in items:
        halves[half_of(item.id)].append(item.score)
        groups[item.group].append(item.score)
    metrics: dict[str, Any] = {
        "accuracy": _mean([item.score for item in items]),
        "halves": {half: _mean(scores) for half, scores in sorted(halves.items())},
    }
    if any("health" in message for message in messages):
        health = [route for message, route in zip(messages, routes, strict=True) if message.get("health")]
        metrics["false_refusals"] = _mean([float(route == _REFUSED) for route in health])
    else:
        metrics["per_route"] = {route: _mean(scores) for route, scores in sorted(groups.items())}
        lenient = [
            float(route in {message["route"], *message.get("also_ok", ())})
            for message, route in zip(messages, routes, strict=True)
        ]
        metrics["lenient_accuracy"] = _mean(lenient)
    return metrics


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0
