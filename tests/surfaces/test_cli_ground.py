"""`osler ground` as a person or a script uses it."""

from __future__ import annotations

import csv
import io
import json
import socket
from pathlib import Path

import pytest

from tests.surfaces.conftest import Command

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "criteria"
KNEE = str(EXAMPLES / "knee_pain.txt")
HEART = str(EXAMPLES / "heart_failure.json")


def test_json_is_one_document_with_entities_and_coded_criteria(osler: Command) -> None:
    done = osler("ground", KNEE, "--json")
    assert done.returncode == 0, done.stderr
    (document,) = json.loads(done.stdout)["results"]
    found = {entity["text"]: entity for entity in document["grounded_entities"]}
    assert found["Osteoarthritis of the knee"]["snomed_code"] == "239873007"
    assert found["acetaminophen"]["drugbank_id"] == "DB00316"
    assert found["Heparin"]["mesh_id"] == "D006493"
    assert document["entity_ids"]
    assert document["error"] is None
    coded = json.dumps(document["criteria"])
    assert "SCTID:239873007" in coded
    assert done.stderr == ""


def test_people_see_entities_codes_and_what_waits(osler: Command) -> None:
    done = osler("ground", KNEE)
    assert done.returncode == 0
    assert "Osteoarthritis" in done.stdout
    assert "expert review" in done.stdout


def test_stdin_csv_and_a_registry_record(osler: Command) -> None:
    done = osler("ground", "-", "--csv", stdin=b"History of stroke\n")
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    assert (row["text"], row["status"]) == ("stroke", "accepted")
    bundle = json.loads(osler("ground", HEART, "--fhir").stdout)
    assert [entry["resource"]["resourceType"] for entry in bundle["entry"]] == ["ResearchStudy", "Group"]


def test_a_note_has_phenotypes(osler: Command) -> None:
    done = osler("ground", "-", "--note", "--json", stdin=b"She has seizures.")
    (entity,) = json.loads(done.stdout)["results"][0]["grounded_entities"]
    assert (entity["entity_type"], entity["hpo_id"]) == ("Phenotype", "HP:0001250")


def test_several_files_are_a_batch_and_one_that_fails_does_not_stop_it(osler: Command, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    done = osler("ground", KNEE, str(empty), HEART, "--json")
    assert done.returncode == 2
    results = json.loads(done.stdout)["results"]
    assert [result.get("protocol_id", "failed")[:4] for result in results] == ["knee", "fail", "NCT9"]
    assert results[1]["error"]["path"] == str(empty)
    assert "no text to ground" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.txt"], "cannot be read"),
        (["-"], "no text"),
        (["-", "--json", "--csv"], "exclude each other"),
        (["-", "--note", "--fhir"], "no eligibility"),
    ],
)
def test_wrong_use_says_so(osler: Command, words: list[str], message: str) -> None:
    done = osler("ground", *words)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_mind_that_is_gone_leaves_the_offline_reading_as_proposals(
    osler: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as reserved:
        port = reserved.getsockname()[1]
    monkeypatch.setenv("OSLER_MODELS__RETRIES", "0")
    mind = f"openai-chat:gone,base_url=http://127.0.0.1:{port}/v1,local=true"
    done = osler("ground", "-", "--json", "--mind", mind, stdin=b"History of stroke\n")
    assert done.returncode == 0, done.stderr
    (document,) = json.loads(done.stdout)["results"]
    assert document["error"] is None
    (entity,) = document["grounded_entities"]
    assert (entity["status"], entity["stands_in_for"]) == ("expert_review", "openai-chat:gone")
    assert entity["concept_id"]


def test_a_run_is_recorded_and_can_be_replayed(osler: Command) -> None:
    run_id = json.loads(osler("ground", KNEE, "--json").stdout)["results"][0]["run_id"]
    shown = json.loads(osler("runs", "show", run_id, "--json").stdout)
    assert shown["capability"] == "grounding"
    replayed = osler("runs", "replay", run_id, "--json")
    assert json.loads(replayed.stdout)["same_result"] is True, replayed.stdout[:2000]
