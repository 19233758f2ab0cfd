"""What a worker tells arrives whole and in order, and at once where somebody waits for it."""

from __future__ import annotations

import marshal
from types import SimpleNamespace
from typing import Any

import pytest

from tests.telling import Bundles, Event, unbundle


class _Channel:
    def __init__(self) -> None:
        self.sent: list[Any] = []

    def send(self, told: object) -> None:
        self.sent.append(told)


def _passed(number: int) -> Event:
    return ("testreport", {"data": {"outcome": "passed", "nodeid": str(number)}})


def _heard(sent: list[Any]) -> list[Event]:
    heard: list[Event] = []
    node = SimpleNamespace(process_from_remote=heard.append)
    unbundle(node)
    for told in sent:
        node.process_from_remote(told)
    return heard


def test_what_passed_is_told_in_bundles_and_all_of_it_in_order() -> None:
    channel = _Channel()
    bundles = Bundles(channel, lambda: 100)
    events = [_passed(number) for number in range(500)]
    for event in [*events, ("workerfinished", {})]:
        bundles.send(event)
    assert len(channel.sent) < 300
    assert _heard(channel.sent) == [*events, ("workerfinished", {})]


@pytest.mark.parametrize(
    "event",
    [("testreport", {"data": {"outcome": "failed"}}), ("internal_error", {}), ("warning_recorded", {"when": ""})],
)
def test_what_is_no_routine_is_told_at_once_after_what_came_before_it(event: Event) -> None:
    channel = _Channel()
    bundles = Bundles(channel, lambda: 100)
    bundles.send(_passed(1))
    assert channel.sent == []
    bundles.send(event)
    assert channel.sent == [_passed(1), event]


def test_a_worker_with_little_left_to_do_is_heard_at_once() -> None:
    channel = _Channel()
    Bundles(channel, lambda: 3).send(_passed(1))
    assert [marshal.loads(told) for told in channel.sent] == [[_passed(1)]]
