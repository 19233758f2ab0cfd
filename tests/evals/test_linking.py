"""The linking suite over small data of each kind, and its arithmetic."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.terminology import Candidate, SemanticType
from osler.errors import DataError
from osler.evals.calibration import expected_calibration_error, reliability
from osler.evals.suites.linking import SUITE, Link, score


def answer(code: str, confidence: float, snomed: str | None = None) -> Candidate:
    return Candidate(
        concept_id=code,
        snomed_code=snomed,
        display="x",
        ontology="HPO",
        semantic_type=SemanticType.PHENOTYPE,
        confidence=confidence,
        matched_name="x",
        match_kind="exact",
    )


def run(data: Path | None, limit: int | None = None) -> dict[str, float]:
    return SUITE.run(data, mind="offline", limit=limit, options={}).metrics


def test_arithmetic_of_the_metrics() -> None:
    links = [Link("a", "HP:1"), Link("b", "HP:2"), Link("c", "SCTID:3"), Link("d", "HP:4")]
    answers = [
        [answer("HP:1", 0.9)],
        [answer("HP:9", 0.8), answer("HP:2", 0.1)],
        [answer("MONDO:7", 0.3, snomed="3")],
        [],
    ]
    metrics = score(links, answers, threshold=0.4)
    assert metrics["accuracy_at_1"] == 0.5
    assert metrics["accuracy_at_5"] == 0.75
    assert metrics["abstention_rate"] == 0.5
    assert metrics["accuracy_when_answered"] == 0.5
    # |0.9-1|, |0.8-0|, |0.3-1| and |0-0|, one answer each.
    assert metrics["expected_calibration_error"] == pytest.approx((0.1 + 0.8 + 0.7 + 0) / 4)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans())))
def test_reliability_counts_every_answer_once(answers: list[tuple[float, bool]]) -> None:
    rows = reliability(answers)
    assert sum(row.n for row in rows) == len(answers)
    assert 0 <= expected_calibration_error(rows) <= 1
    assert all(row.confidence_from <= row.mean_confidence <= row.confidence_to + 1e-9 for row in rows)


def test_table_of_terms_and_ids(tmp_path: Path) -> None:
    file = tmp_path / "terms.tsv"
    file.write_text("term\tid\n# remark\nSeizure\tHP:0001250\nbelly ache\tHP:0002027\textra\n", encoding="utf-8")
    done = SUITE.run(file, mind="offline", limit=None, options={})
    assert done.n == 2
    assert 0 <= done.metrics["accuracy_at_1"] <= 1


def test_line_that_is_no_pair_is_named(tmp_path: Path) -> None:
    file = tmp_path / "terms.tsv"
    file.write_text("Seizure\tHP:0001250\nnonsense\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 2"):
        run(file)


def test_mentions_with_hpo_ids(tmp_path: Path) -> None:
    text = "She had seizures and ataxia."
    with zipfile.ZipFile(tmp_path / "gsc.zip", "w") as archive:
        archive.writestr("GSC+/corpus/1", text)
        archive.writestr("GSC+/ann/1", "[8::16]\tHP_0001250 | seizures\n[21::27]\tHP_0001251 | ataxia\n")
    assert run(tmp_path / "gsc.zip")["accuracy_at_1"] == 1.0


def test_displays_of_fhir_bundles_restricted_to_known_codes(tmp_path: Path) -> None:
    def coding(code: str, display: str) -> dict[str, object]:
        coded = {"system": "http://snomed.info/sct", "code": code, "display": display}
        return {"resource": {"resourceType": "Condition", "code": {"coding": [coded]}}}

    entries = [
        coding("396275006", "Osteoarthritis (disorder)"),
        coding("38341003", "Hypertension"),
        coding("999999999999", "No such thing"),
    ]
    file = tmp_path / "bundle.json"
    file.write_text(json.dumps({"resourceType": "Bundle", "entry": entries}), encoding="utf-8")
    done = SUITE.run(file, mind="offline", limit=None, options={})
    assert (done.n, done.metrics["accuracy_at_1"]) == (2, 1.0)
    assert done.notes == ["1 of 3 codes are not in the vocabularies and were left out"]


@pytest.mark.slow
def test_withheld_synonyms_meet_their_bars() -> None:
    metrics = run(None, limit=400)
    assert metrics["accuracy_at_1"] >= 0.55
    assert metrics["expected_calibration_error"] <= 0.10


@pytest.mark.slow
def test_displays_of_synthea_meet_their_bars(shared_data: Path) -> None:
    metrics = run(shared_data / "fhir_r4.zip")
    assert metrics["accuracy_at_1"] >= 0.85
    assert metrics["expected_calibration_error"] <= 0.10


@pytest.mark.slow
def test_mentions_of_abstracts_are_calibrated(shared_data: Path) -> None:
    metrics = run(shared_data / "hpo_text.zip")
    assert metrics["accuracy_at_1"] >= 0.60
    assert metrics["expected_calibration_error"] <= 0.10
