from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from osler.core.terminology import hpo
from osler.errors import DataError, UsageError
from osler.evals.diagnosis import PlacementOptions, PublishedCase, place_cases, rank_metrics, read_case, read_cases
from osler.evals.diagnosis.measure import confidence_metrics, judge_cases, perturbed
from osler.evals.framework import BenchReport, load_suite, run_suite


def packet(name: str = "PMID_1_patient", **changes: Any) -> dict[str, Any]:
    content: dict[str, Any] = {
        "id": name,
        "subject": {"id": "1", "sex": "FEMALE", "timeAtLastEncounter": {"age": {"iso8601duration": "P30Y6M"}}},
        "phenotypicFeatures": [
            {"type": {"id": "HP:0001166", "label": "Arachnodactyly"}},
            {"type": {"id": "HP:0001083", "label": "Ectopia lentis"}, "onset": {"age": {"iso8601duration": "P4Y"}}},
            {"type": {"id": "HP:0002616", "label": "Aortic root aneurysm"}},
            {"type": {"id": "HP:0001250", "label": "Seizure"}, "excluded": True},
        ],
        "diseases": [{"term": {"id": "OMIM:154700", "label": "Marfan syndrome"}}],
        "interpretations": [
            {
                "diagnosis": {
                    "disease": {"id": "OMIM:154700"},
                    "genomicInterpretations": [
                        {"variantInterpretation": {"variationDescriptor": {"geneContext": {"symbol": "FBN1"}}}}
                    ],
                }
            }
        ],
        "metaData": {"externalReferences": [{"id": "PMID:1"}]},
    }
    return content | changes


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "cases.zip"
    with zipfile.ZipFile(path, "w") as target:
        target.writestr("a.json", json.dumps(packet("PMID_1_a")))
        target.writestr("b.json", json.dumps(packet("PMID_1_b", diseases=[{"term": {"id": "OMIM:1"}}])))
        target.writestr("c.json", "{ not json")
        target.writestr("d.json", json.dumps({"id": "no diagnosis"}))
        target.writestr("notes.txt", "not a case")
    return path


def measure(archive: Path, **options: str) -> BenchReport:
    chosen = {"workers": "1", "robustness": "no"} | {name.replace("_", "-"): value for name, value in options.items()}
    return run_suite(load_suite("diagnosis"), archive, options=chosen)[0]


def test_a_case_holds_the_findings_and_keeps_the_answer_apart() -> None:
    case = read_case("x", packet())
    assert case.query.observed == ("HP:0001166", "HP:0001083", "HP:0002616")
    assert case.query.excluded == ("HP:0001250",)
    assert case.query.age_years == pytest.approx(30.5)
    assert case.query.onset_years == pytest.approx(4.0)
    assert case.query.sex == "female"
    assert case.query.genes == ()
    assert (case.diagnosis, case.publications, case.genes) == ("OMIM:154700", ("PMID:1",), ("FBN1",))


def test_protobuf_names_and_onset_terms_are_read_too() -> None:
    content = packet()
    content["phenotypic_features"] = content.pop("phenotypicFeatures")
    content["meta_data"] = {"external_references": content.pop("metaData")["externalReferences"]}
    content["diseases"][0]["onset"] = {"ontologyClass": {"id": "HP:0003577"}}
    case = read_case("x", content)
    assert len(case.query.observed) == 3
    assert case.publications == ("PMID:1",)
    assert case.query.onset_term == "HP:0003577"


def test_the_suite_reports_every_metric_and_drops_nothing(archive: Path) -> None:
    report = measure(archive)
    assert report.n == 2
    assert report.parse_failures == 2
    assert report.non_answers == {"disease_not_annotated": 1}
    assert report.metrics["coverage"] == 0.5
    assert report.metrics["covered_top1"] == 1.0
    assert report.metrics["top1"] == report.metrics["mrr"] == 0.5
    for name in ("top1", "top3", "top5", "top10", "mrr"):
        assert {name, f"covered_{name}"} <= set(report.metrics)


def test_families_macro_means_calibration_and_confidence_are_reported(archive: Path) -> None:
    report = measure(archive)
    for top in (1, 3, 10):
        assert {f"family_top{top}", f"macro_top{top}"} <= set(report.metrics)
    assert 0 <= report.metrics["ece"] <= 1
    levels = report.metrics["confidence"]
    assert set(levels) == {"high", "moderate", "low"}
    assert sum(level["n"] for level in levels.values()) == report.n
    assert {item.group for item in report.items} == {"covered", "not covered"}


