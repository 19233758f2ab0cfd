"""The negation suite: how it reads its file, what it counts, and the bar it has to meet."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.errors import DataError
from osler.evals.framework import load_suite, run_suite
from osler.evals.suites.negation import read_items

ROWS = [
    "1\t \twheezes\tNo WHEEZES, rales.\tNegated\tRecent\tPatient",
    "2\t \tpain\tShe has PAIN.\tAffirmed\tRecent\tPatient",
    "3\t \tpharynx without exudates\tPHARYNX WITHOUT EXUDATES.\tAffirmed\tRecent\tPatient",
    "4\t \tPE\tHistory of PE's, now not PE.\tNegated\tHistorical\tPatient",
    "5\tlonger\tCHEST: 1. NO MASS\tNO MASS.\tAffirmed\tRecent\tPatient",
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "negation.tsv"
    path.write_text("\n".join([*ROWS, "broken row", ""]), encoding="latin-1")
    return path


def test_the_concept_is_found_in_capitals_as_a_whole_word_and_as_far_as_it_is_there(data: Path) -> None:
    items, skipped = read_items(data)
    assert [item.sentence[item.start : item.end] for item in items] == [
        "WHEEZES",
        "PAIN",
        "PHARYNX WITHOUT EXUDATES",
        "PE",
        "NO MASS",
    ]
    assert items[3].sentence[items[3].start - 4 : items[3].start] == "not "
    assert skipped == 1


def test_one_report_with_all_metrics(data: Path) -> None:
    (report,) = run_suite(load_suite("negation"), data)
    assert report.suite == "negation"
    assert report.n == 5
    assert report.parse_failures == 1
    assert report.metrics["f1"] == report.metrics["accuracy"] == 1.0
    assert {"precision", "recall", "temporality_accuracy", "experiencer_accuracy"} <= set(report.metrics)


def test_a_limit_is_kept(data: Path) -> None:
    (report,) = run_suite(load_suite("negation"), data, limit=2)
    assert report.n == 2


def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError):
        read_items(tmp_path / "missing.tsv")
    (tmp_path / "empty.tsv").write_text("nothing here\n")
    with pytest.raises(DataError) as refused:
        read_items(tmp_path / "empty.tsv")
    assert refused.value.mend


@pytest.mark.slow
def test_the_bar_is_met(shared_data: Path) -> None:
    (report,) = run_suite(load_suite("negation"), shared_data / "negation.tsv")
    assert report.n > 1000
    assert report.metrics["f1"] >= 0.97
    assert report.metrics["temporality_accuracy"] >= 0.9
    assert report.metrics["experiencer_accuracy"] >= 0.99
