"""`import osler`: quick, lazy, awaitable, at home in a notebook, and strict about what it is given."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

import osler


def seconds(module: str) -> float:
    """The processor time that an import takes in a fresh interpreter, at its best of several."""
    code = f"import time; s = time.process_time(); import {module}; print(time.process_time() - s)"
    return min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    )


def test_importing_osler_and_naming_its_functions_costs_no_more_than_importing_typer() -> None:
    assert seconds("osler; osler.diagnose, osler.read, osler.ground") <= seconds("typer")


def test_names_are_there_and_others_are_not() -> None:
    assert {"ask", "diagnose", "ground", "match", "read", "read_all", "OslerError"} <= set(dir(osler))
    with pytest.raises(AttributeError, match="no attribute 'diagnoze'"):
        osler.diagnoze  # type: ignore[attr-defined]  # noqa: B018


def test_type_checkers_see_the_names_that_there_are() -> None:
    stub = Path(osler.__file__).with_suffix(".pyi").read_text()
    assert set(re.findall(r" as (\w+)$", stub, re.MULTILINE)) == {name for name in dir(osler) if name in osler._HOMES}  # type: ignore[attr-defined]


async def test_everything_may_be_awaited_in_a_running_loop(tmp_path: Path) -> None:
    file = tmp_path / "patient.json"
    file.write_text('{"hpo_terms": ["HP:0001250"], "age": 5}')
    patient = await osler.read(str(file))
    assert patient.record.demographics.age == "P5Y"
    output = await osler.diagnose(patient, record=False)
    assert output.hpo_matches[0].hpo_id == "HP:0001250"
    assert osler.diagnose(str(file), record=False).hpo_matches == output.hpo_matches
    assert (await osler.ground("History of stroke", record=False)).status == "complete"


def test_a_table_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("MRN,summary of it\n17,seizures\n18,ataxia\n")
    people = osler.read_all(file, columns={"note": "summary of it"})
    assert [person.record.id for person in people] == ["17", "18"]


def test_a_string_that_names_a_file_is_never_taken_for_a_text(tmp_path: Path) -> None:
    file = tmp_path / "criteria.txt"
    file.write_text("History of stroke\n")
    assert osler.ground(str(file), record=False).state.grounded_entities[0].text == "stroke"
    for function in (osler.ground, osler.diagnose, osler.read):
        with pytest.raises(osler.OslerError):
            function(str(tmp_path / "absent.txt"))


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(osler.OslerError, match="no field 'hpo_term'") as refused:
        osler.diagnose({"hpo_term": ["HP:0001250"]})
    assert "did you mean 'hpo_terms'?" in refused.value.mend
    with pytest.raises(TypeError):
        osler.diagnose("HP:0001250", agee="5y")  # type: ignore[call-arg]


def test_what_is_excluded_by_name_is_excluded() -> None:
    output = osler.diagnose("HP:0001250", exclude=["Cardiac arrest"], record=False)
    assert [item.mapped_hpo_term for item in output.excluded_findings] == ["HP:0001695"]
    assert [match.hpo_id for match in output.hpo_matches] == ["HP:0001250"]
    assert output.problems == []


def test_a_notebook_shows_results_as_pages_and_tables() -> None:
    answer = osler.diagnose("HP:0001250", "HP:0001251", record=False)
    page = answer._repr_html_()
    assert page.startswith("<iframe srcdoc=")
    assert "<html" in unescape(page)
    table = osler.ground("History of stroke & <b>gout</b>", record=False)._repr_html_()
    assert "<td>stroke</td>" in table
    assert "<b>" not in table
    patient = osler.read('{"hpo_terms": ["HP:0001250"], "age": "seven"}')
    assert "Seizure" in patient._repr_html_()
    assert "cannot be used" in patient._repr_html_()


@pytest.mark.parametrize("name", ["read", "read_all", "diagnose", "match", "ground"])
def test_a_file_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(osler.OslerError, match=r"^\S*away/letter\.txt: "):
        getattr(osler, name)("away/letter.txt" if name != "ground" else "./away/letter.txt")


def test_what_is_missing_or_of_another_kind_is_told_as_it_is() -> None:
    with pytest.raises(osler.OslerError, match="nothing was given"):
        osler.diagnose(genes=["FBN1"])
    with pytest.raises(osler.OslerError, match=r"diagnose\(\*findings\)"):
        osler.diagnose(("HP:0001250", "Chorea"))  # type: ignore[arg-type]