def test_the_genes_are_a_separate_figure(archive: Path) -> None:
    assert "with_genes" not in measure(archive).metrics
    report = measure(archive, with_genes="yes")
    assert report.metrics["with_genes"]["covered_top1"] == 1.0


def test_robustness_and_leaving_out_are_labelled(archive: Path) -> None:
    report = measure(archive, robustness="yes", leave_publication_out="strict", no_excluded="yes")
    assert set(report.metrics["robustness"]) == {"third_dropped", "two_added", "parents"}
    assert any("every statement that cites" in note for note in report.notes)


def test_a_comparison_that_is_not_installed_says_so(
    archive: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OSLER_BENCH_PYTHON", str(tmp_path / "nowhere"))
    report = measure(archive, compare="hpo3")
    assert "hpo3" not in report.metrics
    assert any("not installed" in note for note in report.notes)


@pytest.mark.parametrize(
    "options", [{"compare": "magic"}, {"workers": "0"}, {"no_excluded": "maybe"}, {"leave_publication_out": "half"}]
)
def test_an_option_that_cannot_be_is_refused(archive: Path, options: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        measure(archive, **options)


def test_data_without_cases_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError):
        read_cases(tmp_path)
    with pytest.raises(DataError):
        read_cases(tmp_path / "missing.zip")


@pytest.mark.parametrize("name", ["diagnosis", "negation", "criteria-structure"])
def test_a_suite_that_needs_data_asks_for_it(name: str) -> None:
    with pytest.raises(UsageError, match="needs --data"):
        run_suite(load_suite(name), None)


def test_a_folder_and_a_single_file_are_read(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(packet()), encoding="utf-8")
    assert read_cases(tmp_path).cases == read_cases(tmp_path / "one.json").cases
    assert len(read_cases(tmp_path, limit=1).cases) == 1


def test_tied_places_are_not_a_hit_and_missing_ones_are_misses() -> None:
    metrics = rank_metrics([1.0, 1.5, 4.0, None])
    assert metrics["top1"] == 0.25
    assert metrics["covered_top3"] == pytest.approx(2 / 3)
    assert metrics["mrr"] == pytest.approx((1 + 1 / 1.5 + 1 / 4) / 4)
    assert rank_metrics([])["top1"] == 0.0


def test_damage_is_reproducible_and_does_what_it_says() -> None:
    case = read_case("x", packet())
    graph = hpo()
    assert perturbed(case, "two_added", graph) == perturbed(case, "two_added", graph)
    assert len(perturbed(case, "two_added", graph).observed) == 5
    assert len(perturbed(case, "third_dropped", graph).observed) == 2
    pairs = zip(case.query.observed, perturbed(case, "parents", graph).observed, strict=True)
    assert all(parent in graph.parents(term) for term, parent in pairs)


@pytest.mark.slow
def test_workers_give_the_same_places() -> None:
    cases = [read_case(f"{place}", packet(f"PMID_1_{place}")) for place in range(101)]
    assert place_cases(cases, PlacementOptions(), workers=2) == place_cases(cases, PlacementOptions())


@pytest.fixture(scope="module")
def published(shared_data: Path) -> tuple[PublishedCase, ...]:
    return read_cases(shared_data / "phenopackets.zip").cases


@pytest.mark.slow
def test_published_cases_are_ranked_as_well_as_measured(published: tuple[PublishedCase, ...]) -> None:
    """A sample spread over the file, so the bounds lie below the bars that `osler bench diagnosis` shows on all of it."""
    cases = published[::30]
    plain = rank_metrics(place_cases(cases, PlacementOptions()))
    honest = rank_metrics(place_cases(cases, PlacementOptions(leave_publication_out="share")))
    silent = rank_metrics(place_cases(cases, PlacementOptions(excluded=False)))
    assert plain["covered_top1"] > 0.53
    assert plain["covered_top10"] > 0.74
    assert honest["covered_top1"] > 0.29
    assert honest["covered_top10"] > 0.49
    assert plain["covered_top1"] > silent["covered_top1"] - 0.02


@pytest.mark.slow
def test_confidence_means_something_on_published_cases(published: tuple[PublishedCase, ...]) -> None:
    cases = published[::25]
    metrics = confidence_metrics(judge_cases(cases, PlacementOptions()))
    levels = metrics["confidence"]
    assert levels["high"]["right"] > 0.65
    assert levels["high"]["n"] > 0.15 * len(cases)
    assert levels["high"]["right"] > 1.5 * levels["moderate"]["right"]
    assert metrics["ece"] < 0.13
