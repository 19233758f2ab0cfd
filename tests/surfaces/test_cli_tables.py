"""A table's rows: one that fails keeps its id, and what was not read or not usable is said."""

from __future__ import annotations

import json
from pathlib import Path

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
