"""The suite for HPO terms in text: both formats, what counts, and the bar on the development half."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from osler.errors import DataError
from osler.evals.framework import load_suite, run_suite
from osler.evals.suites.hpo_text import Document, read_documents, score

TEXT = "He had seizures and short stature. No hearing loss was found."


def corpus(folder: Path, annotation: str, text: str = TEXT) -> Path:
    for kind, content in (("corpus", text), ("ann", annotation)):
        (folder / "X" / kind).mkdir(parents=True, exist_ok=True)
        (folder / "X" / kind / "doc1").write_text(content, encoding="utf-8")
    return folder


def test_bracketed_annotations(tmp_path: Path) -> None:
    data = corpus(tmp_path, "[7::15]\tHP_0001250 | seizures\n[20::33]\tHP_0004322 | short stature\n")
    assert read_documents(data)[0].mentions == {(7, 15, "HP:0001250"), (20, 33, "HP:0004322")}


def test_tabular_annotations_leave_out_negated_mentions(tmp_path: Path) -> None:
    lines = "7\t15\tseizures\tHP:0001250\n38\t50\thearing loss\tHP:0000365\tNeg\n"
    [document] = read_documents(corpus(tmp_path, lines))
    assert document.mentions == {(7, 15, "HP:0001250")}
    assert document.marks_negation


def test_old_ids_become_current_and_other_branches_do_not_count(tmp_path: Path) -> None:
    lines = "[7::15]\tHP_0001275 | seizures\n[0::2]\tHP_0000006 | dominant\n"
    assert read_documents(corpus(tmp_path, lines))[0].mentions == {(7, 15, "HP:0001250")}


def test_unreadable_lines_are_counted(tmp_path: Path) -> None:
    data = corpus(tmp_path, "[7::15]\tHP_0001250 | seizures\nnonsense\n")
    [report] = run_suite(load_suite("hpo-text"), data)
    assert report.parse_failures == 1
    assert report.metrics["doc_recall"] == 1.0


def test_a_negated_finding_is_not_predicted_where_the_corpus_marks_negation(tmp_path: Path) -> None:
    lines = "7\t15\tseizures\tHP:0001250\n20\t33\tshort stature\tHP:0004322\n38\t50\thearing loss\tHP:0000365\tNeg\n"
    [report] = run_suite(load_suite("hpo-text"), corpus(tmp_path, lines))
    assert report.metrics["doc_f1"] == 1.0


def test_what_follows_from_a_normal_function_is_not_named(tmp_path: Path) -> None:
    data = corpus(tmp_path, "[0::8]\tHP_0001250 | Seizures\n", "Seizures began; the head circumference was normal.")
    [report] = run_suite(load_suite("hpo-text"), data)
    assert report.metrics["doc_f1"] == 1.0


def test_a_zip_reads_like_its_folder(tmp_path: Path) -> None:
    folder = corpus(tmp_path / "folder", "[7::15]\tHP_0001250 | seizures\n")
    archive = tmp_path / "data.zip"
    with zipfile.ZipFile(archive, "w") as target:
        for path in sorted(folder.rglob("*")):
            target.write(path, path.relative_to(folder))
    assert read_documents(archive) == read_documents(folder)


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x03\x04 truncated"])
def test_a_broken_zip_is_a_clear_error(tmp_path: Path, content: bytes) -> None:
    broken = tmp_path / "data.zip"
    broken.write_bytes(content)
    with pytest.raises(DataError):
        read_documents(broken)


def test_a_folder_without_annotations_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(DataError):
        read_documents(tmp_path)


def test_scores_are_micro_averages_over_documents_and_exact_mentions() -> None:
    gold = [Document("a", "", {(0, 3, "HP:1"), (5, 8, "HP:1"), (9, 12, "HP:2")}), Document("b", "", {(0, 3, "HP:3")})]
    figures = score(gold, [{(0, 3, "HP:1"), (20, 22, "HP:4")}, {(0, 2, "HP:3")}])
    assert figures["doc_precision"] == pytest.approx(2 / 3)
    assert figures["doc_recall"] == pytest.approx(2 / 3)
    assert figures["mention_recall"] == pytest.approx(1 / 4)


def test_the_development_half_reaches_the_bar(shared_data: Path) -> None:
    [report] = run_suite(load_suite("hpo-text"), shared_data / "hpo_text.zip")
    assert report.n == 123
    assert report.metrics["doc_f1"] >= 0.73
    assert report.metrics["mention_f1"] >= 0.66
