"""Workers of a long piece of work: none is left behind where the process that started them is killed."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys

import pytest

_STARTS_TWO = """
import os, sys, time
from concurrent.futures import ProcessPoolExecutor
from osler.trials.workers import settle

def who(_):
    time.sleep(0.2)
    return os.getpid()

if __name__ == "__main__":
    with ProcessPoolExecutor(2, initializer=settle) as pool:
        print(*sorted(set(pool.map(who, range(6)))), flush=True)
        sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the end of another's child is watched through Linux")
def test_workers_end_with_the_process_that_started_them() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _STARTS_TWO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout is not None
        watched = [os.pidfd_open(int(pid)) for pid in started.stdout.readline().split()]
        assert watched
        started.send_signal(signal.SIGKILL)
    ended = []
    for one in watched:
        ended += select.select([one], [], [], 20)[0]
        os.close(one)
    assert ended == watched
