"""`osler patient`, as it is called from a shell."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from osler.config import Settings
from osler.core.runs import RunContext, open_run
from tests.surfaces.conftest import Command

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "patients"


def test_show_prints_a_page_or_one_json_document(osler: Command) -> None:
    page = osler("patient", "show", str(EXAMPLES / "hypertension_fhir.json"))
    assert page.returncode == 0
    assert page.stdout.startswith("Example Synthetic, female, 61 years")
    shown = osler("patient", "show", str(EXAMPLES / "marfan_phenopacket.json"), "--json")
    (body,) = json.loads(shown.stdout)["results"]
    assert body["source"].endswith("marfan_phenopacket.json")
    assert body["problems"] == []
    assert len(body["record"]["phenotypes"]) == 4


@pytest.mark.parametrize("words", ["patient show", "diagnose", "privacy preview", "runs list"])
def test_no_file_and_no_name_steers_the_terminal(osler: Command, tmp_path: Path, words: str) -> None:
    file = tmp_path / "clear\x1b[2J.json"
    red = "\x1b[31m\x07\x9b2J"
    file.write_text(
        json.dumps({"id": f"p{red}", "hpo_terms": ["HP:0001250", f"gait{red}"], "free_text": f"Ataxia{red}."})
    )
    if words == "runs list":
        with open_run("diagnosis", {}, Settings(), context=RunContext(label=file.name)) as run:
            run.finish({}, f"Ataxia{red}")
    done = osler(*words.split(), *([] if words == "runs list" else [str(file)]))
    assert "\N{REPLACEMENT CHARACTER}" in done.stdout + done.stderr
    assert not {"\x1b", "\x07", "\x9b"} & set(done.stdout + done.stderr)


@pytest.mark.parametrize(("name", "value"), [("OSLER_CONFIG", "/nowhere/osler.toml"), ("OSLER_NONSENSE", "1")])
def test_a_configuration_that_means_nothing_is_said_where_none_is_needed(
    osler: Command, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    done = osler("patient", "show", str(EXAMPLES / "hypotonia_input.json"), "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (2, "config")
    assert name in done.stderr
    assert osler("patient", "show", "-h").returncode == 0


def test_check_fails_with_a_list_of_problems(osler: Command, tmp_path: Path) -> None:
    path = tmp_path / "form.json"
    path.write_text(json.dumps({"hpo_terms": ["HP:0001250", {"term": "HP:0001250", "excluded": True}], "age": 5}))
    checked = osler("patient", "check", str(path), "--json")
    assert checked.returncode == 2
    assert "both observed and excluded" in json.loads(checked.stdout)["results"][0]["problems"][0]["message"]


def test_convert_writes_privately_and_names_what_is_lost(osler: Command, tmp_path: Path) -> None:
    target = tmp_path / "packet.json"
    source = str(EXAMPLES / "hypertension_fhir.json")
    done = osler("patient", "convert", source, "--to", "phenopacket", "-o", str(target))
    assert done.returncode == 0
    assert "not carried: " in done.stderr
    assert "demographics.names" in done.stderr
    assert json.loads(target.read_text())["diseases"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    again = osler("patient", "show", str(target))
    assert "Diabetes mellitus [SCTID:73211009] (NOT present)" in again.stdout


def test_what_cannot_be_read_exits_with_2_and_a_mend(osler: Command, tmp_path: Path) -> None:
    path = tmp_path / "scan.zip"
    path.write_bytes(b"PK\x03\x04")
    failed = osler("patient", "show", str(path), "--json")
    assert failed.returncode == 2
    assert json.loads(failed.stdout)["results"][0]["error"]["code"] == "data"
    assert "unpack it" in failed.stderr
