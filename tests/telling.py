"""How a worker tells of its tests: of those that passed in bundles, of all else at once.

Three messages a test, each woken up for in two processes, cost more than most tests.
"""

from __future__ import annotations

import marshal
import time
from collections.abc import Callable
from typing import Any

import pytest

_ROUTINE = {"testreport", "logfinish", "runtest_protocol_complete"}
_MOST = 90
_LONGEST_SECONDS = 0.3
_RUNNING_OUT = 3
"""With so few tests left to run, a worker has to be heard, so that it is given more."""

Event = tuple[str, dict[str, Any]]


class Bundles:
    """Stands before a worker's channel and holds back what is routine, for a moment."""

    def __init__(self, channel: Any, left: Callable[[], int]) -> None:
        self._channel = channel
        self._left = left
        self._held: list[Event] = []
        self._since = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._channel, name)

    def send(self, event: Event) -> None:
        """Send an event, alone or later with others; their order stays."""
        if not self._held:
            self._since = time.monotonic()
        self._held.append(event)
        late = len(self._held) >= _MOST or time.monotonic() - self._since > _LONGEST_SECONDS
        if late or not _is_routine(event) or self._left() <= _RUNNING_OUT:
            self._flush()

    def _flush(self) -> None:
        held, self._held = self._held, []
        if all(_is_routine(event) for event in held):
            self._channel.send(marshal.dumps(held))
            return
        for event in held:
            self._channel.send(event)


def _is_routine(event: Event) -> bool:
    name, told = event
    return name in _ROUTINE and told.get("data", {}).get("outcome", "passed") == "passed"


def bundle(config: pytest.Config) -> None:
    """Let a worker tell in bundles."""
    worker = next(
        plugin for plugin in config.pluginmanager.get_plugins() if type(plugin).__name__ == "WorkerInteractor"
    )
    worker.channel = Bundles(worker.channel, lambda: len(worker.torun._items))


def unbundle(node: Any) -> None:
    """Let whoever hears a worker take its bundles apart."""
    hear = node.process_from_remote

    def each(told: object) -> None:
        for event in marshal.loads(told) if isinstance(told, bytes) else [told]:
            hear(event)

    node.process_from_remote = each
