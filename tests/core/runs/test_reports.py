"""Exporting, comparing, replaying and pruning runs."""

from __future__ import annotations

import json
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.runs import Changes, MemoryRecorder, RunDetail, RunRecord, Usage, kinds, register_kind
from osler.core.runs.compare import compare_runs, differences
from osler.core.runs.export import export_run
from osler.core.runs.prune import choose_for_pruning, parse_age
from osler.core.runs.replay import replay_run
from osler.errors import UsageError
from tests.core.runs.test_store import a_call

_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def a_run(result: Any = None, capability: str = "echo") -> RunDetail:
    run = MemoryRecorder(capability, {"text": "in"})
    run.event("deidentify", "deidentified", counts={"NAME": 2})
    run.event("deidentify", "deidentified", counts={"NAME": 1, "DATE": 1})
    run.tool_call(a_call())
    run.exchange("answer", prompt="p", reply={"text": "out"})
    run.usage("answer", Usage(requests=1, input_tokens=7, cost_usd=0.01))
    run.finish(result if result is not None else {"text": "out"})
    return run.detail


def test_an_export_is_five_private_files(tmp_path: Path) -> None:
    run = a_run({"score": float("inf")})
    folder = export_run(run, tmp_path / "runs")

    assert folder == tmp_path / "runs" / run.run_id
    names = {path.name for path in folder.iterdir()}
    assert names == {"config.json", "results.json", "metrics.json", "cost_summary.json", "trace.jsonl"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}

    def read(name: str) -> Any:
        return json.loads((folder / name).read_text())

    assert read("config.json")["input"] == {"text": "in"}
    assert read("config.json")["input_hash"] == run.input_hash
    assert read("results.json")["result"] == {"score": None}
    assert read("metrics.json")["deidentified"] == {"NAME": 3, "DATE": 1}
    assert read("metrics.json")["tool_calls_by_status"] == {"success": 1}
    assert read("cost_summary.json")["by_step"]["answer"]["cost_usd"] == 0.01
    trace = [json.loads(line) for line in (folder / "trace.jsonl").read_text().splitlines()]
    assert [entry["kind"] for entry in trace] == ["event", "event", "tool_call", "exchange", "usage"]


def test_two_runs_are_compared_part_by_part() -> None:
    left = a_run({"ranking": ["a", "b"], "n": 1})
    right = a_run({"ranking": ["a", "c", "d"]})
    right.settings = {"models": {"fast": "offline"}}
    right.versions = {**left.versions, "vocabulary": "2025"}
    right.usage = Usage(requests=3)

    found = compare_runs(left, right)

    assert found.same_input
    assert not found.same_result
    assert [one.path for one in found.settings] == ["models"]
    assert [(one.path, one.right, one.absent) for one in found.versions] == [("vocabulary", "2025", "left")]
    assert {one.path: one.absent for one in found.result} == {"n": "right", "ranking[1]": None, "ranking[2]": "left"}
    assert {one.path for one in found.usage} == {"requests", "input_tokens", "cost_usd"}
    assert found.status == []


@given(_json, _json)
def test_documents_differ_exactly_when_they_are_not_equal(left: Any, right: Any) -> None:
    assert differences(left, left) == []
    assert bool(differences(left, right)) == (json.dumps(left, sort_keys=True) != json.dumps(right, sort_keys=True))


class Echo:
    """A kind of runs as a capability registers one: the result anew, from nothing but the recorded exchanges."""

    name = "echo"

    def result_of(self, stored: RunDetail) -> Any:
        return stored.result

    async def replay(self, stored: RunDetail) -> Any:
        return stored.exchanges[0].data["reply"]

    def changes(self, before: RunDetail, after: RunDetail) -> Changes:
        raise NotImplementedError


@pytest.fixture
def _echo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "_KINDS", {})
    register_kind(Echo())


@pytest.mark.usefixtures("_echo")
async def test_a_run_is_replayed_from_its_exchanges() -> None:
    same = await replay_run(a_run())
    assert (same.same_result, same.result) == (True, {"text": "out"})
    changed = await replay_run(a_run({"text": "something else"}))
    assert not changed.same_result
    assert [one.path for one in changed.differences] == ["text"]


@pytest.mark.usefixtures("_echo")
async def test_what_cannot_be_replayed_says_so() -> None:
    with pytest.raises(UsageError, match="nothing is known of runs of 'unheard of'"):
        await replay_run(a_run(capability="unheard of"))
    unfinished = a_run()
    unfinished.status = "interrupted"
    with pytest.raises(UsageError, match="is interrupted"):
        await replay_run(unfinished)


def some_runs() -> list[RunRecord]:
    now = datetime(2026, 6, 1, tzinfo=UTC)
    statuses = ["running", "done", "failed", "done", "interrupted"]
    return [
        RunRecord.model_validate(
            {
                "run_id": f"r{5 - days}",
                "capability": "a",
                "status": status,
                "started_at": now - timedelta(days=days),
                "input_hash": "",
            }
        )
        for days, status in enumerate(statuses)
    ]


@pytest.mark.parametrize(
    ("conditions", "chosen"),
    [
        ({"older_than": timedelta(days=2)}, ["r2", "r1"]),
        ({"keep": 1}, ["r3", "r2", "r1"]),
        ({"keep": 0}, ["r4", "r3", "r2", "r1"]),
        ({"status": "done"}, ["r4", "r2"]),
        ({"status": "done", "keep": 1}, ["r2"]),
        ({"status": "running"}, []),
        ({"status": "done", "older_than": timedelta(days=1)}, ["r2"]),
    ],
)
def test_runs_are_chosen_by_every_condition_and_never_while_under_way(
    conditions: dict[str, Any], chosen: list[str]
) -> None:
    found = choose_for_pruning(some_runs(), now=datetime(2026, 6, 1, tzinfo=UTC), **conditions)
    assert [run.run_id for run in found] == chosen


def test_pruning_without_a_condition_is_refused() -> None:
    with pytest.raises(UsageError, match="which runs"):
        choose_for_pruning(some_runs())


def test_ages_are_written_with_a_unit() -> None:
    assert parse_age("36h") == timedelta(hours=36)
    assert parse_age("8w") == timedelta(weeks=8)
    for wrong in ("30", "d", "-1d", "1y", ""):
        with pytest.raises(UsageError, match="not an age"):
            parse_age(wrong)
