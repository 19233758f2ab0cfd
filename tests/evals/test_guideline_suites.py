"""The suites of libraries and guidelines: their formats, their metrics, and the bars they hold offline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from osler.errors import DataError, UsageError
from osler.evals import load_suite, run_suite
from osler.evals.own_sets import own_set


def lines(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.slow
def test_faithfulness_holds_its_bars_on_the_set_that_comes_with_osler() -> None:
    (report,) = run_suite(load_suite("faithfulness"), None)
    assert report.n >= 150
    assert report.metrics["caught"] >= 0.95
    assert report.metrics["false_alarm"] <= 0.05


def test_the_value_of_a_sentence_is_held_against_the_patient_where_one_is_given(tmp_path: Path) -> None:
    row = {
        "sources": [{"id": "m", "text": "Metformin is contraindicated when eGFR is below 30 mL/min/1.73m2."}],
        "answer_sentence": "His eGFR of 25 rules metformin out.",
        "citations": ["m"],
        "kind": "patient_value",
    }
    data = lines(
        tmp_path / "data.jsonl",
        {**row, "id": "his", "patient": "Man of 70, eGFR 25 mL/min/1.73m2", "faithful": True},
        {**row, "id": "not his", "patient": "Man of 70, eGFR 62 mL/min/1.73m2", "faithful": False},
    )
    (report,) = run_suite(load_suite("faithfulness"), data)
    assert (report.metrics["caught"], report.metrics["false_alarm"]) == (1.0, 0.0)


@pytest.mark.slow
def test_guideline_questions_hold_their_bars_over_the_synthetic_guidelines() -> None:
    (report,) = run_suite(load_suite("guideline-qa"), None, limit=40)
    assert report.metrics["gold_in_3"] >= 0.85
    assert report.metrics["silent_on_unanswerable"] >= 0.9
    assert set(report.metrics["single_retrieval"]) == set(report.metrics["halves"]["a"])
    assert len(report.items) == 40


@pytest.mark.slow
def test_questions_over_the_real_recommendations_hold_their_bars(shared_data: Path) -> None:
    options = {"library": str(shared_data / "uspstf.json")}
    # The set that comes with Osler over these recommendations is found by their ids.
    (report,) = run_suite(load_suite("guideline-qa"), None, limit=30, options=options)
    assert report.metrics["gold_in_3"] >= 0.85
    assert report.metrics["silent_on_unanswerable"] >= 0.9


def test_a_library_that_no_set_is_about_needs_questions(tmp_path: Path) -> None:
    (tmp_path / "own.md").write_text("# Gout\n\nOffer colchicine 500 micrograms twice daily.\n")
    with pytest.raises(UsageError, match="data"):
        run_suite(load_suite("guideline-qa"), None, options={"library": str(tmp_path / "own.md")})


def test_the_sets_have_the_sizes_that_they_must_have() -> None:
    for name in ("guideline_qa_demo.jsonl", "guideline_qa_uspstf.jsonl"):
        rows = [json.loads(line) for line in own_set(name).read_text(encoding="utf-8").splitlines()]
        assert len(rows) >= 60
        assert sum(not row["answerable"] for row in rows) / len(rows) >= 0.17
    rows = [json.loads(line) for line in own_set("ask_consistency.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) >= 40
    assert all(len(row["questions"]) >= 6 for row in rows)


@pytest.mark.slow
def test_consistency_over_paraphrases() -> None:
    (report,) = run_suite(load_suite("ask-consistency"), None, limit=6)
    assert report.metrics["same_gold"] >= 0.85
    assert report.metrics["same_applicability"] >= 0.85
    assert {"adherence", "ms_median"} <= set(report.metrics["single_retrieval"])


def test_claims_are_labelled_and_scored(tmp_path: Path) -> None:
    source = {
        "id": "s",
        "sentences": ["Mice were studied.", "Vitamin D significantly reduced fractures in older adults."],
    }
    data = lines(
        tmp_path / "claims.jsonl",
        {
            "id": 1,
            "claim": "Vitamin D reduced fractures in older adults.",
            "source": source,
            "label": "SUPPORT",
            "rationale": [1],
        },
        {"id": 2, "claim": "Aspirin cures warts.", "source": source, "label": "NEI", "rationale": []},
    )
    (report,) = run_suite(load_suite("claims"), data)
    assert (report.metrics["accuracy"], report.metrics["rationale_f1"]) == (1.0, 1.0)
    assert {"macro_f1", "support_precision", "contradict_recall"} <= set(report.metrics)
    with pytest.raises(DataError, match="no claim"):
        run_suite(load_suite("claims"), lines(tmp_path / "bad.jsonl", {"id": 1}))


def test_retrieval_reads_a_folder_in_beir_layout(tmp_path: Path) -> None:
    lines(
        tmp_path / "corpus.jsonl",
        {"_id": "a", "title": "Gout", "text": "Colchicine for gout."},
        {"_id": "b", "title": "", "text": "Bread and butter."},
    )
    lines(tmp_path / "queries.jsonl", {"_id": "q", "text": "treatment of gout"})
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq\ta\t1\n", encoding="utf-8")
    (report,) = run_suite(load_suite("retrieval"), tmp_path)
    assert (report.metrics["ndcg10"], report.metrics["recall100"]) == (1.0, 1.0)
    assert report.metrics["bm25"]["ndcg10"] == report.metrics["without_expansion"]["ndcg10"] == 1.0
    with pytest.raises(UsageError, match="no retriever"):
        run_suite(load_suite("retrieval"), tmp_path, options={"retriever": "magic"})
    with pytest.raises(DataError, match="BEIR"):
        run_suite(load_suite("retrieval"), lines(tmp_path / "x.zip", {}))
