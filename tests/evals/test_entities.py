"""The entities suite: reading brat, what counts as found, and the bar for the offline mind."""

from __future__ import annotations

import asyncio
import json
import zipfile
from pathlib import Path

import pytest

from osler.core.terminology import SemanticType
from osler.errors import DataError, UsageError
from osler.evals import load_suite, run_suite
from osler.evals.suites.entities import Entity, gold_entities, read_documents, score
from tests.servers.http import Answer, Hang, HangUp, Held, Received
from tests.servers.models import Calls, ModelServer, Says

TEXT = "History of osteoarthritis\nTreatment with heparin\n"
ANNOTATIONS = (
    "T1\tCondition 11 25\tosteoarthritis\nT2\tDrug 41 48\theparin\nT3\tTemporal 0 7\tHistory\nR1\tAND Arg1:T1 Arg2:T2\n"
)

C, D = SemanticType.CONDITION, SemanticType.MEDICATION


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("NCT1_inc.txt", TEXT)
        archive.writestr("NCT1_inc.ann", ANNOTATIONS)
        archive.writestr("NCT2_exc.txt", "No entities of use\n")
    return path


def test_types_are_mapped_and_pieces_joined() -> None:
    assert gold_entities(ANNOTATIONS) == [Entity(11, 25, C), Entity(41, 48, D)]
    assert gold_entities("T1\tPerson 0 3;9 12\ta b") == [Entity(0, 12, SemanticType.DEMOGRAPHIC)]


def test_strict_needs_the_span_and_relaxed_an_overlap_and_nothing_counts_twice() -> None:
    gold = [Entity(0, 5, C), Entity(10, 20, C), Entity(30, 40, D)]
    found = [Entity(0, 5, C), Entity(12, 20, C), Entity(12, 18, C), Entity(30, 40, C)]
    metrics = score([(gold, found)])
    assert metrics["strict_precision"] == 0.25
    assert metrics["relaxed_recall"] == round(2 / 3, 4)
    assert metrics["relaxed_f1"] == round(2 * 2 / 7, 4)
    assert metrics["by_type"]["Medication"]["relaxed_f1"] == 0.0


def test_the_suite_measures_the_offline_mind(corpus: Path) -> None:
    (report,) = run_suite(load_suite("entities"), corpus)
    assert (report.n, report.mind, report.parse_failures) == (2, "offline", 0)
    assert report.metrics["strict_recall"] == 1.0
    assert report.seconds_per_item > 0


async def test_minds_are_measured_side_by_side_with_their_parse_failures(
    corpus: Path,
) -> None:
    found = {"criterion_id": "NCT1_inc/0", "text": "osteoarthritis", "entity_type": "Condition"}
    good = Calls([("final_result", {"action_type": "extract", "entities": [found]})])

    class Server(ModelServer):
        def respond(self, request: Received) -> Answer | Held | Hang | HangUp:
            said = json.dumps(request.json())
            self.script = [Says("no JSON") if "heparin" in said else good]
            return super().respond(request)

    async with Server(good) as server:
        minds = ["offline", f"openai-chat:test-model,base_url={server.url}/v1,local=true"]
        offline, model = await asyncio.to_thread(run_suite, load_suite("entities"), corpus, minds=minds)
    assert (offline.parse_failures, model.parse_failures) == (0, 1)
    assert model.metrics["by_type"]["Condition"]["strict_f1"] == 1.0
    assert model.metrics["by_type"]["Medication"]["strict_f1"] == 0.0


def test_halves_are_disjoint_and_complete(shared_data: Path) -> None:
    chia = shared_data / "chia.zip"
    halves = [{document.name.split("_")[0] for document in read_documents(chia, half)} for half in "ab"]
    assert not halves[0] & halves[1]
    assert min(map(len, halves)) > 0.35 * sum(map(len, halves))


@pytest.mark.slow
def test_the_offline_mind_passes_its_bar(shared_data: Path) -> None:
    (report,) = run_suite(load_suite("entities"), shared_data / "chia.zip", limit=120)
    assert report.metrics["relaxed_f1"] >= 0.70
    assert report.metrics["strict_f1"] >= 0.58


def test_what_is_no_corpus_is_refused(tmp_path: Path, corpus: Path) -> None:
    with pytest.raises(DataError, match="no pair"):
        list(read_documents(tmp_path))
    with pytest.raises(UsageError, match="half"):
        list(read_documents(corpus, "c"))
    (tmp_path / "x.bin").write_bytes(b"x")
    with pytest.raises(DataError, match="neither"):
        list(read_documents(tmp_path / "x.bin"))
