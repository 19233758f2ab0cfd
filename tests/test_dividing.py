"""The workers share the tests by file; were each test given alone, both would load what a file's tests share."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import REPO, pytest_xdist_make_scheduler
from tests.dividing import ByFile, is_divided, unit_of


def test_the_tests_of_a_file_go_together() -> None:
    file = "tests/diagnosis/test_run.py"
    assert unit_of(f"{file}::test_a[sqlite]") == unit_of(f"{file}::TestB::test_c") == file


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tests/surfaces/test_cli_faults.py", "tests/test_docs.py"),  # the process that forks commands
        ("tests/core/runs/test_store.py", "tests/core/review/test_queue.py"),  # the database servers
        ("tests/core/agents/test_protocols.py", "tests/casework/test_minds.py"),  # the clients of the providers
    ],
)
def test_files_that_need_the_same_costly_thing_go_together(one: str, other: str) -> None:
    assert unit_of(f"{one}::test_a") == unit_of(f"{other}::test_b")


def test_a_file_of_a_divided_folder_is_shared_out() -> None:
    file = "tests/core/safety/test_vignettes.py"
    units = {unit_of(f"{file}::test_it[{number}]") for number in range(200)}
    assert 2 < len(units) < 40
    assert all(unit.startswith(file) for unit in units)


def test_the_folders_that_are_divided_are_there() -> None:
    files = [path.relative_to(REPO).as_posix() for path in (REPO / "tests").rglob("test_*.py")]
    assert len({file.rpartition("/")[0] for file in files if is_divided(file)}) == 4


def test_pytest_xdist_asks_for_our_division(request: pytest.FixtureRequest) -> None:
    manager = request.config.pluginmanager
    if not manager.hasplugin("xdist"):
        pytest.skip("one process runs all tests")
    asked = [one.function for one in manager.hook.pytest_xdist_make_scheduler.get_hookimpls()]
    assert pytest_xdist_make_scheduler in asked


def test_a_worker_is_given_more_when_little_is_left_and_what_it_had_is_known() -> None:
    """Two files of three tests and one worker: the second is sent when two tests of the first are left."""
    tests = [f"tests/diagnosis/{file}.py::test_{number}" for file in ("a", "b") for number in range(3)]
    sent: list[list[int]] = []
    node = type("Node", (), {"shutting_down": False, "send_runtest_some": lambda _, places: sent.append(places)})()
    node.shutdown = lambda: None
    options = {"tx": ["popen"], "loadscopereorder": False}
    config: Any = SimpleNamespace(getvalue=options.get, option=SimpleNamespace(**options))
    scheduler = ByFile(config, None)
    scheduler.add_node(node)
    scheduler.add_node_collection(node, tests)
    scheduler.schedule()
    assert sent == [[0, 1, 2]]
    scheduler.mark_test_complete(node, 0)
    assert sent == [[0, 1, 2], [3, 4, 5]]
    scheduler.mark_test_complete(node, 1)
    assert scheduler.remove_node(node) == tests[2]
