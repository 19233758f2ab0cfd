"""What people meet: no home, full disks, damaged stores, closed pipes, old terminals. Never `error[bug]`."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from osler.surfaces.cli.output import storage_fault
from tests.surfaces.cli_runner import osler

TERMS = ("--hpo", "HP:0001250,HP:0001251")


@pytest.mark.slow
def test_without_a_home_the_analysis_goes_on_unrecorded() -> None:
    done = osler("diagnose", *TERMS, "--json", env={"OSLER_HOME": "/proc/none"})
    assert done.returncode == 0, done.stderr
    (output,) = json.loads(done.stdout)["results"]
    assert output["disease_candidates"]
    assert output["stored"] is False
    assert "/proc/none" in output["not_stored"]


def test_without_a_home_a_command_that_needs_it_says_which_folder_and_what_to_do() -> None:
    done = osler("runs", "list", "--json", env={"OSLER_HOME": "/proc/none"})
    error = json.loads(done.stdout)["error"]
    assert (done.returncode, error["code"], error["path"]) == (3, "storage", "/proc/none")
    assert "OSLER_HOME" in error["mend"]


@pytest.mark.slow
def test_a_damaged_store_is_named_and_does_not_stop_an_analysis(osler_home: Path) -> None:
    (osler_home / "runs.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 8000)
    listed = osler("runs", "list")
    assert listed.returncode == 3
    assert listed.stderr.startswith(f"error[storage]: {osler_home / 'runs.db'}: ")
    assert "damaged" in listed.stderr
    done = osler("diagnose", *TERMS, "--json")
    assert done.returncode == 0, done.stderr
    assert "damaged" in json.loads(done.stdout)["results"][0]["not_stored"]


@pytest.mark.slow
def test_on_a_full_disk_the_analysis_goes_on_unrecorded(osler_home: Path) -> None:
    """A limit on the size of files stands for the disk: what is written beyond it fails in the same way."""
    osler("runs", "list")
    full = (osler_home / "runs.db").stat().st_size
    done = osler("diagnose", *TERMS, "--json", largest_file=full)
    assert done.returncode == 0, done.stderr
    (output,) = json.loads(done.stdout)["results"]
    assert output["disease_candidates"]
    assert output["stored"] is False
    assert "full" in output["not_stored"]


def test_a_budget_that_ends_before_there_is_a_result_has_a_status_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[budget]\nseconds = 0.000001\n", encoding="utf-8")
    (tmp_path / "note.txt").write_text("She has seizures and no cataract.", encoding="utf-8")
    spent = {"OSLER_CONFIG": str(tmp_path / "own.toml")}
    done = osler("diagnose", str(tmp_path / "note.txt"), "--json", env=spent)
    assert done.returncode == 4, done.stderr
    (result,) = json.loads(done.stdout)["results"]
    assert result["error"]["code"] == "budget.exhausted"
    assert "[budget]" in result["error"]["mend"]


@pytest.mark.slow
def test_a_report_on_a_full_disk_names_its_file() -> None:
    done = osler("diagnose", *TERMS, "--html", "/dev/full")
    assert done.returncode == 3
    assert "error[storage]: /dev/full: " in done.stderr


def test_output_on_a_full_disk_is_no_bug() -> None:
    with Path("/dev/full").open("w") as full:
        done = osler("config", "show", "--json", stdout=full.fileno())
    assert done.returncode == 3
    assert "error[storage]: standard output: " in done.stderr
    assert "prune" not in done.stderr
    assert "Traceback" not in done.stderr


def test_output_without_a_buffer_on_a_full_disk_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("wb", buffering=0) as full:
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(full), write_through=True))
        with pytest.raises(OSError, match="No space") as stuck:
            full.write(b"a page")
        fault = storage_fault(stuck.value)
        monkeypatch.setattr(sys, "stdout", io.StringIO())
        elsewhere = storage_fault(stuck.value)
    assert fault is not None
    assert elsewhere is not None
    assert (fault.path, elsewhere.path) == ("standard output", "")


@pytest.mark.parametrize("words", [["config", "show", "--json"], ["bench", "list"]], ids=["document", "page"])
def test_a_closed_pipe_ends_a_command_quietly(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        done = osler(*words, stdout=closed.fileno())
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_terminal_that_lacks_letters_gets_what_it_can_show(tmp_path: Path) -> None:
    criteria = tmp_path / "criteria.txt"
    criteria.write_text("Inclusion Criteria:\n- History of Ménière disease ≥ 2 years\n", encoding="utf-8")
    page = osler("criteria", "show", str(criteria), env={"PYTHONIOENCODING": "ascii"})
    assert page.returncode == 0, page.stderr
    document = osler("criteria", "show", str(criteria), "--json", env={"PYTHONIOENCODING": "ascii"})
    assert "Ménière" in json.loads(document.stdout)["results"][0]["criteria"][0]["text"]


@pytest.mark.parametrize("words", [["--debug", "runs", "show", "x"], ["runs", "show", "x", "--debug"]])
def test_debug_works_anywhere_on_the_line(words: list[str]) -> None:
    done = osler(*words)
    assert done.returncode == 2
    assert "Traceback" in done.stderr
    assert "error[usage]: there is no run 'x'" in done.stderr


@pytest.mark.parametrize("command", [["diagnose"], ["patient", "show"], ["ground"], ["criteria", "show"]])
def test_every_error_names_its_file(command: list[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"resourceType": "Bundle", "entry": [')
    done = osler(*command, str(broken), "--json")
    assert done.returncode == 2
    assert str(broken) in done.stderr
    (result,) = json.loads(done.stdout)["results"]
    assert (result["source"], result["error"]["path"]) == (str(broken), str(broken))


@pytest.mark.parametrize("words", [["config", "show", "--json"], ["doctor", "--no-network", "--json"]])
def test_without_a_home_everything_else_is_shown(words: list[str]) -> None:
    done = osler(*words, env={"OSLER_HOME": "/proc/none"})
    assert done.returncode == (3 if words[0] == "doctor" else 0), done.stderr
    shown = json.loads(done.stdout)
    if words[0] == "config":
        assert "/proc/none (" in shown["paths"]["data"]
        assert shown["settings"]
    else:
        found = {(check["area"], check["name"]): check["verdict"] for check in shown["checks"]}
        assert found["disk", "data"] == "error"
        assert found["vocabularies", "HPO"] == "ok"


CRITERIA = "Inclusion Criteria:\n- Age 18 years or older\n"


@pytest.fixture
def given(tmp_path: Path) -> dict[str, str]:
    """A note, a text of criteria and an index of one trial, all outside the home."""
    from osler.trials.registry import LocalRegistry
    from osler.trials.registry.local import RawRecord
    from tests.trials.patients import ASTHMA_NOTE
    from tests.trials.studies import record

    (tmp_path / "note.txt").write_text(ASTHMA_NOTE)
    (tmp_path / "criteria.txt").write_text(CRITERIA)
    registry = LocalRegistry(tmp_path / "index")
    registry.import_records([RawRecord("one", json.dumps(record("NCT99000012")).encode())])
    registry.store.close()
    return {
        "NOTE": str(tmp_path / "note.txt"),
        "CRITERIA": str(tmp_path / "criteria.txt"),
        "INDEX": str(tmp_path / "index"),
    }


@pytest.mark.parametrize(
    "words",
    [
        ["diagnose", "--note", "NOTE"],
        ["ground", "CRITERIA"],
        ["match", "NOTE", "--index", "INDEX"],
        ["screen", "CRITERIA", "--patients", "NOTE"],
        ["record", "ask", "How old am I?", "--patient", "NOTE"],
    ],
    ids=lambda words: words[0],
)
@pytest.mark.slow
def test_without_a_home_every_analysis_goes_on_and_says_why_it_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: dict[str, str], words: list[str]
) -> None:
    from osler.surfaces.cli import main

    monkeypatch.setenv("OSLER_HOME", "/proc/none")
    monkeypatch.setattr(sys, "argv", ["osler", *(given.get(word, word) for word in words), "--json"])
    with pytest.raises(SystemExit) as left:
        main()
    shown = capsys.readouterr()
    assert left.value.code in (0, None), shown.err
    document = json.loads(shown.out)
    told = document if words[0] == "screen" else document["results"][0]
    assert told["not_stored"].startswith("error[storage]: ")
    assert "mend: set OSLER_HOME" in told["not_stored"]
    assert "WARNING" not in shown.err


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("trials/trials.sqlite", ["trials", "search", "asthma"]),
        ("libraries/default/library.sqlite", ["ask", "How is asthma treated?"]),
        ("runs.db", ["review", "list"]),
    ],
)
def test_a_damaged_file_is_named_with_a_stable_code(osler_home: Path, file: str, words: list[str]) -> None:
    (osler_home / file).parent.mkdir(parents=True, exist_ok=True)
    (osler_home / file).write_bytes(b"SQLite format 3\0" + b"\xff" * 8000)
    done = osler(*words)
    assert done.returncode == 3, done.stderr
    assert f"error[storage]: {osler_home / file}: " in done.stderr
    assert "damaged" in done.stderr


@pytest.mark.parametrize(
    "words", [["trials", "import", "TRIALS"], ["guidelines", "add", "--demo"]], ids=["trials", "guidelines"]
)
def test_a_full_disk_is_never_taken_for_damage(words: list[str]) -> None:
    trials = Path(__file__).resolve().parents[2] / "examples" / "trials" / "trials.ndjson"
    done = osler(*(str(trials) if word == "TRIALS" else word for word in words), largest_file=40_960)
    assert done.returncode == 3, done.stderr
    assert "error[storage]: " in done.stderr
    assert "the disk is full" in done.stderr
    assert "standard output" not in done.stderr
    assert "remove" not in done.stderr


@pytest.mark.slow
def test_a_closed_output_is_a_fault_with_a_name_and_needed_only_by_who_prints(tmp_path: Path) -> None:
    """A shell's `>&-`; what is opened later must not take the place of the output, and be written over."""
    command = [sys.executable, "-m", "osler", "--version"]
    shell = 'exec "$@" >&-'
    done = subprocess.run(["sh", "-c", shell, "sh", *command], capture_output=True, text=True, check=False)
    assert (done.returncode, "error[storage]: standard output is closed" in done.stderr) == (3, True), done.stderr
    quiet = [sys.executable, "-m", "osler", "schema", "nothing-of-this-name"]
    done = subprocess.run(["sh", "-c", 'exec "$@" 2>&- <&-', "sh", *quiet], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
