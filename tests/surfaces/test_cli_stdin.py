"""`-` is standard input wherever a command reads a file, and every result has the same shape."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from osler.surfaces.cli.app import _load
from osler.surfaces.cli.commands import COMMANDS
from tests.core.library import files
from tests.surfaces.conftest import Command
from tests.trials.patients import ASTHMA_NOTE
from tests.trials.studies import record

NOTE = b"A boy of 6 years has scoliosis and seizures."
CRITERIA = b"Inclusion Criteria:\n- Age 18 years or older\n- Diagnosis of asthma\n"
FORM = b'{"hpo_terms": ["HP:0001250"], "age": 5}'
TRIAL = json.dumps(record("NCT99000012")).encode()
OBO = b"""format-version: 1.2
ontology: toy

[Term]
id: HP:9000001
name: Toyitis

[Term]
id: HP:9000002
name: Small toyitis
is_a: HP:9000001 ! Toyitis
"""
NEGATION = b"1\t\tchest pain\tHe denies CHEST PAIN.\tNegated\tRecent\tPatient\n"

READS: dict[str, tuple[list[str], bytes]] = {
    "diagnose FILE": (["diagnose", "-"], FORM),
    "diagnose --note": (["diagnose", "--note", "-"], NOTE),
    "ground FILE": (["ground", "-"], CRITERIA),
    "match FILE": (["match", "-", "--index", "INDEX"], ASTHMA_NOTE.encode()),
    "screen TRIAL": (["screen", "-", "--patients", "PATIENT"], CRITERIA),
    "screen --patients": (["screen", "NCT99000012", "--index", "INDEX", "--patients", "-"], ASTHMA_NOTE.encode()),
    "ask --patient": (["ask", "How is a sore throat treated?", "--library", "mine", "--patient", "-"], NOTE),
    "record ask --patient": (["record", "ask", "Do I have seizures?", "--patient", "-"], NOTE),
    "patient show FILE": (["patient", "show", "-"], NOTE),
    "patient check FILE": (["patient", "check", "-"], NOTE),
    "patient convert FILE": (["patient", "convert", "-", "--to", "fhir"], FORM),
    "patient add FILE": (["patient", "add", "-"], FORM),
    "criteria show FILE": (["criteria", "show", "-"], CRITERIA),
    "criteria check FILE": (["criteria", "check", "-", "--patient", "PATIENT"], CRITERIA),
    "criteria check --patient": (["criteria", "check", "CRITERIA", "--patient", "-"], NOTE),
    "privacy preview FILE": (["privacy", "preview", "-"], NOTE),
    "trials import FILE": (["trials", "import", "-", "--index", "OTHER"], TRIAL + b"\n" + TRIAL),
    "trials search --patient": (["trials", "search", "--index", "INDEX", "--patient", "-"], ASTHMA_NOTE.encode()),
    "guidelines add FILE": (["guidelines", "add", "-", "--library", "other"], files.MARKDOWN.encode()),
    "vocab import FILE": (["vocab", "import", "-", "--name", "toy", "--type", "phenotype"], OBO),
    "review import FILE": (["review", "import", "-"], b"[]"),
    "bench --data": (["bench", "negation", "--data", "-"], NEGATION),
}
_OTHERS = ("trials", "guidelines", "vocab", "review", "bench")
RESULTS = [name for name in READS if name.split()[0] not in _OTHERS and name != "patient convert FILE"]
"""The commands that read patients or criteria; a converted patient is the document itself."""
NOT_HERE = {"chat --patient": "standard input is the conversation"}


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    """A library, an index with one trial, and the files that a command needs beside what it reads."""
    from osler.core.library import open_library
    from osler.trials.registry import LocalRegistry
    from osler.trials.registry.local import RawRecord

    registry = LocalRegistry(tmp_path / "index")
    registry.import_records([RawRecord("one", TRIAL)])
    registry.store.close()
    open_library("mine", create=True).add(files.markdown(tmp_path))
    (tmp_path / "patient.txt").write_bytes(ASTHMA_NOTE.encode())
    (tmp_path / "criteria.txt").write_bytes(CRITERIA)
    return {
        "INDEX": str(tmp_path / "index"),
        "OTHER": str(tmp_path / "other"),
        "PATIENT": str(tmp_path / "patient.txt"),
        "CRITERIA": str(tmp_path / "criteria.txt"),
    }


@pytest.mark.parametrize("name", READS)
@pytest.mark.slow
def test_a_dash_is_standard_input_and_json_is_a_list_of_results(
    osler: Command, places: dict[str, str], name: str
) -> None:
    words, given = READS[name]
    shape = ["--json"] if name in RESULTS else []
    done = osler(*(places.get(word, word) for word in words), *shape, stdin=given)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    if name not in RESULTS:
        return
    found: list[dict[str, Any]] = json.loads(done.stdout)["results"]
    assert found
    assert all({"source", "patient"} <= set(one) and not one.get("error") for one in found)
    assert "osler-stdin" not in done.stdout
    if words[-1] == "-" and "CRITERIA" not in words:
        assert {one["source"] for one in found} == {"-"}


WORDS = {
    "ask": (["ask", "-", "--library", "mine"], b"What should adults with a Centor score of 4 receive?"),
    "record ask": (["record", "ask", "-", "--patient", "PATIENT"], b"Do I have asthma?"),
    "vocab search": (["vocab", "search", "-"], b"seizure"),
    "guidelines search": (["guidelines", "search", "-", "--library", "mine"], b"Centor"),
    "trials search": (["trials", "search", "-", "--index", "INDEX", "--status", "any"], b"asthma"),
}


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.slow
def test_words_come_by_standard_input_too(osler: Command, places: dict[str, str], name: str) -> None:
    words, given = WORDS[name]
    command = [places.get(word, word) for word in words]
    piped = osler(*command, "--json", stdin=given + b"\r\n")
    as_typed = osler(*(given.decode() if word == "-" else word for word in command), "--json")
    assert piped.returncode == 0, piped.stderr
    assert _without_run(piped.stdout) == _without_run(as_typed.stdout)
    assert osler(*command, stdin=b" \n").returncode == 2


def _without_run(printed: str) -> str:
    return re.sub(r'"(?:run_id|latency_ms|seconds|milliseconds|[a-z_]*_at|at)": [^,\n]+', "", printed)


def parameters() -> Iterator[tuple[str, str]]:
    """Every parameter of every command that takes a file to read, by command, with its help."""

    def walk(command: Any, name: str) -> Iterator[tuple[str, str]]:
        for word, one in getattr(command, "commands", {}).items():
            yield from walk(one, f"{name} {word}")
        for parameter in command.params:
            reads = parameter.metavar == "FILE" or parameter.name in {"patient", "patients", "data", "trial"}
            note = parameter.name == "note" and parameter.multiple
            if (reads or note) and (name, parameter.name) != ("runs list", "patient"):
                told = (
                    parameter.opts[0]
                    if parameter.opts[0].startswith("-")
                    else (parameter.metavar or parameter.name.upper())
                )
                yield f"{name} {told}", getattr(parameter, "help", "") or ""

    for entry in COMMANDS:
        yield from walk(_load(entry), entry.name)


def test_no_command_that_reads_a_file_is_left_out() -> None:
    found = dict(parameters())
    assert set(found) == set(READS) | set(NOT_HERE)
    silent = [name for name, told in found.items() if "stdin" not in told and "standard input" not in told]
    assert silent == list(NOT_HERE)


def test_a_conversation_cannot_be_the_patient_as_well(osler: Command) -> None:
    done = osler("chat", "--patient", "-", stdin=NOTE)
    assert (done.returncode, "standard input is the conversation" in done.stderr) == (2, True)


def test_standard_input_is_read_once(osler: Command, places: dict[str, str]) -> None:
    done = osler("criteria", "check", "-", "--patient", "-", stdin=CRITERIA)
    assert (done.returncode, "asked for twice" in done.stderr) == (2, True)


def test_notes_repeat_and_none_is_lost(osler: Command, tmp_path: Path) -> None:
    for name, text in (("one.txt", "A boy of 6 years with scoliosis."), ("two.txt", "He is 7 and has seizures.")):
        (tmp_path / name).write_text(text)
    notes = ["--note", str(tmp_path / "one.txt"), "--note", str(tmp_path / "two.txt")]
    done = osler("diagnose", *notes, "--age", "8y", "--hpo", "HP:0001083", "--json")
    (result,) = json.loads(done.stdout)["results"]
    assert {match["hpo_id"] for match in result["hpo_matches"]} >= {"HP:0002650", "HP:0001250", "HP:0001083"}
    assert result["source"].count(".txt") == 2


@pytest.mark.slow
def test_a_question_is_put_to_many_patients_and_goes_on_where_it_stopped(
    osler: Command, places: dict[str, str], tmp_path: Path
) -> None:
    people = tmp_path / "people.ndjson"
    people.write_text('{"id": "p1", "text": "She has seizures."}\n{broken\n{"id": "p3", "text": "No seizures."}\n')
    out = tmp_path / "out.ndjson"
    words = ["record", "ask", "Do I have seizures?", "--patient", str(people), "--out", str(out)]
    done = osler(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "2 of 3 done, 1 failed" in done.stderr
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(line["patient"], "error" in line) for line in lines] == [("p1", False), (None, True), ("p3", False)]
    assert "2 were in" in osler(*words).stderr
    # Another question is other work, whoever it is about.
    other = osler("record", "ask", "What is my age?", "--patient", str(people), "--out", str(out))
    assert "already" not in other.stderr


def test_a_screening_takes_what_every_command_takes(osler: Command, places: dict[str, str], tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("MRN,Summary,Age\np1,Asthma since childhood.,44\np2,Asthma since childhood.,12\n")
    (tmp_path / "bad.json").write_text("{broken")
    words = ["screen", "NCT99000012", "--index", places["INDEX"], "--patients", str(table)]
    done = osler(*words, "--patients", str(tmp_path / "b*.json"), "--json")
    assert done.returncode == 2
    assert f"error[data]: {tmp_path / 'bad.json'}: " in done.stderr
    assert "2 of 3 done, 1 failed" in done.stderr
    document = json.loads(done.stdout)
    verdicts = {one["patient"]: one["result"]["verdict"] for one in document["results"] if "error" not in one}
    assert verdicts == {"p1": "UNCERTAIN", "p2": "EXCLUDED"}
    assert [one["source"] for one in document["results"]][-1] == str(tmp_path / "bad.json")
    assert document["funnel"]
    out = tmp_path / "out.ndjson"
    again = osler(*words, "--out", str(out))
    assert again.stdout == ""
    assert [json.loads(line)["reused"] for line in out.read_text().splitlines()] == [True, True]


def test_standard_input_that_is_closed_is_said_to_be(osler: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from osler.surfaces.cli import standard_input

    monkeypatch.setattr(standard_input, "sys", SimpleNamespace(stdin=None))
    for words in (["patient", "show", "-"], ["chat"]):
        done = osler(*words)
        assert (done.returncode, "error[usage]: standard input is closed" in done.stderr) == (2, True), done.stderr
