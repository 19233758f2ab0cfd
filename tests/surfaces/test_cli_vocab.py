"""`osler vocab` as a person or a script meets it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tests.core.terminology.releases import write_umls
from tests.servers.releases import ReleaseServer
from tests.surfaces.cli_runner import osler


def test_list_names_versions_licences_and_sizes() -> None:
    done = osler("vocab", "list", "--json")
    assert done.returncode == 0, done.stderr
    listed = {one["name"]: one for one in json.loads(done.stdout)}
    assert {"HPO", "MONDO", "SNOMEDCT", "DrugBank", "ICD10CM", "LAB"} <= set(listed)
    assert listed["HPO"]["version"] == "2025-05-06"
    assert listed["MONDO"]["licence"] == "CC BY 4.0"
    assert all(one["concepts"] > 50 and one["names"] >= one["concepts"] for one in listed.values())


def test_search_prints_candidates_for_people_and_for_programs() -> None:
    done = osler("vocab", "search", "Tylenol", "--type", "medication", "--json")
    assert json.loads(done.stdout)[0]["display"] == "Acetaminophen"
    assert done.stderr == ""
    shown = osler("vocab", "search", "Tylenol")
    assert "DRUGBANK:DB00316" in shown.stdout


def test_nothing_found_is_an_answer() -> None:
    done = osler("vocab", "search", "qqqq zzzz", "--json")
    assert (done.returncode, json.loads(done.stdout)) == (0, [])


def test_show_prints_a_concept() -> None:
    done = osler("vocab", "show", "HP:0001250", "--json")
    concept = json.loads(done.stdout)
    assert concept["name"] == "Seizure"
    assert "C0036572" in concept["xrefs"]["UMLS"]
    shown = osler("vocab", "show", "C0036572")
    assert shown.stdout.startswith("HP:0001250  Seizure")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("show", "HP:9999999"), 2, "no vocabulary has the concept"),
        (("search", "x", "--type", "mushroom"), 2, "not a semantic type"),
        (("import", "/nonexistent/release"), 2, "there is no /nonexistent/release"),
        (("pull", "https://example.org/x.zip"), 2, "only with its checksum"),
    ],
)
def test_unusable_requests_say_how_to_mend_them(words: tuple[str, ...], code: int, said: str) -> None:
    done = osler("vocab", *words)
    assert done.returncode == code
    assert said in done.stderr
    assert "mend:" in done.stderr
    assert "Traceback" not in done.stderr


def test_build_says_what_is_ready() -> None:
    done = osler("vocab", "build", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["concepts"] > 100_000


def test_import_then_search_and_list(tmp_path: Path) -> None:
    done = osler("vocab", "import", str(write_umls(tmp_path)), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["concepts"] == 5
    best = json.loads(osler("vocab", "search", "acetaminophen", "--json").stdout)[0]
    assert (best["cui"], best["snomed_code"]) == ("C0000970", "387517004")
    listed = json.loads(osler("vocab", "list", "--json").stdout)
    assert [one["version"] for one in listed if one["origin"] == "imported"] == ["2025AA"]


def test_pull_fetches_into_the_data_folder(osler_home: Path) -> None:
    content = b"release" * 1000
    with ReleaseServer({"hp.obo": content}) as server:
        url = f"{server.url}/hp.obo"
        done = osler("vocab", "pull", url, "--sha256", hashlib.sha256(content).hexdigest(), "--json")
    assert done.returncode == 0, done.stderr
    file = Path(json.loads(done.stdout)["file"])
    assert file.read_bytes() == content
    assert osler_home in file.parents


def test_brackets_of_a_name_are_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    from osler.core.terminology import Candidate, SemanticType
    from osler.surfaces.cli.vocab import _print_candidates

    named = Candidate(
        concept_id="X:1",
        display="benzo[a]pyrene",
        ontology="X",
        semantic_type=SemanticType.MEDICATION,
        confidence=1.0,
        matched_name="dibenz[red]",
        match_kind="exact",
    )
    _print_candidates([named])
    shown = capsys.readouterr().out
    assert "benzo[a]pyrene" in shown
    assert "dibenz[red]" in shown
