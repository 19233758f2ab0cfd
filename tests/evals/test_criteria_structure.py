"""The suite that scores criterion trees against annotated relations."""

import zipfile
from pathlib import Path

import pytest

from osler.errors import DataError, UsageError
from osler.evals.framework import load_suite, run_suite
from osler.evals.suites.criteria_structure import (
    Document,
    Relation,
    gold_relations,
    predicted_relations,
    read_documents,
    score,
)

TEXT = "No stroke or seizures within 6 months\nHemoglobin > 10 g/dL\n"
ANNOTATIONS = """\
T1\tNegation 0 2\tNo
T2\tCondition 3 9\tstroke
T3\tCondition 13 21\tseizures
T4\tTemporal 22 37\twithin 6 months
T5\tMeasurement 38 48\tHemoglobin
T6\tValue 49 58;58 58\t> 10 g/dL
R1\tHas_negation Arg1:T2 Arg2:T1\t
R2\tHas_temporal Arg1:T2 Arg2:T4\t
R3\tHas_value Arg1:T5 Arg2:T6\t
R4\tHas_qualifier Arg1:T5 Arg2:T6\t
*\tOR T2 T3
R5\tAND Arg1:T2 Arg2:T9\t
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "brat.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("NCT1_inc", "NCT2_inc", "NCT2_exc"):
            archive.writestr(f"{name}.txt", TEXT)
            archive.writestr(f"{name}.ann", ANNOTATIONS)
    return path


def test_annotations_are_read_by_type() -> None:
    assert sorted(relation.type for relation in gold_relations(ANNOTATIONS)) == ["negation", "or", "temporal", "value"]
    assert gold_relations("") == []
    assert gold_relations("garbage\n*\nR1\nT1\n#1\tnote") == []


def test_a_tree_carries_the_relations_of_its_text() -> None:
    document = Document("NCT1_inc", "inclusion", TEXT, gold_relations(ANNOTATIONS))
    counts = score(document.relations, predicted_relations(document))
    assert counts == {
        "negation": (1, 1, 1),
        "value": (1, 1, 1),
        "temporal": (1, 1, 1),
        "and": (0, 0, 0),
        "or": (1, 1, 1),
    }


def test_each_gold_relation_counts_once() -> None:
    gold = [Relation("value", ((0, 5),), ((6, 9),))]
    predicted = [Relation("value", ((0, 2),), ((6, 7),)), Relation("value", ((2, 5),), ((7, 9),))]
    assert score(gold, predicted)["value"] == (1, 2, 1)
    assert score(gold, [Relation("value", ((6, 9),), ((0, 5),))])["value"] == (0, 1, 1)
    swapped = [Relation("or", ((6, 9),), ((0, 5),))]
    assert score([Relation("or", ((0, 5),), ((6, 9),))], swapped)["or"] == (1, 1, 1)


def test_the_report(corpus: Path) -> None:
    suite = load_suite("criteria-structure")
    (report,) = run_suite(suite, corpus)
    assert report.n == 3
    assert report.metrics["value_f1"] == 1.0
    assert 0.9 < report.metrics["micro_recall"] <= 1.0
    (half,) = run_suite(suite, corpus, options={"half": "odd"})
    assert half.n == 2


def test_what_cannot_be_measured_is_a_clear_error(corpus: Path, tmp_path: Path) -> None:
    suite = load_suite("criteria-structure")
    (tmp_path / "empty").mkdir()
    (tmp_path / "note.txt").write_text("x")
    for path in (tmp_path / "empty", tmp_path / "note.txt", tmp_path / "missing"):
        with pytest.raises(DataError):
            list(read_documents(path))
    with pytest.raises(UsageError):
        run_suite(suite, corpus, minds=["openai-chat:x"])
    with pytest.raises(UsageError):
        run_suite(suite, corpus, options={"half": "third"})


@pytest.mark.slow
def test_annotated_trials_stay_above_the_floor(shared_data: Path) -> None:
    (report,) = run_suite(load_suite("criteria-structure"), shared_data / "chia.zip", limit=120)
    assert report.metrics["value_f1"] > 0.6
    assert report.metrics["negation_f1"] > 0.45
    assert report.metrics["or_f1"] > 0.5
