"""One contract for the run store, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from osler.config import load_settings
from osler.core.database import close_databases, open_database
from osler.core.runs import RunContext, RunStore, ToolCallRecord, Usage, open_run, open_store
from osler.core.runs.store import STALE_AFTER
from osler.core.runs.tables import HISTORY, conversation_turns, run_trace, runs, session_tool_calls, sessions
from osler.errors import ConfigError, ServiceError, StorageError, UsageError
from tests.services import columns_of


def a_call(index: int = 0) -> ToolCallRecord:
    return ToolCallRecord(
        index=index,
        step="match",
        tool="disease_match",
        arguments={"terms": ["HP:0001250"]},
        status="success",
        started_at=datetime.now(UTC),
        latency_ms=1.25,
    )


def test_a_run_comes_back_as_it_was_told(store: RunStore) -> None:
    with open_run("diagnosis", {"free_text": "naïve \ud800 \x00 note"}, load_settings(), store=store) as run:
        run.note_versions(vocabulary="2025-01-16", prompts={"synthesis": "3"})
        run.event("red_flags", "started", rules=12)
        run.tool_call(a_call())
        run.exchange("synthesis", prompt="p", reply="r")
        run.usage("synthesis", Usage(requests=1, input_tokens=10, output_tokens=3, cost_usd=0.5))
        run.usage("synthesis", Usage(requests=1, input_tokens=1, output_tokens=1, cost_usd=0.25))
        run.finish({"differential": [{"score": float("nan")}, {"score": 2.5}]})

    found = store.get(run.run_id)

    assert found.status == "done"
    assert found.capability == "diagnosis"
    assert found.input == {"free_text": "naïve \ud800 \x00 note"}
    assert found.result == {"differential": [{"score": None}, {"score": 2.5}]}
    assert [entry.kind for entry in found.trace] == ["event", "tool_call", "exchange", "usage", "usage"]
    assert [entry.sequence for entry in found.trace] == [0, 1, 2, 3, 4]
    assert found.events[0].data == {"rules": 12}
    assert found.tool_calls[0].arguments == {"terms": ["HP:0001250"]}
    assert found.exchanges[0].data == {"prompt": "p", "reply": "r"}
    assert found.usage.cost_usd == 0.75
    assert found.usage_by_step["synthesis"].input_tokens == 11
    assert found.versions["vocabulary"] == "2025-01-16"
    assert found.versions["prompts"] == {"synthesis": "3"}
    assert found.versions["model"]["medical"] == "offline"
    assert found.finished_at is not None
    assert found.started_at <= found.finished_at


def test_what_happened_is_there_before_the_run_ends(store: RunStore, database_url: str) -> None:
    with open_run("diagnosis", "x", store=store) as run:
        run.event("hpo", "started")
        seen_by_another = RunStore(database_url).get(run.run_id)
        assert seen_by_another.status == "running"
        assert [event.kind for event in seen_by_another.events] == ["started"]
        assert seen_by_another.finished_at is None


def test_runs_are_listed_newest_first_and_by_what_they_are(store: RunStore) -> None:
    ids = []
    for capability in ("diagnosis", "grounding", "diagnosis"):
        with open_run(capability, capability, store=store) as run:
            ids.append(run.run_id)
    with pytest.raises(ZeroDivisionError), open_run("diagnosis", "bad", store=store):
        _ = 1 / 0

    assert [run.capability for run in store.list_runs()] == ["diagnosis", "diagnosis", "grounding", "diagnosis"]
    assert ids == sorted(ids)
    assert [run.run_id for run in store.list_runs(capability="grounding")] == [ids[1]]
    assert [run.status for run in store.list_runs(status="failed")] == ["failed"]
    assert len(store.list_runs(limit=2)) == 2


def test_a_run_is_found_by_the_beginning_of_its_id(store: RunStore) -> None:
    with open_run("a", 1, store=store) as first, open_run("b", 2, store=store) as second:
        pass
    assert store.get(first.run_id[:-1]).run_id == first.run_id
    assert store.get("last").run_id == max(first.run_id, second.run_id)
    with pytest.raises(UsageError, match="several runs"):
        store.get("2")
    with pytest.raises(UsageError, match="no run"):
        store.get("%")


def test_deleting_a_run_deletes_its_trace(store: RunStore, database_url: str) -> None:
    with open_run("a", 1, store=store) as run:
        run.event("s", "k")
    assert store.delete([run.run_id, "unknown"]) == 1
    assert store.list_runs() == []
    with open_database(database_url).connect() as connection:
        assert connection.select(run_trace) == []


def test_a_run_on_another_machine_is_interrupted_when_its_heart_stops(store: RunStore, database_url: str) -> None:
    def elsewhere(age: timedelta) -> None:
        with open_database(database_url).connect() as connection:
            connection.update(runs, {"host": "elsewhere/1", "heartbeat_at": datetime.now(UTC) - age})

    with open_run("a", 1, store=store) as run:
        elsewhere(STALE_AFTER / 2)
        assert store.get(run.run_id).status == "running"
        elsewhere(STALE_AFTER * 2)
        assert store.list_runs()[0].status == "interrupted"
        # It was only asleep; but whoever read that it was interrupted must not find it finished later.
        run.finish("woke up")
    assert store.get(run.run_id).status == "interrupted"
    assert not run.stored
    assert "interrupted" in run.not_stored


def test_a_finished_run_is_never_marked_interrupted(store: RunStore, database_url: str) -> None:
    with open_run("a", 1, store=store) as run:
        run.finish("done")
        run.fail("interrupted")
    with open_database(database_url).connect() as connection:
        long_ago = datetime.now(UTC) - 2 * STALE_AFTER
        connection.update(runs, {"host": "elsewhere/1", "heartbeat_at": long_ago})
    assert store.get(run.run_id).status == "done"
    assert store.get(run.run_id).result == "done"


def test_a_run_knows_whom_it_is_about(store: RunStore) -> None:
    about = RunContext(patient="p1", tenant="clinic", actor="anna", parent="earlier", label="note.txt")
    with open_run("a", 1, store=store, context=about) as run:
        run.finish({"x": 1}, "Marfan syndrome")
    (found,) = store.list_runs(patient="p1")
    assert RunContext.model_validate(found.model_dump(include=set(RunContext.model_fields))) == about
    assert found.outcome == "Marfan syndrome"
    assert store.list_runs(parent="earlier")[0].run_id == run.run_id
    assert store.list_runs(patient="p2") == []


def test_an_unrecorded_run_can_be_watched_and_leaves_nothing(osler_home: Path) -> None:
    seen: list[str] = []
    with open_run("a", 1, record=False, callbacks=[lambda event: seen.append(event.kind)]) as run:
        run.event("s", "k")
    assert seen == ["k"]
    assert not run.stored
    assert list(osler_home.iterdir()) == []


def test_the_migrations_make_exactly_the_tables_that_the_code_uses(store: RunStore, database_url: str) -> None:
    with open_database(database_url).connect() as connection:
        assert connection.select(HISTORY.versions) == [{"version_num": HISTORY.head}]
        ours = (runs, run_trace, sessions, session_tool_calls, conversation_turns)
        assert connection.tables() == {table.name for table in ours} | {HISTORY.version_table}
        for table in ours:
            assert columns_of(connection, table) == set(table.columns)


def test_a_store_of_a_newer_osler_is_left_alone(store: RunStore, database_url: str) -> None:
    with open_database(database_url).connect() as connection:
        connection.update(HISTORY.versions, {"version_num": "9999"})
    with pytest.raises(ConfigError, match="newer Osler"):
        RunStore(database_url)


_RACERS = """
import os, sys
from osler.core.runs import RunContext, RunStore, open_run
start, gun = os.pipe()
children = []
for _ in range(6):
    child = os.fork()
    if child == 0:
        os.close(gun)
        os.read(start, 1)
        with open_run("race", 1, store=RunStore(sys.argv[1])) as run:
            run.event("s", "k")
        os._exit(0)
    children.append(child)
