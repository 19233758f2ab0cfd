"""Whether the offline verifier tells supported claims from contradicted ones and from those the source is silent on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from osler.core.terminology import bundled_vocabularies
from osler.errors import DataError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, half_of, sample
from osler.evals.own_sets import read_lines
from osler.guidelines.checking import Judgement, judge_claim

_LABELS = ("SUPPORT", "CONTRADICT", "NEI")


class Item(NamedTuple):
    """A claim, the sentences of its source, and what people said of both."""

    id: str
    claim: str
    sentences: list[str]
    label: str
    rationale: frozenset[int]


class ClaimsSuite:
    """Three labels, and the sentences that they rest on."""

    name = "claims"
    summary = "claims against a source: accuracy, macro_f1, support_precision, contradict_recall, rationale_f1"
    data_format = (
        'JSON lines {"id", "claim", "source": {"id", "sentences": [...]}, "label": SUPPORT, CONTRADICT or NEI, '
        '"rationale": [sentence numbers]}'
    )
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure the rules; they are the same for every mind."""
        lines = read_lines(required(self, data), self.data_format)
        items = sample([_item(line) for line in lines], limit, lambda item: item.id)
        judged = {item.id: judge_claim(item.claim, item.sentences, bundled_vocabularies()) for item in items}
        halves = {half: [item for item in items if half_of(item.id) == half] for half in "ab"}
        return SuiteRun(
            n=len(items),
            metrics={
                **_measures(items, judged),
                "halves": {half: _measures(part, judged) for half, part in halves.items()},
            },
            non_answers={"NEI": sum(one.label == "NEI" for one in judged.values())},
            notes=["the weights were fitted on half a of SciFact and HealthVer claims"],
            items=[
                ItemResult(
                    id=item.id,
                    score=float(judged[item.id].label == item.label),
                    gold=item.label,
                    predicted=judged[item.id].label,
                    group=item.label,
                )
                for item in items
            ],
        )


def _item(line: Mapping[str, Any]) -> Item:
    try:
        label = str(line["label"])
        if label not in _LABELS:
            raise ValueError(label)
        return Item(
            str(line["id"]),
            str(line["claim"]),
            [str(one) for one in line["source"]["sentences"]],
            label,
            frozenset(int(one) for one in line.get("rationale") or ()),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DataError("a line is no claim", mend=ClaimsSuite.data_format) from error


def _measures(items: Sequence[Item], judged: Mapping[str, Judgement]) -> dict[str, float]:
    pairs = [(item.label, judged[item.id].label) for item in items]
    scores = {label: _f1(pairs, label) for label in _LABELS}
    supported = [gold for gold, said in pairs if said == "SUPPORT"]
    contradicted = [said for gold, said in pairs if gold == "CONTRADICT"]
    return {
        "accuracy": sum(gold == said for gold, said in pairs) / max(1, len(pairs)),
        "macro_f1": sum(scores.values()) / len(scores),
        "support_precision": supported.count("SUPPORT") / max(1, len(supported)),
        "contradict_recall": contradicted.count("CONTRADICT") / max(1, len(contradicted)),
        "rationale_f1": _rationale_f1(items, judged),
        **{f"f1_{label.lower()}": score for label, score in scores.items()},
    }


def _f1(pairs: Sequence[tuple[str, str]], label: str) -> float:
    hits = sum(gold == said == label for gold, said in pairs)
    total = sum(gold == label for gold, _ in pairs) + sum(said == label for _, said in pairs)
    return 2 * hits / total if total else 0.0


def _rationale_f1(items: Sequence[Item], judged: Mapping[str, Judgement]) -> float:
    """Over sentences of the claims that have a rationale; a sentence that a wrong label rests on counts as wrong."""
    hits = found = wanted = 0
    for item in items:
        if not item.rationale:
            continue
        said = set(judged[item.id].rationale)
        hits += len(said & item.rationale)
        found += len(said)
        wanted += len(item.rationale)
    return 2 * hits / (found + wanted) if found + wanted else 0.0


SUITE = ClaimsSuite()
