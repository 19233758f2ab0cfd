"""`osler runs` as a person or a script uses it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from osler.core.runs import RunContext, open_run
from osler.core.runs.types import Usage
from osler.surfaces.cli import main
from tests.leaks import NOTE
from tests.stores import put_store


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Done]


@pytest.fixture
def osler(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The real command in this process: a process for each call would cost more than all that is tested."""

    def call(*words: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["osler", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        captured = capsys.readouterr()
        return Done(int(left.value.code or 0), captured.out, captured.err)

    return call


def parsed(done: Done) -> Any:
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


@pytest.fixture
def run_ids() -> list[str]:
    ids = []
    for number in (1, 2):
        with open_run("diagnosis", {"free_text": NOTE}, {"limit": number}) as run:
            run.event("red_flags", "finished", flags=0)
            run.exchange("synthesis", prompt=NOTE, reply="r")
            run.usage("synthesis", Usage(requests=number))
            run.finish({"differential": [{"score": float(number)}]})
            ids.append(run.run_id)
    return ids


def test_an_empty_store_lists_nothing(osler: Command) -> None:
    assert parsed(osler("runs", "list", "--json")) == []
    assert "no runs yet" in osler("runs", "list").stdout


def test_runs_are_listed_and_shown(osler: Command, run_ids: list[str]) -> None:
    listed = parsed(osler("runs", "list", "--json"))
    assert [run["run_id"] for run in listed] == run_ids[::-1]
    assert parsed(osler("runs", "list", "--json", "--status", "failed")) == []

    table = osler("runs", "list")
    assert run_ids[0] in table.stdout
    assert "Zebrowitz" not in table.stdout

    shown = parsed(osler("runs", "show", "last", "--json"))
    assert shown["run_id"] == run_ids[1]
    assert shown["result"] == {"differential": [{"score": 2.0}]}
    assert shown["trace"][1]["data"]["prompt"] == NOTE
    page = osler("runs", "show", run_ids[0])
    assert page.returncode == 0
    assert "red_flags" in page.stdout
    assert "not of a form that this version reads" in page.stdout


def test_a_run_is_shown_as_a_page(osler: Command, osler_home: Path) -> None:
    context = RunContext(patient="P-7", tenant="ward 3", actor="dr.x", parent="earlier", label="night shift")
    with open_run("toy", {"free_text": NOTE}, {}, context=context) as run:
        for ending, used in (
            ("ok", Usage(requests=2, retries=1, input_tokens=900)),
            ("failed", Usage(parse_failures=3)),
        ):
            run.event("word", "step_started", mind="openai-chat:m")
            run.usage("word", used)
            run.event("word", "step_done", status=ending)
        run.usage("word", Usage(cost_usd=0.25, output_tokens=40))
        run.finish({"text": "x" * 50_000}, "two words")
    page = osler("runs", "show", "last").stdout
    for told in ("P-7", "ward 3", "dr.x", "earlier", "night shift", "two words", "openai-chat:m", "ok, failed"):
        assert told in page
    (row,) = [line for line in page.splitlines() if line.startswith("word ")]
    assert row.split()[-8:] == ["2", "1", "3", "900", "40", "0", "0.2500", "0.00"]
    assert "Zebrowitz" not in page
    assert len(page.splitlines()) < 30
    assert len(page) < 3000


def test_a_shown_run_has_what_its_command_printed(osler: Command, osler_home: Path) -> None:
    put_store("0.1", osler_home)
    for run in parsed(osler("runs", "list", "--status", "done", "--json")):
        page = osler("runs", "show", run["run_id"])
        assert page.returncode == 0, page.stderr
        assert 10 < len(page.stdout.splitlines()) < 200
        assert '"problems":' not in page.stdout
        shown = "Differential" if run["capability"] == "diagnosis" else "for expert review"
        assert shown in page.stdout


def test_a_run_is_exported_to_private_files(osler: Command, run_ids: list[str], tmp_path: Path) -> None:
    written = parsed(osler("runs", "export", run_ids[0], "--out", str(tmp_path / "out"), "--json"))
    assert written["folder"] == str(tmp_path / "out" / run_ids[0])
    assert len(written["files"]) == 5
    assert all(Path(path).stat().st_mode & 0o077 == 0 for path in written["files"])


def test_two_runs_are_compared(osler: Command, run_ids: list[str]) -> None:
    found = parsed(osler("runs", "compare", *run_ids, "--raw", "--json"))
    assert found["same_input"] is True
    assert [one["path"] for one in found["result"]] == ["differential[0].score"]
    assert [one["path"] for one in found["settings"]] == ["limit"]
    readable = osler("runs", "compare", *run_ids, "--raw")
    assert "differential[0].score: 1.0 → 2.0" in readable.stdout


def test_two_runs_are_compared_in_clinical_terms(osler: Command, osler_home: Path) -> None:
    put_store("0.1", osler_home)
    later, earlier = parsed(osler("runs", "list", "--capability", "diagnosis", "--status", "done", "--json"))
    readable = osler("runs", "compare", earlier["run_id"], later["run_id"]).stdout.splitlines()
    assert readable[:2] == [
        "different inputs",
        "new finding: Decreased circulating carnitine concentration (HP:0003234)",
    ]
    assert len(readable) < 60
    found = parsed(osler("runs", "compare", earlier["run_id"], later["run_id"], "--json"))
    assert found["lines"] == readable[1:]
    assert found["changes"]["new_findings"]


def test_runs_of_different_capabilities_are_not_compared(osler: Command, osler_home: Path) -> None:
    put_store("0.1", osler_home)
    done = osler("runs", "compare", "last", parsed(osler("runs", "list", "--json"))[-1]["run_id"])
    assert done.returncode == 2
    assert "nothing to compare" in done.stderr


def test_a_run_is_called_after_the_file_it_is_from(osler: Command, tmp_path: Path) -> None:
    file = tmp_path / "boy-of-five.json"
    file.write_text(json.dumps({"hpo_terms": ["HP:0001250"]}))
    osler("diagnose", str(file))
    assert "boy-of-five.json" in osler("runs", "list").stdout


def test_a_list_says_about_whom_when_and_what_came_out(osler: Command) -> None:
    with open_run("diagnosis", 1, context=RunContext(patient="p-77")) as run:
        run.finish({}, "Marfan syndrome (81 %)")
    with open_run("grounding", 1, context=RunContext(label="knee_pain.txt")) as second:
        second.fail("failed")
    page = osler("runs", "list").stdout
    assert all(word in page for word in ("p-77", "Marfan", "knee_pain.txt", "failed", f"{run.record.started_at:%Y}"))
    assert [found["run_id"] for found in parsed(osler("runs", "list", "--patient", "p-77", "--json"))] == [run.run_id]


def test_pruning_asks_for_yes(osler: Command, run_ids: list[str]) -> None:
    assert parsed(osler("runs", "prune", "--keep", "1", "--json")) == {"chosen": run_ids[:1], "deleted": 0}
    assert parsed(osler("runs", "prune", "--keep", "1", "--yes", "--json")) == {"chosen": run_ids[:1], "deleted": 1}
    assert [run["run_id"] for run in parsed(osler("runs", "list", "--json"))] == run_ids[1:]


@pytest.mark.parametrize(
    ("words", "code", "exit_code"),
    [
        (["show", "nothing"], "usage", 2),
        (["prune"], "usage", 2),
        (["list", "--status", "sleeping"], "usage", 2),
        (["prune", "--older-than", "soon"], "usage", 2),
    ],
)
def test_a_wrong_request_says_how_to_mend_it(osler: Command, words: list[str], code: str, exit_code: int) -> None:
    done = osler("runs", *words, "--json")
    assert done.returncode == exit_code
    error = json.loads(done.stdout)["error"]
    assert error["code"] == code
    assert error["mend"]


def test_a_store_that_is_down_is_an_unavailable_service(osler: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSLER_STORES__RUNS_URL", "postgresql+psycopg://u:hidden@127.0.0.1:1/x")
    done = osler("runs", "list")
    assert done.returncode == 3
    assert "hidden" not in done.stderr
