"""The commands about trials, as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import REPO
from tests.surfaces.cli_runner import osler

TRIALS = REPO / "examples" / "trials" / "trials.ndjson"
NOTE = REPO / "examples" / "trials" / "patients" / "OSLER-P-003.txt"


@pytest.mark.slow
def test_import_match_and_screen(tmp_path: Path) -> None:
    index = str(tmp_path / "index")
    imported = osler("trials", "import", str(TRIALS), "--index", index, "--json")
    assert imported.returncode == 0, imported.stderr
    assert json.loads(imported.stdout)["trials"] == 44
    html, csv = tmp_path / "report.html", tmp_path / "report.csv"
    matched = osler("match", str(NOTE), "--index", index, "--html", str(html), "--csv", str(csv), "--json")
    assert matched.returncode == 0, matched.stderr
    (result,) = json.loads(matched.stdout)["results"]
    assert result["trials"][0]["nct_id"].startswith("OSLER-T-")
    assert html.stat().st_mode & 0o077 == 0
    patients = str(REPO / "examples" / "trials" / "patients")
    out = tmp_path / "screened.ndjson"
    alone = osler("screen", "OSLER-T-0003", "--patients", str(NOTE), "--index", index, "--out", str(out))
    assert alone.returncode == 0, alone.stderr
    told = json.loads(out.read_text())
    assert [told[name] for name in ("source", "patient")] == [result[name] for name in ("source", "patient")]
    screened = osler("screen", "OSLER-T-0003", "--patients", patients, "--index", index)
    assert screened.returncode == 0, screened.stderr
    assert "28 patients" in screened.stdout
    assert "judged 27, reused 1" in screened.stdout


@pytest.mark.slow
def test_a_file_about_two_patients_ends_badly_and_the_first_is_judged(tmp_path: Path) -> None:
    index, note = str(tmp_path / "index"), tmp_path / "two.txt"
    assert osler("trials", "import", str(TRIALS), "--index", index).returncode == 0
    first = "Patient: John Archer\nA 61-year-old man with COPD. FEV1 61 % predicted.\n"
    note.write_text(f"{first}\nPatient: Mary Brown\nA 33-year-old woman with asthma.\n", encoding="utf-8")
    told = osler("match", str(note), "--index", index)
    assert told.returncode == 2
    assert "several patients" in told.stdout + told.stderr
    assert "OSLER-T-" in told.stdout


@pytest.mark.slow
def test_the_review_list_counts_what_only_stays_open_and_lists_it_last_when_asked(tmp_path: Path) -> None:
    index = str(tmp_path / "index")
    assert osler("trials", "import", str(TRIALS), "--index", index).returncode == 0
    assert osler("match", str(NOTE), "--index", index).returncode == 0
    short = osler("review", "list", "--limit", "500", "--json")
    needed = json.loads(short.stdout)["results"]
    listed = json.loads(osler("review", "list", "--open", "--limit", "500", "--json").stdout)["results"]
    open_only = [item["reasons"] == ["the record does not settle it"] for item in listed]
    assert any(open_only)
    assert open_only == sorted(open_only)
    assert needed == listed[: open_only.index(True)]
    assert f"{sum(open_only)} criteria that a record only leaves open are not listed" in short.stderr


def test_faults_are_told(tmp_path: Path) -> None:
    index = str(tmp_path / "index")
    (tmp_path / "note.txt").write_text("She has gout.")
    nothing = osler("screen", "NCT00000000", "--patients", str(tmp_path), "--index", index)
    assert nothing.returncode == 2
    assert "there is no trial" in nothing.stderr
    blocked = osler("trials", "search", "asthma", "--registry", "ctgov")
    assert blocked.returncode == 3
    assert "not allowed" in blocked.stderr


def test_a_trial_that_cannot_be_read_is_named() -> None:
    done = osler("screen", str(TRIALS), "--patients", str(NOTE))
    assert done.returncode == 2
    assert done.stderr.startswith(f"error[data]: {TRIALS}: ")


@pytest.mark.slow
def test_an_import_in_vain_ends_badly(tmp_path: Path) -> None:
    index, folder = str(tmp_path / "index"), tmp_path / "records"
    folder.mkdir()
    (folder / "a.json").write_text("[]", encoding="utf-8")
    (folder / "b.json").write_text('{"studies": [null, {}]}', encoding="utf-8")
    told = osler("trials", "import", str(folder), "--index", index)
    assert told.returncode == 2
    assert "read 3, added 0" in told.stdout
    assert all(f"skipped {place}" in told.stderr for place in ("a.json", "b.json[0]", "b.json[1]"))
    assert "nothing was imported: none of the 3 records can be read" in told.stderr
    (folder / "c.ndjson").write_text(TRIALS.read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
    partly = osler("trials", "import", str(folder), "--index", index)
    assert (partly.returncode, "added 1" in partly.stdout) == (2, True), "what was skipped shows in the code"
    again = osler("trials", "import", str(folder / "c.ndjson"), "--index", index)
    assert (again.returncode, "unchanged 1" in again.stdout) == (0, True)
