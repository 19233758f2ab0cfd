"""`osler schema`: what is printed is what really goes in and comes out."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from osler.casework import capabilities, capability_names
from tests.surfaces.conftest import Command
from tests.surfaces.test_cli_ground import KNEE

jsonschema = pytest.importorskip("jsonschema")
EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "patients"


def schema(osler: Command, name: str) -> dict[str, object]:
    done = osler("schema", name)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    definitions = found.get("$defs")
    assert definitions is None or isinstance(definitions, dict)
    for part in ({**found, "$defs": {}}, *(definitions or {}).values()):
        _check(json.dumps(part))
    return found


@cache
def _check(part: str) -> None:
    """Types that many schemas share are checked once: it takes longer than everything else here."""
    jsonschema.Draft202012Validator.check_schema(json.loads(part))


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_every_name_that_is_listed_is_a_schema(osler: Command, step: int) -> None:
    listed = json.loads(osler("schema", "list", "--json").stdout)
    names = [one["name"] for one in listed]
    assert {"config", "patient-input", "patient", "diagnosis.input", "diagnosis.output", "grounding.output"} <= set(
        names
    )
    for name in names[::step]:
        schema(osler, name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("results.diagnose", ["diagnose", "--hpo", "HP:0001250", "--json"]),
        ("results.ground", ["ground", KNEE, "nowhere.txt", "--json"]),
        ("results.patient-show", ["patient", "show", str(EXAMPLES), "--json"]),
        ("results.patient-check", ["patient", "check", str(EXAMPLES), "nowhere.json", "--json"]),
        ("results.criteria-show", ["criteria", "show", KNEE, "--json"]),
        ("results.criteria-check", ["criteria", "check", KNEE, "--patient", str(EXAMPLES), "--json"]),
        ("results.privacy-preview", ["privacy", "preview", str(EXAMPLES), "--json"]),
        ("results.screen", ["screen", KNEE, "--patients", str(EXAMPLES), "--patients", "nowhere.json", "--json"]),
        ("results.record-ask", ["record", "ask", "How old am I?", "--patient", str(EXAMPLES), "--patient", "no.json", "--json"]),
        ("results.ask", ["ask", "Which antibiotic for pneumonia?", "--library", "demo", "--json"]),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_what_a_command_prints_is_what_its_schema_says(osler: Command, name: str, words: list[str]) -> None:
    if name == "results.ask":
        osler("guidelines", "add", "--demo")
    document = json.loads(osler(*words).stdout)
    assert document["results"]
    validator = jsonschema.Draft202012Validator(schema(osler, name))
    assert [error.message[:300] for error in validator.iter_errors(document)] == []
    wrong = {"results": [{**document["results"][0], "invented": 1}]}
    assert list(validator.iter_errors(wrong))


def test_inputs_and_the_configuration_are_checked_by_their_schemas(osler: Command) -> None:
    form = jsonschema.Draft202012Validator(schema(osler, "patient-input"))
    assert not list(form.iter_errors({"hpo_terms": ["HP:0001250"], "age": "3y"}))
    assert list(form.iter_errors({"hpo": []}))
    config = jsonschema.Draft202012Validator(schema(osler, "config"))
    assert not list(config.iter_errors({"models": {"fast": {"model": "offline"}}, "grounding": {}}))
    assert list(config.iter_errors({"modles": {}}))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("runs-list", ["runs", "list"]),
        ("runs-show", ["runs", "show", "last"]),
        ("runs-replay", ["runs", "replay", "last"]),
        ("runs-compare", ["runs", "compare", "last", "last"]),
        ("review-list", ["review", "list"]),
        ("doctor", ["doctor", "--no-network"]),
        ("vocab-list", ["vocab", "list"]),
        ("vocab-search", ["vocab", "search", "seizure"]),
        ("vocab-show", ["vocab", "show", "HP:0001250"]),
        ("guidelines-list", ["guidelines", "list"]),
        ("guidelines-search", ["guidelines", "search", "pneumonia", "--library", "demo"]),
        ("patient-list", ["patient", "list"]),
    ],
)
@pytest.mark.slow
def test_what_other_commands_print_is_what_their_schema_says(osler: Command, name: str, words: list[str]) -> None:
    if name.startswith("runs"):
        osler("diagnose", "--hpo", "HP:0001250", "--json")
    if name == "guidelines-search":
        osler("guidelines", "add", "--demo")
    done = osler(*words, "--json")
    assert done.returncode == 0, done.stderr
    validator = jsonschema.Draft202012Validator(schema(osler, f"printed.{name}"))
    assert [error.message[:300] for error in validator.iter_errors(json.loads(done.stdout))] == []


def test_every_capability_has_a_name_before_it_is_loaded() -> None:
    assert capability_names() == sorted(capabilities())
