"""Facts of notes and drug spans: what counts, and the bars that the bundled set holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from osler.evals.facts import Fact, matches
from osler.evals.framework import load_suite, run_suite


@pytest.mark.slow
def test_every_kind_of_the_bundled_set_is_read() -> None:
    [report] = run_suite(load_suite("note-facts"), None)
    by_kind = report.metrics["by_kind"]
    assert report.n >= 16
    assert {kind for kind, figures in by_kind.items() if figures["f1"] < 0.85} == set()


def test_names_are_compared_by_concept_and_state_counts() -> None:
    gold = Fact("conditions", ("hypertension",), ("present",))
    assert matches(gold, Fact("conditions", ("HTN",), ("present",), frozenset({"HP:0000822"})))
    assert not matches(gold, Fact("conditions", ("HTN",), ("absent",), frozenset({"HP:0000822"})))
    assert not matches(gold, Fact("conditions", ("pulmonary arterial hypertension",), ("present",)))


def test_a_made_up_fact_is_a_false_alarm(tmp_path: Path) -> None:
    line = {
        "id": "1",
        "kind": "note",
        "text": "He has asthma and eczema.",
        "facts": {"conditions": [{"name": "asthma", "is": "present"}]},
    }
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    [report] = run_suite(load_suite("note-facts"), path)
    figures = report.metrics["by_kind"]["conditions"]
    assert (figures["precision"], figures["recall"]) == (0.5, 1.0)


def test_a_list_in_part_makes_no_false_alarm_and_a_name_may_be_its_beginning(tmp_path: Path) -> None:
    facts = {"conditions": [{"name": "asth*", "is": "present"}, {"name": "wheez*", "is": "absent"}]}
    line = {"id": "1", "scored": "listed", "text": "He has asthma and eczema. No fever.", "facts": facts}
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    [report] = run_suite(load_suite("note-facts"), path)
    figures = report.metrics["by_kind"]["conditions"]
    assert (figures["precision"], figures["recall"]) == (1.0, 0.5)


def test_drug_spans_are_scored_by_overlap(tmp_path: Path) -> None:
    text = "He took metformin 500 mg orally twice daily."
    spans = [
        {"kind": "drug", "start": 8, "end": 17, "text": "metformin"},
        {"kind": "dosage", "start": 18, "end": 24, "text": "500 mg"},
        {"kind": "route", "start": 25, "end": 31, "text": "orally"},
        {"kind": "freq", "start": 32, "end": 43, "text": "twice daily"},
    ]
    path = tmp_path / "spans.jsonl"
    path.write_text(json.dumps({"id": "1", "text": text, "spans": spans}), encoding="utf-8")
    [report] = run_suite(load_suite("drug-spans"), path)
    assert [report.metrics[kind]["relaxed_f1"] for kind in ("drug", "dosage", "route", "freq")] == [1, 1, 1, 1]
