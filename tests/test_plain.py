"""Which tests are called without more ado, and that one that fails there fails as any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plain import is_plain, run_plain


def _item(request: pytest.FixtureRequest, function: Callable[..., object]) -> pytest.Function:
    made: pytest.Function = pytest.Function.from_parent(
        request.node.parent, name=function.__name__, originalname=function.__name__, callobj=function
    )
    return made


def _fails() -> None:
    assert [1] == [2]


def _skips() -> None:
    pytest.skip("no data")


def _needs_a_folder(tmp_path: Path) -> None:
    """Given by a fixture."""


def _asks_pytest(request: pytest.FixtureRequest) -> None:
    """Given by pytest itself."""


@pytest.mark.xfail
def _is_expected_to_fail() -> None:
    """Judged by its mark."""


@given(st.integers())
def _is_given_examples(number: int) -> None:
    """Called many times."""


@pytest.mark.parametrize(
    ("function", "plain"),
    [
        (_fails, True),
        (_skips, True),
        (_needs_a_folder, False),
        (_asks_pytest, False),
        (_is_expected_to_fail, False),
        (_is_given_examples, False),
    ],
)
def test_a_test_that_needs_nothing_is_plain(
    function: Callable[..., object], plain: bool, request: pytest.FixtureRequest
) -> None:
    assert is_plain(_item(request, function)) is plain


@pytest.mark.parametrize(
    ("function", "outcome", "told"), [(_fails, "failed", "[1] == [2]"), (_skips, "skipped", "no data")]
)
def test_how_it_went_is_told(
    function: Callable[..., object], outcome: str, told: str, request: pytest.FixtureRequest
) -> None:
    (report,) = run_plain(_item(request, function), nextitem=request.node)
    assert (report.outcome, report.when) == (outcome, "call")
    assert told in str(report.longrepr)
