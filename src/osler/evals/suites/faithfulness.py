"""Whether the verifier's rules catch sentences that their sources do not say, and let pass those that they do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from osler.core.terminology import bundled_vocabularies
from osler.errors import DataError
from osler.evals.framework import SuiteRun
from osler.evals.items import ItemResult, half_of, sample
from osler.evals.own_sets import own_set, read_lines
from osler.guidelines.checking import Fault, SourceText, check_sentence


class Item(NamedTuple):
    """A sentence, the passages it cites, and whether it is faithful to them."""

    id: str
    sentence: str
    cited: tuple[SourceText, ...]
    faithful: bool
    kind: str
    patient: tuple[str, ...] | None = None
    """What is known of the patient whom the sentence speaks of; None where nobody is asked about."""


class FaithfulnessSuite:
    """Caught: the share of unfaithful sentences with a fault. False alarm: the share of faithful ones with a fault."""

    name = "faithfulness"
    summary = "sentences against the passages they cite: caught, false_alarm, and both per kind"
    data_format = (
        'JSON lines {"id", "sources": [{"id", "text"}], "answer_sentence", "citations": [ids], "faithful", "kind", '
        '"patient" (may be left out: "Man of 72, eGFR 26")}; '
        "without --data, the set over the synthetic guidelines that comes with Osler"
    )
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure the rules; they are the same for every mind."""
        lines = read_lines(data or own_set("faithfulness.jsonl"), self.data_format)
        items = sample([_item(line) for line in lines], limit, lambda item: item.id)
        faults = {
            item.id: check_sentence(item.sentence, item.cited, bundled_vocabularies(), patient=item.patient)
            for item in items
        }
        halves = {half: [item for item in items if half_of(item.id) == half] for half in "ab"}
        return SuiteRun(
            n=len(items),
            metrics={
                **_measures(items, faults),
                "per_kind": _per_kind(items, faults),
                "halves": {half: _measures(part, faults) for half, part in halves.items()},
            },
            items=[_result(item, faults[item.id]) for item in items],
        )


def _item(line: Mapping[str, Any]) -> Item:
    try:
        texts = {str(source["id"]): str(source["text"]) for source in line["sources"]}
        cited = tuple(SourceText(one, texts[one]) for one in map(str, line["citations"]) if one in texts)
        return Item(
            str(line["id"]),
            str(line["answer_sentence"]),
            cited,
            bool(line["faithful"]),
            str(line.get("kind", "")),
            tuple(re.split(r"[,;]\s", str(line["patient"]))) if line.get("patient") else None,
        )
    except (KeyError, TypeError) as error:
        raise DataError("a line is no faithfulness item", mend=FaithfulnessSuite.data_format) from error


def _measures(items: Sequence[Item], faults: Mapping[str, Sequence[Fault]]) -> dict[str, float]:
    wrong = [item for item in items if not item.faithful]
    right = [item for item in items if item.faithful]
    return {
        "caught": sum(bool(faults[item.id]) for item in wrong) / max(1, len(wrong)),
        "false_alarm": sum(bool(faults[item.id]) for item in right) / max(1, len(right)),
        "unfaithful": len(wrong),
        "faithful": len(right),
    }


def _per_kind(items: Sequence[Item], faults: Mapping[str, Sequence[Fault]]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for item in items:
        kind = found.setdefault(item.kind, {"n": 0, "flagged": 0.0})
        kind["flagged"] = (kind["flagged"] * kind["n"] + bool(faults[item.id])) / (kind["n"] + 1)
        kind["n"] += 1
    return found


def _result(item: Item, faults: Sequence[Fault]) -> ItemResult:
    return ItemResult(
        id=item.id,
        score=float(bool(faults) != item.faithful),
        gold=item.faithful,
        predicted=[f"{fault.kind}: {fault.message}" for fault in faults],
        group=item.kind,
    )


SUITE = FaithfulnessSuite()
