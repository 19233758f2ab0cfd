"""Every fact of a clinical note, typed: what the record holds after reading against what a careful reader would type."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from osler.core.patient import PatientRecord, read_patient
from osler.errors import DataError
from osler.evals.facts import KINDS, Fact, facts_of, gold_facts, matches, sig_right
from osler.evals.framework import SuiteRun
from osler.evals.items import ItemResult, sample

_OWN_SET = "note_facts.jsonl"


class NoteFactsSuite:
    """Which facts of a note reach the record, by kind."""

    name = "note-facts"
    summary = "facts of whole notes: F1 by kind (conditions, medications, measurements, cancer, …) and over all"
    data_format = (
        'JSON Lines {"id", "kind", "text", "facts"} as `evals/sets/README.md` describes; without --data the bundled set'
    )
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure on `data`; the reader needs no mind, so every mind gives the same figures."""
        notes = sample(read_notes(data), limit, lambda note: str(note["id"]))
        counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
        sig: Counter[str] = Counter()
        items = []
        for note in notes:
            record = read_patient(note["text"], format="note").record
            items.append(_score(note, record, counts, sig))
        by_kind = {kind: _figures(count) for kind, count in counts.items() if count["gold"] or count["found"]}
        total: Counter[str] = sum(counts.values(), Counter())
        worst = min((figures["f1"] for figures in by_kind.values()), default=0.0)
        return SuiteRun(
            n=len(notes),
            metrics={
                "f1": _figures(total)["f1"],
                "worst_kind_f1": worst,
                "by_kind": by_kind,
                "sig_accuracy": sig["right"] / sig["asked"] if sig["asked"] else 0.0,
            },
            items=items,
        )


SUITE = NoteFactsSuite()


def read_notes(data: Path | None) -> list[dict[str, Any]]:
    """The notes of a file, or of the set that comes with the suite."""
    text = (
        data.read_text(encoding="utf-8")
        if data is not None
        else files("osler.evals").joinpath("sets", _OWN_SET).read_text(encoding="utf-8")
    )
    try:
        notes = [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError as error:
        raise DataError("a line of the notes is no JSON", mend=NoteFactsSuite.data_format) from error
    if not notes or not all("text" in note and "facts" in note for note in notes):
        raise DataError("there are no notes with facts", mend=NoteFactsSuite.data_format)
    return notes


def _score(
    note: dict[str, Any], record: PatientRecord, counts: dict[str, Counter[str]], sig: Counter[str]
) -> ItemResult:
    wanted, given = gold_facts(note["facts"]), facts_of(record)
    missed: list[str] = []
    false: list[str] = []
    for kind in KINDS:
        gold = [fact for fact in wanted if fact.kind == kind]
        found = [fact for fact in given if fact.kind == kind]
        hits = {index for index, fact in enumerate(gold) if any(matches(fact, one) for one in found)}
        required = {index for index, fact in enumerate(gold) if not fact.optional}
        alarms = _alarms(gold, found) if note.get("scored") != "listed" else []
        counts[kind].update(gold=len(required), hit=len(hits & required), found=len(hits & required) + len(alarms))
        missed += [f"{kind}: {gold[index]}" for index in sorted(required - hits)]
        false += [f"{kind}: {fact}" for fact in alarms]
        for fact in (gold[index] for index in hits & required):
            asked, right = sig_right(fact, [one for one in found if matches(fact, one)])
            sig.update(asked=asked, right=right)
    total = sum(not fact.optional for fact in wanted)
    score = max(total - len(missed), 0) / (total + len(false)) if total + len(false) else 1.0
    return ItemResult(
        id=str(note.get("id")), score=score, gold=missed, predicted=false, group=str(note.get("kind", ""))
    )


def _alarms(gold: list[Fact], found: list[Fact]) -> list[Fact]:
    """What was found and is listed nowhere."""
    return _distinct(one for one in found if not one.optional and not any(matches(fact, one) for fact in gold))


def _distinct(facts: Iterable[Fact]) -> list[Fact]:
    return list({str(fact): fact for fact in facts}.values())


def _figures(count: Counter[str]) -> dict[str, float]:
    hit, gold, found = count["hit"], count["gold"], count["found"]
    return {
        "precision": hit / found if found else 0.0,
        "recall": hit / gold if gold else 0.0,
        "f1": 2 * hit / (gold + found) if gold + found else 0.0,
        "n": gold,
    }
