"""Many inputs, one shape of results: what scripts rely on, whichever command they call."""

from __future__ import annotations

import io
import json
import signal
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from osler.errors import DataError
from osler.surfaces.cli import inputs, standard_input
from tests.surfaces.conftest import Command

FORMS = {"a": ["HP:0001250"], "b": ["HP:0001251"], "c": ["HP:0001252"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three patients, of which one cannot be read, and a file that is none."""
    folder = tmp_path / "in"
    folder.mkdir()
    for name, terms in FORMS.items():
        (folder / f"{name}.json").write_text(json.dumps({"hpo_terms": terms}))
    (folder / "b.json").write_text("{broken")
    (folder / "notes.bak").write_text("x")
    return folder


def results(text: str) -> list[dict[str, Any]]:
    document = json.loads(text)
    assert set(document) - {"left_out"} == {"results"}
    found: list[dict[str, Any]] = document["results"]
    assert all({"source", "patient"} <= set(one) for one in found)
    return found


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("command", [["patient", "show"], ["patient", "check"], ["privacy", "preview"]])
def test_a_folder_goes_on_after_a_bad_one_and_names_it(osler: Command, folder: Path, command: list[str]) -> None:
    done = osler(*command, str(folder), "--json")
    assert done.returncode == 2
    found = results(done.stdout)
    assert [Path(one["source"]).name for one in found] == ["a.json", "b.json", "c.json"]
    assert found[1]["error"]["path"] == str(folder / "b.json")
    assert "error" not in found[2]
    assert f"error[data]: {folder / 'b.json'}: " in done.stderr
    assert "left out notes.bak" in done.stderr
    assert "2 of 3 done, 1 failed, " in done.stderr


def test_globs_several_files_stdin_and_json_lines(osler: Command, folder: Path) -> None:
    lines = b'{"id": "x", "text": "She has seizures."}\n{"id": "y", "age": 5}\n'
    done = osler("patient", "show", str(folder / "[ac].json"), str(folder / "a.json"), "-", "--json", stdin=lines)
    assert done.returncode == 0, done.stderr
    assert [Path(one["source"]).name for one in results(done.stdout)] == ["a.json", "c.json", "-:1", "-:2"]
    assert [one["patient"] for one in results(done.stdout)][2:] == ["x", "y"]
    assert osler("patient", "show", str(folder / "z*.json")).returncode == 2


def test_results_are_written_as_they_come_and_a_second_call_goes_on(osler: Command, folder: Path) -> None:
    out = folder / "results.ndjson"
    first = osler("patient", "check", str(folder), "--out", str(out))
    assert (first.returncode, first.stdout) == (2, "")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert [("error" in line) for line in lines(out)] == [False, True, False]
    (folder / "b.json").write_text('{"age": 5}')
    with out.open("a") as cut_off:
        cut_off.write('{"source": "half')
    again = osler("patient", "check", str(folder), "--out", str(out))
    assert again.returncode == 0, again.stderr
    assert f"1 of 3 done, 2 were in {out} already" in again.stderr
    assert sorted(Path(line["source"]).name for line in lines(out)) == ["a.json", "b.json", "c.json"]
    afresh = osler("patient", "check", str(folder), "--out", str(out), "--fresh")
    assert "3 of 3 done" in afresh.stderr
    assert len(lines(out)) == 3


@pytest.mark.slow
def test_a_kill_in_the_middle_leaves_whole_lines(tmp_path: Path) -> None:
    given, out = tmp_path / "in.ndjson", tmp_path / "out.ndjson"
    given.write_text("".join(json.dumps({"id": f"p{n}", "age": 5}) + "\n" for n in range(20_000)))
    command = [sys.executable, "-m", "osler", "patient", "check", str(given), "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not (out.exists() and out.stat().st_size > 20_000):
        with suppress(subprocess.TimeoutExpired):  # to ask without a pause would take the processor from it
            process.wait(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    found = lines(out)
    assert 0 < len(found) < 20_000
    assert out.read_bytes().endswith(b"\n")


def test_every_criteria_file_meets_every_patient(osler: Command, tmp_path: Path) -> None:
    for name, text in (("adult.txt", "Inclusion Criteria:\n- Age 18 years or older\n"), ("child.txt", "Inclusion Criteria:\n- Age under 18 years\n")):  # fmt: skip
        (tmp_path / name).write_text(text)
    people = tmp_path / "people.csv"
    people.write_text("id,age\nold,70\nyoung,7\n")
    out = tmp_path / "out.ndjson"
    words = ["criteria", "check", str(tmp_path / "*.txt"), "--patient", str(people)]
    done = osler(*words, "--json")
    assert done.returncode == 0, done.stderr
    assert "people.csv: id → id, age → age" in done.stderr
    verdicts = {
        (Path(one["source"]).stem, one["patient"]): one["judgements"][0]["eligibility"] for one in results(done.stdout)
    }
    assert verdicts == {
        ("adult", "old"): "eligible", ("adult", "young"): "ineligible",
        ("child", "old"): "ineligible", ("child", "young"): "eligible",
    }  # fmt: skip
    osler(*words, "--out", str(out))
    assert "4 were in" in osler(*words, "--out", str(out)).stderr


def test_options_repeat_add_to_a_file_and_names_keep_their_commas(osler: Command, tmp_path: Path) -> None:
    form = tmp_path / "form.json"
    form.write_text(json.dumps({"hpo_terms": ["HP:0001250"], "age": 3, "sex": "male"}))
    words = ["--hpo", "HP:0001251,HP:0001252", "--hpo", "Intellectual disability, mild", "--age", "9y"]
    done = osler("diagnose", str(form), *words, "--exclude", "HP:0000365", "--exclude", "HP:0000510", "--json")
    assert done.returncode == 0, done.stderr
    (output,) = results(done.stdout)
    assert {match["hpo_id"] for match in output["hpo_matches"]} == {"HP:0001250", "HP:0001251", "HP:0001252", "HP:0001256"}  # fmt: skip
    assert {item["mapped_hpo_term"] for item in output["excluded_findings"]} == {"HP:0000365", "HP:0000510"}
    assert (output["source"], output["patient"]) == (str(form), "form.json")


def test_two_names_in_one_option_are_no_name(osler: Command) -> None:
    done = osler("diagnose", "--hpo", "Seizure, Ataxia")
    assert done.returncode == 2
    assert '--hpo "Seizure" --hpo "Ataxia"' in done.stderr


def test_options_beside_several_patients_are_refused(osler: Command, folder: Path) -> None:
    done = osler("diagnose", str(folder / "a.json"), str(folder / "c.json"), "--age", "5y")
    assert done.returncode == 2
    assert "one patient" in done.stderr


def test_a_table_given_as_a_note_is_refused(osler: Command, tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("id,note\n1,seizures\n2,ataxia\n")
    done = osler("diagnose", "--note", str(table))
    assert done.returncode == 2
    assert f"error[data]: {table}: a table is not read as one text" in done.stderr


def test_several_patients_convert_to_lines_or_into_a_folder(osler: Command, folder: Path) -> None:
    done = osler("patient", "convert", str(folder / "a.json"), str(folder / "c.json"), "--to", "phenopacket")
    assert [len(json.loads(line)["phenotypicFeatures"]) for line in done.stdout.splitlines()] == [1, 1]
    osler("patient", "convert", str(folder / "a.json"), str(folder / "c.json"), "--to", "fhir", "-o", str(folder))
    assert sorted(path.name for path in folder.glob("*.fhir.json")) == ["a.json.fhir.json", "c.json.fhir.json"]


def test_a_fault_of_ours_in_one_input_does_not_cost_the_others(
    osler: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import osler.core.patient as package

    def check(record: Any) -> list[Any]:
        if record.phenotypes[0].codings[0].code == "0001250":
            raise ZeroDivisionError("Zebrowitz")
        return []

    monkeypatch.setattr(package, "check_record", check)
    done = osler("patient", "check", str(folder / "a.json"), str(folder / "c.json"), "--json")
    assert done.returncode == 1
    assert [one.get("error", {}).get("code") for one in results(done.stdout)] == ["bug", None]
    assert "Zebrowitz" not in done.stdout + done.stderr


def test_standard_input_is_read_once(osler: Command) -> None:
    done = osler("diagnose", "-", "--note", "-", stdin=b"ataxia")
    assert done.returncode == 2
    assert "twice" in done.stderr


def test_several_patients_are_matched_with_trials_each_with_its_result(osler: Command) -> None:
    examples = Path(__file__).resolve().parents[2] / "examples" / "trials"
    assert osler("trials", "import", str(examples / "trials.ndjson")).returncode == 0
    first, second = (str(examples / "patients" / f"OSLER-P-00{number}.txt") for number in (1, 3))
    done = osler("match", first, "nowhere.txt", second, "--json")
    assert done.returncode == 2
    found = results(done.stdout)
    assert [one["source"] for one in found] == [first, "nowhere.txt", second]
    assert ["error" in one for one in found] == [False, True, False]


def test_a_patient_for_a_question_comes_from_standard_input_as_well(osler: Command) -> None:
    form = b'{"free_text": "A 54-year-old woman with type 2 diabetes. She takes metformin.", "age": 54}'
    done = osler("record", "ask", "What does she take?", "--patient", "-", "--json", stdin=form)
    assert done.returncode == 0, done.stderr
    assert "etformin" in done.stdout


def test_standard_input_becomes_a_file_part_by_part_and_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standard_input, "_PART", 4)
    for given, name in (
        (b'{"a": 1}\n{"b": 2}\n', "stdin.ndjson"),
        (b'{"a": {"b": 2}}', "stdin.json"),
        (b"words", "stdin"),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        with inputs.a_file("-") as path:
            assert (path.name, path.read_bytes()) == (name, given)
        assert not path.exists()
    monkeypatch.setattr(standard_input, "_MOST_OF_STDIN", 6)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1234567")))
    with pytest.raises(DataError, match="standard input"), inputs.a_file("-"):
        pass
