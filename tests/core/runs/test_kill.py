"""kill -9 at any moment: what was written is intact, and the run is shown as interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from osler.core.runs import RunStore, open_run
from osler.core.runs.process import Owner, this_process

_VICTIM = """
import sys
from osler.core.runs import RunStore, Usage, open_run
with open_run("diagnosis", {"free_text": "x" * 2000}, store=RunStore(sys.argv[1])) as run:
    print(run.run_id, flush=True)
    number = 0
    while True:
        run.event("loop", "tick", number=number)
        run.usage("loop", Usage(requests=1))
        number += 1
        print(number, flush=True)
"""


@pytest.mark.parametrize("ticks", [pytest.param(1, marks=pytest.mark.slow), 40])
@pytest.mark.slow
def test_a_killed_run_keeps_what_it_wrote(database_url: str, ticks: int) -> None:
    victim = subprocess.Popen([sys.executable, "-c", _VICTIM, database_url], stdout=subprocess.PIPE, text=True)
    assert victim.stdout is not None
    run_id = victim.stdout.readline().strip()
    acknowledged = 0
    while acknowledged < ticks:
        acknowledged = int(victim.stdout.readline())
    store = RunStore(database_url)
    assert store.get(run_id).status == "running"

    os.kill(victim.pid, signal.SIGKILL)
    victim.stdout.close()
    victim.wait()

    found = store.get(run_id)
    assert found.status == "interrupted"
    assert found.finished_at is not None
    assert found.input == {"free_text": "x" * 2000}
    assert [entry.sequence for entry in found.trace] == list(range(len(found.trace)))
    assert [event.data["number"] for event in found.events][:acknowledged] == list(range(acknowledged))
    assert store.list_runs(status="interrupted")[0].usage.requests >= acknowledged
    with open_run("diagnosis", "next", store=store) as run:
        run.finish("the store still works")
    assert store.get(run.run_id).result == "the store still works"


def test_a_process_is_told_apart_from_a_later_one_of_the_same_number() -> None:
    me = this_process()
    assert me.is_here()
    assert me.is_alive()
    assert not Owner(host=me.host, pid=me.pid, started="1").is_alive()
    assert not Owner(host="elsewhere", pid=me.pid, started=me.started).is_here()


def test_a_forked_child_records_its_own_runs(database_url: str) -> None:
    store = RunStore(database_url)
    with open_run("parent", 1, store=store) as run:
        child = os.fork()
        if child == 0:
            # Whatever happens, the child must not go on as a second pytest.
            try:
                with open_run("child", 2, store=store) as own:
                    own.event("s", "k")
            finally:
                os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        run.event("s", "k")
    assert {found.capability: found.status for found in store.list_runs()} == {"parent": "done", "child": "done"}
