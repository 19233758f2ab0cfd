"""Criteria against facts as concepts: the set that comes with Osler, and what the suite refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.errors import DataError
from osler.evals import load_suite, run_suite
from osler.evals.suites.criteria_check import patient_of, read_triples


def test_nearly_all_verdicts_are_right_and_hardly_one_is_decided_wrongly() -> None:
    (report,) = run_suite(load_suite("criteria-check"), None)
    assert report.n >= 150
    assert report.metrics["accuracy"] >= 0.95
    assert report.metrics["decided_wrongly"] <= 1


def test_a_line_that_is_no_triple_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "check.tsv"
    data.write_text("MAYBE\tGout\tcondition: Gout\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 1"):
        read_triples(data)
    with pytest.raises(DataError, match="no fact"):
        patient_of("disease: Gout")
