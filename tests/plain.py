"""Tests that need nothing but their parameters: most of them, and each is over sooner than pytest has prepared it.

A worker calls such a function at once; whatever asks for more (a fixture, a mark, an event loop, generated examples) goes
through the whole of pytest.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Literal

import pytest
from _pytest.fixtures import FuncFixtureInfo
from _pytest.python import get_direct_param_fixture_func
from _pytest.runner import CallInfo

_MARKS = {"parametrize", "slow"}
"""The marks that change nothing about how a test is run."""
_EVERYWHERE = {"event_loop_policy"}
"""What a plugin gives to every test, though only those with an event loop need it."""


def is_plain(item: pytest.Item) -> bool:
    """Whether a test is a function of its parameters alone."""
    return (
        type(item) is pytest.Function
        and item.cls is None
        and isinstance(item.obj, FunctionType)
        and not hasattr(item.obj, "is_hypothesis_test")
        and all(mark.name in _MARKS for mark in item.iter_markers())
        and _needs_nothing(item._fixtureinfo)
    )


def _needs_nothing(info: FuncFixtureInfo) -> bool:
    """Whether all that a function asks for by name are values of its own table."""
    makers = [info.name2fixturedefs.get(name, ()) for name in info.names_closure if name not in _EVERYWHERE]
    return all(found and found[-1].func is get_direct_param_fixture_func for found in makers)


def run_plain(item: pytest.Item, nextitem: pytest.Item | None) -> list[pytest.TestReport]:
    """Call the function and tell how it went; what was set up for others of its file goes with its last test."""
    assert isinstance(item, pytest.Function)
    given = item.callspec.params if hasattr(item, "callspec") else {}
    reports = [_report(item, "call", lambda: item.obj(**given))]
    if nextitem is None or nextitem.path != item.path:
        ended = _report(item, "teardown", lambda: item.session._setupstate.teardown_exact(nextitem))
        reports += [] if ended.passed else [ended]
    return reports


def _report(item: pytest.Item, when: Literal["call", "teardown"], function: Callable[[], object]) -> pytest.TestReport:
    call = CallInfo.from_call(function, when, reraise=(pytest.exit.Exception, KeyboardInterrupt))
    if call.excinfo is None:
        report = pytest.TestReport(item.nodeid, item.location, {}, "passed", None, when)
        report.duration, report.start, report.stop = call.duration, call.start, call.stop
        return report
    told: pytest.TestReport = item.ihook.pytest_runtest_makereport(item=item, call=call)
    return told
