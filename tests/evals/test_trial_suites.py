"""The suites of trials: metrics that mean what they say, samples that repeat, bars that hold on the development data."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from osler.errors import ConfigError, DataError
from osler.evals import load_suite
from osler.evals.suites.trial_retrieval import ndcg
from osler.evals.trials.annotations import load_annotations, stratified_sample
from osler.evals.trials.config import load_config
from osler.evals.trials.metrics import compute_metrics, evidence_overlap, kappa
from osler.evals.trials.synthetic import build
from osler.trials import CriterionVerdict
from tests.conftest import REPO
from tests.servers.models import ModelServer, Says

MET, NOT_MET, UNKNOWN = CriterionVerdict.MET, CriterionVerdict.NOT_MET, CriterionVerdict.UNKNOWN
NOTE = "0. A 44-year-old woman with asthma.\n1. She denies diabetes.\n2. The patient will provide informed consent."


def _pair(number: int, kind: str, text: str | None, label: str, sentences: str = "[]") -> dict[str, object]:
    return {
        "annotation_id": number,
        "patient_id": f"p{number % 2}",
        "note": NOTE,
        "trial_id": "t1",
        "trial_title": "A trial in asthma",
        "criterion_type": kind,
        "criterion_text": text,
        "expert_eligibility": label,
        "expert_sentences": sentences,
        "gpt4_eligibility": label,
        "gpt4_sentences": sentences,
    }


@pytest.fixture
def data(tmp_path: Path) -> Path:
    pairs = [
        _pair(0, "inclusion", "Diagnosis of asthma", "included", "[0]"),
        _pair(1, "exclusion", "Diabetes mellitus", "not excluded", "[1]"),
        _pair(2, "inclusion", "Able to provide informed consent", "included", "[2]"),
        _pair(3, "exclusion", "Serum creatinine > 2 mg/dL", "not enough information"),
        _pair(4, "exclusion", None, "not enough information"),
    ]
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps(pairs), encoding="utf-8")
    return path


def test_metrics_by_hand() -> None:
    expert = [MET, MET, NOT_MET, UNKNOWN]
    found = compute_metrics([MET, UNKNOWN, NOT_MET, NOT_MET], expert)
    assert found["accuracy"] == 0.5
    assert found["recall_met"] == 0.5
    assert found["decided"] == 0.75
    assert found["accuracy_decided"] == pytest.approx(2 / 3)
    assert found["f1_met_not_met"] == pytest.approx((2 / 3 + 2 / 3) / 2)
    assert found["confusion_matrix"]["MET"] == {"MET": 1, "NOT_MET": 0, "UNKNOWN": 1}
    assert kappa([(MET, MET), (NOT_MET, NOT_MET)]) == 1.0
    assert compute_metrics([CriterionVerdict.NOT_APPLICABLE], [UNKNOWN])["accuracy"] == 1.0
    assert evidence_overlap(frozenset(), frozenset()) == 1.0
    assert evidence_overlap(frozenset({0, 1}), frozenset({1})) == pytest.approx(2 / 3)


def test_the_suite_keeps_items_halves_and_baselines(data: Path) -> None:
    run = load_suite("trial-criteria").run(data, mind="offline", limit=None, options={"policy": "strict"})
    assert run.metrics["accuracy"] == 1.0
    assert run.metrics["evidence_f1"] == 1.0
    assert run.metrics["gpt4"]["accuracy"] == 1.0
    assert set(run.metrics["halves"]) == {"a", "b"}
    assert [item.gold for item in run.items] == ["MET", "NOT_MET", "MET", "UNKNOWN", "UNKNOWN"]


def test_a_dry_run_asks_nobody(data: Path, tmp_path: Path) -> None:
    config = tmp_path / "config.yml"
    config.write_text(
        "models: [offline, 'openai-chat:x']\nn_pairs: 4\nprice_per_million_tokens: {'openai-chat:x': 2.0}\n",
        encoding="utf-8",
    )
    options = {"config": str(config), "dry-run": "true"}
    run = load_suite("trial-criteria").run(data, mind="offline", limit=None, options=options)
    assert run.metrics["n_pairs"] == 4
    assert run.metrics["models"]["openai-chat:x"]["calls"] == 4
    assert run.metrics["models"]["openai-chat:x"]["estimated_cost_usd"] > 0
    assert run.metrics["models"]["offline"]["calls"] == 0
    config.write_text("models: ['anthropic:claude-sonnet-4-5', 'openai-chat:not-published']\n", encoding="utf-8")
    priced = load_suite("trial-criteria").run(data, mind="offline", limit=None, options=options).metrics["models"]
    assert priced["anthropic:claude-sonnet-4-5"]["estimated_cost_usd"] > 0
    assert priced["openai-chat:not-published"]["estimated_cost_usd"] is None


def test_a_configured_run_leaves_a_folder(data: Path) -> None:
    options = {"config": str(REPO / "examples" / "trials" / "benchmark.yml"), "n-pairs": "5"}
    run = load_suite("trial-criteria").run(data, mind="offline", limit=None, options=options)
    folder = Path(run.notes[-1].removeprefix("run folder: "))
    assert {file.name for file in folder.iterdir()} == {
        "config.json",
        "results.json",
        "metrics.json",
        "cost_summary.json",
        "disagreements.json",
    }


async def test_several_models_over_one_sample_with_budget_and_parse_failures(data: Path, tmp_path: Path) -> None:
    lie = '[{"number": 0, "reasoning": "it is so", "sentences": [0], "verdict": "MET"}]'
    suite = load_suite("trial-criteria")
    async with ModelServer(Says(lie)) as liar, ModelServer(Says("It may rain today.")) as chatter:
        names = [f"openai-chat:m,base_url={server.url}/v1,local=true" for server in (liar, chatter)]
        config = tmp_path / "config.yml"
        config.write_text(json.dumps({"models": ["offline", *names], "seed": 42, "max_concurrent": 2}), "utf-8")
        options = {"config": str(config)}
        run = await asyncio.to_thread(suite.run, data, mind="offline", limit=None, options=options)
        asked = len(liar.received)
        priced = {"models": names[:1], "price_per_million_tokens": {names[0]: 1e6}, "budget_max_usd": 0.5}
        config.write_text(json.dumps(priced), encoding="utf-8")
        short = await asyncio.to_thread(suite.run, data, mind="offline", limit=None, options=options)
    models = run.metrics["models"]
    assert asked == 5
    # A lie moves no verdict that has proof, and gets nowhere where no sentence bears it out.
    assert models[names[0]]["accuracy"] == models["offline"]["accuracy"] == 1.0
    assert models[names[1]]["parse_failures"] == 5
    assert {"accuracy", "f1_macro", "f1_met_not_met", "cohens_kappa"} == set(models[names[0]]["intervals"])
    assert {"accuracy", "accuracy_if_unknown_passes"} <= set(models[names[0]]["trials"])
    assert run.metrics["gpt4"]["accuracy"] == 1.0
    assert any("the budget of $0.5 ended before 4 pairs" in note for note in short.notes)


def test_a_wrong_configuration_says_what_is_known(tmp_path: Path) -> None:
    (tmp_path / "c.yml").write_text("pairs: 3\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="pairs"):
        load_config(tmp_path / "c.yml")
    (tmp_path / "d.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DataError):
        load_annotations(tmp_path / "d.json")


def test_a_sample_repeats_and_keeps_the_shares(shared_data: Path) -> None:
    pairs = load_annotations(shared_data / "trial_criteria.json")
    first, second = stratified_sample(pairs, 20, 42), stratified_sample(pairs, 20, 42)
    assert [pair.annotation_id for pair in first] == [pair.annotation_id for pair in second]
    assert len(first) == 20
    share = sum(pair.criterion_type == "exclusion" for pair in first) / 20
    assert share == pytest.approx(172 / 283, abs=0.1)


@pytest.mark.slow
def test_the_bars_on_the_development_half(shared_data: Path) -> None:
    suite = load_suite("trial-criteria")
    data = shared_data / "trial_criteria.json"
    clinical = suite.run(data, mind="offline", limit=None, options={"policy": "clinical"}).metrics
    assert clinical["accuracy"] >= 0.72
    assert clinical["cohens_kappa"] >= 0.54
    assert clinical["f1_macro"] >= 0.64
    assert clinical["recall_met"] >= 0.55
    assert round(clinical["gpt4"]["accuracy"], 3) == 0.845
    strict = suite.run(data, mind="offline", limit=None, options={"policy": "strict"}).metrics
    assert strict["accuracy_decided"] >= 0.85


def test_ndcg_by_hand() -> None:
    relevant = {"a": 2, "b": 1, "c": 0}
    assert ndcg(["a", "b", "c"], relevant, 10) == 1.0
    assert ndcg(["b", "a"], relevant, 10) < 1.0
    assert ndcg(["x"], relevant, 10) == 0.0


@pytest.mark.slow
def test_retrieval_reports_itself_and_its_baseline(shared_data: Path) -> None:
    suite = load_suite("trial-retrieval")
    run = suite.run(shared_data / "trial_retrieval_small.json", mind="offline", limit=None, options={})
    keys = {"ndcg10", "judged_ndcg10", "recall100"}
    assert keys <= set(run.metrics)
    assert set(run.metrics["baseline"]) == keys
    assert len(run.items) == run.n


@pytest.mark.slow
def test_the_bars_of_retrieval(shared_data: Path) -> None:
    suite = load_suite("trial-retrieval")
    metrics = suite.run(shared_data / "trial_retrieval.json", mind="offline", limit=None, options={}).metrics
    assert metrics["ndcg10"] >= 1.8 * metrics["baseline"]["ndcg10"]
    # Twenty-four queries: one trial that changes its place in one of them moves the mean by .01.
    assert metrics["judged_ndcg10"] >= 0.28
    assert metrics["recall100"] >= 0.40


def test_the_synthetic_set_is_synthetic_and_repeats() -> None:
    data = build()
    assert data == build()
    assert len(data["trials"]) >= 40
    assert len(data["patients"]) >= 25
    ids = [trial["protocolSection"]["identificationModule"]["nctId"] for trial in data["trials"]]
    assert all(name.startswith("OSLER-T-") for name in ids)
    lines = (REPO / "examples" / "trials" / "trials.ndjson").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == data["trials"]


@pytest.mark.slow
def test_a_whole_match_on_the_synthetic_set() -> None:
    metrics = load_suite("match-e2e").run(None, mind="offline", limit=8, options={}).metrics
    assert metrics["candidate_recall"] == 1.0
    assert metrics["criterion_accuracy_given"] >= 0.98
    assert metrics["verdict_accuracy"] >= 0.8
    assert metrics["loss"]["judging"] <= 0.05
