"""Drugs and the words of their regimens in sentences, against hand-made spans."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from osler.core.language import analyse
from osler.core.terminology import vocabulary
from osler.errors import DataError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, sample

KINDS = ("drug", "dosage", "route", "freq", "duration")


class Span(NamedTuple):
    """A stretch of a sentence and what it is."""

    kind: str
    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Whether both are of one kind and share a character."""
        return self.kind == other.kind and self.start < other.end and other.start < self.end


class DrugSpansSuite:
    """Which words name a drug, its dose, its route, how often and how long it is given."""

    name = "drug-spans"
    summary = "drug, dosage, route, freq and duration in sentences: relaxed (overlap) and strict F1 per kind"
    data_format = 'JSON Lines {"id", "text", "spans": [{"kind", "start", "end", "text"}]}; kind is drug, dosage, route, freq or duration'
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure on `data`; the rules need no mind, so every mind gives the same figures."""
        rows = sample(_read(required(self, data)), limit, lambda row: str(row["id"]))
        vocabulary().find("")
        pairs = [(_gold(row), predict(row["text"])) for row in rows]
        metrics: dict[str, Any] = {kind: _figures(pairs, (kind,)) for kind in KINDS}
        metrics["freq_and_duration"] = _figures(pairs, ("freq", "duration"))
        items = [_item(*one) for one in zip(rows, pairs, strict=True)]
        return SuiteRun(n=len(rows), metrics=metrics, items=items)


SUITE = DrugSpansSuite()


def predict(text: str) -> list[Span]:
    """The spans that the language rules find."""
    return [Span(part.kind, part.start, part.end) for part in analyse(text).medication_parts]


def _read(data: Path) -> list[dict[str, Any]]:
    try:
        return [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise DataError("the sentences cannot be read", mend=f"the format is {DrugSpansSuite.data_format}") from error


def _gold(row: dict[str, Any]) -> list[Span]:
    return [Span(span["kind"], span["start"], span["end"]) for span in row["spans"]]


def _figures(pairs: list[tuple[list[Span], list[Span]]], kinds: tuple[str, ...]) -> dict[str, float]:
    count: dict[str, int] = defaultdict(int)
    for all_gold, all_found in pairs:
        gold = [span for span in all_gold if span.kind in kinds]
        found = [span for span in all_found if span.kind in kinds]
        count["gold"] += len(gold)
        count["found"] += len(found)
        count["recalled"] += sum(any(span.overlaps(one) for one in found) for span in gold)
        count["right"] += sum(any(span.overlaps(one) for one in gold) for span in found)
        count["same"] += len(set(gold) & set(found))
    precision = count["right"] / count["found"] if count["found"] else 0.0
    recall = count["recalled"] / count["gold"] if count["gold"] else 0.0
    total = count["gold"] + count["found"]
    return {
        "relaxed_f1": 2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        "strict_f1": 2 * count["same"] / total if total else 0.0,
        "relaxed_precision": precision,
        "relaxed_recall": recall,
        "n": count["gold"],
    }


def _item(row: dict[str, Any], pair: tuple[list[Span], list[Span]]) -> ItemResult:
    gold, found = pair
    hits = sum(any(one.overlaps(other) for other in found) for one in gold)
    hits += sum(any(one.overlaps(other) for other in gold) for one in found)
    total = len(gold) + len(found)
    return ItemResult(id=str(row.get("id")), score=hits / total if total else 1.0, gold=gold, predicted=found)
