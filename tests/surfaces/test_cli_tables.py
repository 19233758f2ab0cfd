"""A table's rows: one that fails keeps its id, and what was not read or not usable is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from osler.surfaces.cli.inputs import patients
from tests.surfaces.conftest import Command


def test_a_failed_row_keeps_its_id_and_unusable_fields_are_told(osler: Command, tmp_path: Path) -> None:
    table = tmp_path / "p.csv"
    table.write_text("MRN;Age;Sex;Ward;Summary\n0014;;;;\n0015;abc;X;West;He has chorea.\n")
    out = tmp_path / "out.ndjson"
    done = osler("diagnose", str(table), "--out", str(out))
    failed, read = (json.loads(line) for line in out.read_text().splitlines())
    assert failed["error"]
    assert (failed["patient"], read["patient"]) == ("0014", "0015")
    assert "columns that were not read: Ward" in [problem["message"] for problem in read["problems"]]
    assert "p.csv:3: age: the field cannot be used and was left out" in done.stderr
    assert "p.csv:3: sex: the field cannot be used and was left out" in done.stderr


def test_the_list_of_runs_says_what_was_typed_in(osler: Command) -> None:
    osler("diagnose", "--hpo", "Chorea")
    assert "(typed in)" in osler("runs", "list").stdout


def test_patients_without_an_id_go_by_their_files(tmp_path: Path) -> None:
    for name in ("a/letter.txt", "b/letter.txt", "b/clinic.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("She has chorea.")
    read = [one.read().record.id for one in patients([str(tmp_path)])]
    assert read == [str(tmp_path / "a/letter.txt"), "clinic.md", str(tmp_path / "b/letter.txt")]
    assert [one.read().record.id for one in patients([str(tmp_path / "b")])] == ["clinic.md", "letter.txt"]


def test_two_people_with_one_id_in_a_table_are_told(tmp_path: Path) -> None:
    table = tmp_path / "p.csv"
    table.write_text(
        "MRN,Name,DOB,Note\nK7,Ann Lee,1950-02-01,Chorea.\nK8,Bo Ek,1961-01-01,Ataxia.\n"
        "k7,Carl Fox,1980-03-04,Seizures.\nK8,Ek Bo,1961-01-01,Ataxia again.\n"
    )
    told = {
        one.source.rpartition(":")[2]: [problem for problem in one.read().problems if problem.code == "input.same_id"]
        for one in patients([str(table)])
    }
    assert [row for row, problems in told.items() if problems] == ["2", "4"]
    assert "row 4 has another name and birth date" in told["2"][0].message
    assert told["2"][0].level == "error"


@pytest.mark.parametrize("sex", ["", "male"])
def test_where_nothing_is_left_the_column_that_was_not_read_is_named(sex: str, osler: Command, tmp_path: Path) -> None:
    table = tmp_path / "line\nbreak.csv"
    table.write_text(f'MRN,Sex,HPO terms,"Said\nby the family"\nK7,{sex},,He has been falling for years\n')
    done = osler("diagnose", str(table))
    assert done.returncode == 2
    assert "columns that were not read: Said by the family" in done.stderr
    assert '--columns "note=Said by the family"' in done.stderr
    assert "line\\nbreak.csv" in done.stderr
    assert "line\nbreak" not in done.stderr


def test_what_is_wrong_with_one_of_several_names_its_file(osler: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("She has chorea.")
    (tmp_path / "b.txt").write_text("DOB 02/03/1960. Gout.")
    assert f"{tmp_path / 'b.txt'}: warning: note: the date of birth" in osler("patient", "show", str(tmp_path)).stderr
    assert osler("patient", "show", str(tmp_path / "b.txt")).stderr.startswith("warning: note: the date of birth")
