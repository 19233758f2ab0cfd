"""A file of results belongs to one piece of work: what changed is done anew, other work is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from osler.surfaces.cli.output import own_file
from tests.surfaces.conftest import Command


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def ages(path: Path) -> dict[str, Any]:
    return {Path(line["source"]).name: line["record"]["demographics"]["age"] for line in lines(path)}


@pytest.fixture
def people(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for name, age in (("one", 5), ("two", 6)):
        (tmp_path / "in" / f"{name}.json").write_text(json.dumps({"age": age, "hpo_terms": ["HP:0001250"]}))
    return tmp_path / "in"


def test_an_input_that_changed_is_done_anew_and_stands_once(osler: Command, people: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    osler("patient", "show", str(people), "--out", str(out))
    before = ages(out)
    (people / "two.json").write_text(json.dumps({"age": 41, "hpo_terms": ["HP:0001250"]}))
    again = osler("patient", "show", str(people), "--out", str(out))
    assert "1 of 2 done, 1 were in" in again.stderr
    assert len(lines(out)) == 2
    assert ages(out)["one.json"] == before["one.json"]
    assert ages(out)["two.json"] != before["two.json"]


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (["patient", "check"], "holds results of 'osler patient show'"),
        (["privacy", "preview"], "holds results of 'osler patient show'"),
        (["patient", "show", "--format", "input"], "made with other format"),
    ],
)
def test_results_of_other_work_are_left_as_they_are(
    osler: Command, people: Path, tmp_path: Path, second: list[str], said: str
) -> None:
    out = tmp_path / "out.ndjson"
    osler("patient", "show", str(people), "--out", str(out))
    kept = out.read_bytes()
    done = osler(*second, str(people), "--out", str(out))
    assert done.returncode == 2
    assert said in done.stderr
    assert "--fresh" in done.stderr
    assert out.read_bytes() == kept


@pytest.mark.parametrize("text", ["a letter to a friend\n", '{"source": "in/one.json", "patient": null}\n'])
def test_a_file_that_is_no_file_of_results_is_not_written_over(
    osler: Command, people: Path, tmp_path: Path, text: str
) -> None:
    out = tmp_path / "out.ndjson"
    out.write_text(text)
    assert osler("patient", "show", str(people), "--out", str(out)).returncode == 2
    assert out.read_text() == text


def test_a_changed_index_does_match_anew(osler: Command, tmp_path: Path) -> None:
    from osler.casework import trials_state
    from osler.config import load_settings

    def study(number: int, text: str) -> str:
        module = {
            "identificationModule": {"nctId": f"NCT0000000{number}", "briefTitle": "A trial"},
            "eligibilityModule": {"eligibilityCriteria": f"Inclusion Criteria:\n- {text}"},
        }
        return json.dumps({"protocolSection": module})

    index, source = tmp_path / "index", tmp_path / "trials.ndjson"
    settings = load_settings()
    states = [trials_state(settings, "local", index)]
    for text in ("Age 18 years or older", "Age 40 years or older", "Age 40 years or older"):
        source.write_text(study(1, text) + "\n")
        done = osler("trials", "import", str(source), "--index", str(index))
        assert done.returncode == 0, done.stderr
        states.append(trials_state(settings, "local", index))
    assert len(set(states[:3])) == 3
    assert states[2] == states[3]


def test_a_changed_library_is_asked_anew(osler: Command, tmp_path: Path) -> None:
    guideline, out = tmp_path / "sleep.md", tmp_path / "out.ndjson"
    asked = ["ask", "How long should adults sleep?", "--library", "sleep", "--out", str(out)]
    told = []
    for hours in ("seven", "seven", "eight"):
        guideline.write_text(
            f"# Sleep\n\nIssuer: A clinic\n\n## Adults\n\nAdults should sleep at least {hours} hours.\n"
        )
        done = osler("guidelines", "add", str(guideline), "--library", "sleep")
        assert done.returncode == 0, done.stderr
        told.append(osler(*asked).stderr)
    assert ["were in" in one for one in told] == [False, True, False]
    assert len(lines(out)) == 1


def test_a_file_about_the_folder_is_no_patient_and_is_told(osler: Command, people: Path) -> None:
    for name in ("README.md", "License.txt", "CHANGELOG", "readmission.txt", "scan.png"):
        (people / name).write_text("She has seizures.")
    done = osler("patient", "show", str(people), "--json")
    document = json.loads(done.stdout)
    assert [Path(one["source"]).name for one in document["results"]] == ["one.json", "readmission.txt", "two.json"]
    assert [Path(name).name for name in document["left_out"]] == ["CHANGELOG", "License.txt", "README.md", "scan.png"]
    assert "left out CHANGELOG, License.txt, README.md, scan.png" in done.stderr
    named = osler("patient", "show", str(people / "README.md"), "--json")
    assert len(json.loads(named.stdout)["results"]) == 1


COMMANDS = [["patient", "show"], ["patient", "check"], ["privacy", "preview"], ["criteria", "show"]]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_result_says_how_it_ended_and_what_was_wrong(osler: Command, tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "good.txt").write_text("Inclusion Criteria:\n- Age 18 years or older\n")
    (tmp_path / "none.txt").write_text("")
    done = osler(*command, str(tmp_path), "--json")
    good, bad = json.loads(done.stdout)["results"]
    assert (good["status"], bad["status"]) == ("complete", "failed")
    assert isinstance(good["problems"], list)
    assert bad["problems"] == []
    assert bad["error"]["code"] == "data"


def test_the_file_of_one_of_several_results_names_its_patient() -> None:
    asked = Path("out") / "all.csv"
    assert own_file(asked, "01H", several=False, called="a.txt") == asked
    assert own_file(asked, "01H", several=True, called="../ward 3/a.txt").name == "all-ward_3_a.txt-01H.csv"
    assert own_file(asked, "01H", several=True).name == "all-01H.csv"