os.close(gun)
sys.exit(max(os.waitpid(child, 0)[1] for child in children) and 1)
"""


@pytest.mark.slow
def test_processes_may_open_a_new_store_at_the_same_time(database_url: str) -> None:
    # Forked from one interpreter that has everything loaded, so that they really meet.
    done = subprocess.run(
        [sys.executable, "-c", _RACERS, database_url], capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert [run.status for run in RunStore(database_url).list_runs()] == ["done"] * 6


def test_the_default_store_is_a_private_sqlite_file(osler_home: Path) -> None:
    with open_run("a", "secret note") as run:
        run.event("s", "k")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in osler_home.glob("runs.db*")}
    assert modes["runs.db"] == 0o600
    assert set(modes.values()) == {0o600}
    with closing(sqlite3.connect(osler_home / "runs.db")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert open_store().get("last").run_id == run.run_id


def test_a_store_damaged_in_the_middle_is_a_fault_of_the_storage(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    store = RunStore(f"sqlite:///{path}")
    with open_run("a", "x" * 10_000, store=store) as run:
        run.event("s", "k")
    with open_database(f"sqlite:///{path}").connect() as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    close_databases()
    with path.open("r+b") as handle:
        handle.seek(4096)
        handle.write(b"\xff" * (path.stat().st_size - 4096))
    with pytest.raises(StorageError, match="damaged") as caught:
        store.get(run.run_id)
    assert caught.value.path == str(path)
    with open_run("a", 1, store=store) as second:
        second.event("s", "k")
    assert "damaged" in second.not_stored


def test_a_copy_of_the_database_file_alone_is_whole_once_the_process_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    script = (
        "import sys; from osler.core.runs import RunStore, open_run\n"
        "with open_run('a', 1, store=RunStore(sys.argv[1])) as run: run.finish({})\n"
        "print(run.run_id)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, f"sqlite:///{path}"], capture_output=True, text=True, check=True
    )
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    assert RunStore(f"sqlite:///{copy}").get(ended.stdout.strip()).status == "done"


def test_secrets_never_reach_the_store(store: RunStore) -> None:
    settings = load_settings(
        env={"ANTHROPIC_API_KEY": "sk-hidden", "OSLER_STORES__SESSIONS_URL": "redis://me:sk-hidden@127.0.0.1:1/0"}
    )
    with open_run("a", 1, settings, store=store) as run:
        pass
    with open_run("a", 1, {"api_key": "sk-hidden", "nested": [{"password": "sk-hidden"}]}, store=store) as second:
        pass
    for one in (run, second):
        assert "sk-hidden" not in json.dumps(store.get(one.run_id).settings)
    assert store.get(run.run_id).settings["stores"]["sessions_url"] == "redis://********@127.0.0.1:1/0"


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("not a url", ConfigError),
        ("mysql://localhost/x", ConfigError),
        ("postgresql+psycopg://osler:hidden@127.0.0.1:1/none", ServiceError),
        ("sqlite:////proc/none/runs.db", ServiceError),
    ],
)
def test_a_store_that_cannot_be_opened_says_what_to_do(url: str, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        RunStore(url)
    assert "hidden" not in str(caught.value)
    assert caught.value.mend  # type: ignore[attr-defined]  # both are OslerErrors
