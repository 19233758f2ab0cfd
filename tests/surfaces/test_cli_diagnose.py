"""`osler diagnose` as the acceptance text asks for it."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path

import pytest

from tests.diagnosis.notes import EXCLUSIONS, PATIENT_10, TIMING
from tests.surfaces.conftest import Command


def test_phenotypes_in_json_out(osler: Command) -> None:
    done = osler("diagnose", "--hpo", ",".join(PATIENT_10), "--json")
    assert done.returncode == 0, done.stderr
    (output,) = json.loads(done.stdout)["results"]
    assert "OMIM:300672" in [item["disease_id"] for item in output["disease_candidates"]]
    assert output["run_id"]


def test_a_note_with_everything_else_on_the_command_line(osler: Command, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text(TIMING + " " + EXCLUSIONS)
    report = tmp_path / "report.html"
    words = ("--hpo", "HP:0001250,HP:0001252", "--exclude", "HP:0000365", "--age", "5y", "--sex", "male")
    done = osler("diagnose", *words, "--note", str(note), "--html", str(report))
    assert done.returncode == 0, done.stderr
    assert "Differential" in done.stdout
    assert "Next best steps" in done.stdout
    page = report.read_text()
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    assert '<mark class="excluded"' in page
    assert not re.search(r"""src\s*=|<link|url\(|@import|<script""", page)


def test_an_urgent_flag_is_all_that_is_shown(osler: Command) -> None:
    done = osler("diagnose", "--hpo", "HP:0002133")
    assert done.returncode == 0
    assert "URGENT" in done.stdout
    assert "no diseases were ranked" in done.stdout
    assert "Differential" not in done.stdout


def test_acknowledged_flags_are_a_banner_over_what_follows(osler: Command, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    done = osler("diagnose", "--hpo", "HP:0002133,HP:0001252", "--acknowledge", "--html", str(report))
    assert done.returncode == 0, done.stderr
    assert "were acknowledged" in done.stdout
    assert "URGENT" in done.stdout
    assert "Differential" in done.stdout
    assert "were acknowledged" in report.read_text()


def test_nothing_given_says_what_to_give(osler: Command) -> None:
    done = osler("diagnose")
    assert done.returncode == 2
    assert "--hpo" in done.stderr


@pytest.mark.slow
def test_since_an_earlier_run_and_runs_list_and_replay(osler: Command) -> None:
    (first,) = json.loads(osler("diagnose", "--hpo", ",".join(PATIENT_10), "--json").stdout)["results"]
    done = osler("diagnose", "--hpo", ",".join([*PATIENT_10, "HP:0001257"]), "--since", first["run_id"])
    assert done.returncode == 0, done.stderr
    assert "new finding: Spasticity (HP:0001257)" in done.stdout
    listed = json.loads(osler("runs", "list", "--json").stdout)
    assert len(listed if isinstance(listed, list) else listed["runs"]) == 2
    replayed = osler("runs", "replay", first["run_id"])
    assert replayed.returncode == 0, replayed.stderr


@pytest.mark.slow
def test_the_demo_says_it_is_synthetic_and_ends_with_a_result(osler: Command) -> None:
    done = osler("demo")
    assert done.returncode == 0, done.stderr
    assert "SYNTHETIC" in done.stdout
    assert "Next best steps" in done.stdout


def test_a_finding_excluded_by_name_is_excluded(osler: Command) -> None:
    done = osler("diagnose", "--hpo", "HP:0001250", "--exclude", "Cardiac arrest", "--json")
    assert done.returncode == 0, done.stderr
    (output,) = json.loads(done.stdout)["results"]
    assert [item["mapped_hpo_term"] for item in output["excluded_findings"]] == ["HP:0001695"]
    assert [item["hpo_id"] for item in output["hpo_matches"]] == ["HP:0001250"]
    assert output["red_flags"] == []


def test_a_finding_by_name_raises_the_flag_of_its_id(osler: Command) -> None:
    by_name, by_id = (
        json.loads(osler("diagnose", "--hpo", term, "--json").stdout)["results"][0]
        for term in ("Cardiac arrest", "HP:0001695")
    )
    assert by_name["status"] == by_id["status"] == "urgent"
    assert [flag["rule_id"] for flag in by_name["red_flags"]] == [flag["rule_id"] for flag in by_id["red_flags"]]


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("--age", "seven"), "--age"),
        (("--age", "-3y"), "--age"),
        (("--age", "200y"), "--age"),
        (("--sex", "banana"), "--sex"),
        (("--exclude", "HP:9999999"), "--exclude"),
        (("--onset", "HP:0001250=never"), "--onset"),
        (("--onset", "HP:0001250"), "--onset"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(osler: Command, words: tuple[str, str], option: str) -> None:
    done = osler("diagnose", "--hpo", "HP:0001250", *words)
    assert done.returncode == 2
    assert option in done.stderr


def test_an_onset_that_is_typed_is_read(osler: Command) -> None:
    done = osler("diagnose", "--hpo", "HP:0001250,HP:0001252", "--onset", "HP:0001250=3y", "--json")
    assert done.returncode == 0, done.stderr
    assert "Onset of the findings not given" not in json.loads(done.stdout)["results"][0]["uncertainty"]["missing"]


def test_one_disease_is_explained_whole(osler: Command) -> None:
    done = osler("diagnose", "--hpo", "HP:0001166,HP:0001083,HP:0002616", "--explain", "Marfan syndrome")
    assert done.returncode == 0, done.stderr
    assert "45/58 (PMID:33436942)" in done.stdout
    for word in ("literature", "unmentioned", "sum", "before", "after"):
        assert word in done.stdout
    unknown = osler("diagnose", "--hpo", "HP:0001166", "--explain", "Loeys-Dietz")
    assert unknown.returncode == 2
    assert "OMIM:" in unknown.stderr
