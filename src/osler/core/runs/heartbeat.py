"""The sign of life of long runs, for readers on other machines who cannot look for the process."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Sequence

PERIOD_SECONDS = 20.0

_log = logging.getLogger(__name__)


class Heartbeat:
    """One quiet thread for all runs of a store; it lives only while there are runs."""

    def __init__(self, beat: Callable[[Sequence[str]], None], period: float = PERIOD_SECONDS) -> None:
        self._write = beat
        self._period = period
        self._start_afresh()

    def _start_afresh(self) -> None:
        self._pid = os.getpid()
        self._runs: set[str] = set()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def add(self, run_id: str) -> None:
        """Beat for this run from now on."""
        if self._pid != os.getpid():
            # A forked child has neither its parent's thread nor its runs, and may have inherited a held lock.
            self._start_afresh()
        with self._changed:
            self._runs.add(run_id)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._beat, name="osler-heartbeat", daemon=True)
                self._thread.start()

    def remove(self, run_id: str) -> None:
        """The run has ended."""
        with self._changed:
            self._runs.discard(run_id)

    def _beat(self) -> None:
        while True:
            with self._changed:
                self._changed.wait(self._period)
                if not self._runs:
                    self._thread = None
                    return
                alive = sorted(self._runs)
            try:
                self._write(alive)
            except Exception as error:  # noqa: BLE001 - a store that is down must not end the thread
                _log.debug("no heartbeat written: %s", type(error).__name__)
