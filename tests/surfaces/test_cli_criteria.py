"""`osler criteria` as a person calls it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from osler.errors import UsageError
from osler.surfaces.cli.criteria import app

TEXT = "Inclusion Criteria:\n* Age 18 to 65 years\n* Type 2 diabetes\n\nExclusion Criteria:\n* Stroke within 6 months\n* Gout\n"
NOTE = "A 54-year-old woman with type 2 diabetes. No history of stroke."


@pytest.fixture
def trial(tmp_path: Path) -> Path:
    path = tmp_path / "trial.txt"
    path.write_text(TEXT)
    return path


def test_show_prints_trees(trial: Path) -> None:
    result = CliRunner().invoke(app, ["show", str(trial)])
    assert result.exit_code == 0
    assert "age 18 - 65 years  [age]" in result.stdout
    piped = CliRunner().invoke(app, ["show", "-", "--json"], input=TEXT)
    assert [criterion["kind"] for criterion in json.loads(piped.stdout)["results"][0]["criteria"]] == [
        "inclusion"
    ] * 2 + ["exclusion"] * 2


def test_check_prints_verdict_and_proof(trial: Path, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text(NOTE)
    result = CliRunner().invoke(app, ["check", str(trial), "--patient", str(note), "--json"])
    assert result.exit_code == 0, result.output
    (body,) = json.loads(result.stdout)["results"]
    assert (body["source"], body["patient_source"]) == (str(trial), str(note))
    judgements = body["judgements"]
    assert [judgement["eligibility"] for judgement in judgements] == ["eligible", "eligible", "eligible", "unknown"]
    readable = CliRunner().invoke(app, ["check", str(trial), "--patient", str(note), "--on", "2024-01-01"])
    assert "because" in readable.stdout


def test_what_cannot_be_read_is_a_clear_error(trial: Path, tmp_path: Path) -> None:
    for arguments, text in ((["show", str(tmp_path / "none")], ""), (["show", "-"], " \n"), (["show", "-"], "{broken")):
        failed = CliRunner().invoke(app, arguments, input=text)
        assert failed.exit_code == 2
        assert "error[data]" in failed.stderr
    note = tmp_path / "note.txt"
    note.write_text(NOTE)
    wrong = CliRunner().invoke(app, ["check", str(trial), "--patient", str(note), "--on", "soon"])
    assert isinstance(wrong.exception, UsageError)
