"""Whether what a user states is extracted: F1 by kind and over all, and nothing where there is nothing."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from osler.config import load_settings, mind_flags
from osler.consult.extraction import KINDS
from osler.consult.record import measure_named, words
from osler.consult.steps import StatementInput, context_step, findings_step, measurements_step
from osler.core.agents import AgentDeps, Runner
from osler.core.terminology import bundled_vocabularies, measure, vocabulary
from osler.evals.framework import SuiteRun
from osler.evals.items import ItemResult, half_of, sample

_CLOSE = 0.005
_ATTRIBUTES = {
    "measurements": ("time",),
    "medications": ("dose", "frequency", "status"),
    "encounters": ("date", "status", "organization"),
    "operations": ("date",),
    "conditions": ("onset", "status"),
    "symptoms": ("onset",),
    "allergies": ("reaction",),
    "supplements": ("dose", "frequency", "status"),
}
_CARE = {
    "emergency": "emergency urgent er",
    "inpatient": "inpatient admission admitted hospitalization hospitalisation stay hospital",
    "telehealth": "telehealth video phone telephone virtual online",
}


class ExtractionSuite:
    """Is what was said extracted, and nothing else?"""

    name = "extraction"
    summary = "Statements of users: F1 by kind and over all, empty_right, attributes apart"
    data_format = 'JSON Lines {"id", "text", "now", one list a kind, "optional"?}; without data, the bundled set'
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Let the three extractors read every text."""
        text = (data or Path(str(files("osler.evals").joinpath("data", "extraction.jsonl")))).read_text(
            encoding="utf-8"
        )
        texts = sample([json.loads(line) for line in text.splitlines() if line.strip()], limit, lambda item: item["id"])
        found = asyncio.run(_extract_all(texts, mind))
        items, metrics = _scored(texts, found)
        return SuiteRun(n=len(texts), metrics=metrics, items=items)


SUITE = ExtractionSuite()


async def _extract_all(texts: list[dict[str, Any]], mind: str) -> list[dict[str, list[dict[str, Any]]]]:
    settings = load_settings(flags=mind_flags(mind, ("fast",)))
    found = []
    async with Runner(settings) as runner:
        deps = AgentDeps(runner=runner)
        for item in texts:
            given = StatementInput(message=item["text"], current_time=dt.datetime.fromisoformat(item["now"]))
            outcomes = await asyncio.gather(
                deps.ask(measurements_step(bundled_vocabularies()), given),
                deps.ask(context_step(bundled_vocabularies()), given),
                deps.ask(findings_step(bundled_vocabularies()), given),
            )
            merged: dict[str, list[dict[str, Any]]] = {}
            for outcome in outcomes:
                if outcome.output is not None:
                    merged |= outcome.output.model_dump()
            found.append(merged)
    return found


def _scored(
    texts: list[dict[str, Any]], found: list[dict[str, list[dict[str, Any]]]]
) -> tuple[list[ItemResult], dict[str, Any]]:
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    attributes: dict[str, list[float]] = defaultdict(list)
    halves: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    empty: list[float] = []
    items = []
    for item, said in zip(texts, found, strict=True):
        own = [0, 0, 0]
        for kind in KINDS:
            hits, wrong, missed = _matched(
                kind, item.get(kind, []), said.get(kind, []), item.get("optional", {}).get(kind, [])
            )
            for place, number in enumerate((len(hits), wrong, missed)):
                counts[kind][place] += number
                own[place] += number
                halves[half_of(item["id"])][place] += number
            for gold, predicted in hits:
                for name in _ATTRIBUTES.get(kind, ()):
                    if gold.get(name) is not None:
                        attributes[f"{kind}.{name}"].append(float(_same_attribute(gold[name], predicted.get(name))))
        if not any(item.get(kind) for kind in KINDS):
            empty.append(float(own[1] == 0))
        items.append(
            ItemResult(
                id=item["id"],
                score=_f1(own) if any(own) else 1.0,
                gold={kind: item[kind] for kind in KINDS if item.get(kind)},
                predicted={kind: rows for kind, rows in said.items() if rows},
            )
        )
    total = [sum(count[place] for count in counts.values()) for place in range(3)]
    metrics: dict[str, Any] = {
        "f1": _f1(total),
        "by_kind": {kind: _f1(counts[kind]) for kind in KINDS if any(counts[kind])},
        "empty_right": sum(empty) / len(empty) if empty else 1.0,
        "attributes": {name: sum(values) / len(values) for name, values in sorted(attributes.items())},
        "halves": {half: _f1(count) for half, count in sorted(halves.items())},
    }
    return items, metrics


def _matched(
    kind: str, gold: Sequence[dict[str, Any]], said: Sequence[dict[str, Any]], optional: Sequence[dict[str, Any]]
) -> tuple[list[tuple[dict[str, Any], dict[str, Any]]], int, int]:
    left = list(said)
    hits = []
    missed = 0
    for wanted in gold:
        found = next((entry for entry in left if _same(kind, wanted, entry)), None)
        if found is None:
            missed += 1
        else:
            left.remove(found)
            hits.append((wanted, found))
    wrong = sum(not any(_same(kind, other, entry) for other in optional) for entry in left)
    return hits, wrong, missed


def _same(kind: str, gold: Mapping[str, Any], said: Mapping[str, Any]) -> bool:
    if kind == "measurements":
        return _same_measurement(gold, said)
    if kind == "encounters":
        return _care(gold["type"]) == _care(said["type"])
    if kind in {"practitioners", "organizations"}:
        titles = {"dr", "doctor", "nurse", "prof"}
        ours, theirs = set(words(gold["name"])) - titles, set(words(said["name"])) - titles
        return bool(ours & theirs) and (ours <= theirs or theirs <= ours)
    name = "substance" if kind == "allergies" else "name"
    return _same_name(gold[name], said[name])


def _same_measurement(gold: Mapping[str, Any], said: Mapping[str, Any]) -> bool:
    one, other = measure_named(gold["name"]), measure_named(said["name"])
    if one is None or other is None:
        return set(words(gold["name"])) == set(words(said["name"])) and _near(gold["value"], said["value"])
    related = {one.id, other.id} <= {"LAB:glucose", "LAB:fasting_glucose"}
    if one.id != other.id and not related:
        return False
    row = measure(one.id)
    if row is None:
        return False
    first, second = (
        row.to_canonical(gold["value"], gold["unit"]),
        row.to_canonical(said["value"], said["unit"] or gold["unit"]),
    )
    if first is None or second is None:
        return _near(gold["value"], said["value"])
    return _near(first, second)


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= _CLOSE * max(abs(one), abs(other), 1e-9)


def _care(kind: str) -> str:
    spoken = set(words(kind))
    return next((name for name, also in _CARE.items() if spoken & set(also.split())), "visit")


def _same_name(gold: str, said: str) -> bool:
    ours, theirs = set(words(gold)), set(words(said))
    if ours and theirs and (ours <= theirs or theirs <= ours or _stem(gold) == _stem(said)):
        return True
    concepts = [{i for match in vocabulary().find(text) for i in match.concept_ids} for text in (gold, said)]
    return bool(concepts[0] & concepts[1])


def _stem(name: str) -> str:
    return re.sub(r"(ness|iness|y|ing|s|ous|ea)$", "", " ".join(words(name)))[:6]


def _same_attribute(gold: Any, said: Any) -> bool:
    if said is None:
        return False
    one, other = str(gold).lower().strip(), str(said).lower().strip()
    return (
        one == other
        or one in other
        or other.startswith(one)
        or one.startswith(other)
        or set(words(one)) == set(words(other))
    )


def _f1(count: Sequence[int]) -> float:
    hits, wrong, missed = count
    return 2 * hits / (2 * hits + wrong + missed) if hits else float(not wrong and not missed)
