"""What every test shares: a private home, no network but loopback, and the development data if present."""

from __future__ import annotations

import gc
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from inspect import isfunction
from itertools import count
from pathlib import Path
from typing import Any

# Each worker has a processor to itself: threads of numpy's that wait for work beside it take a fifth of its time. It is
# read when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# What some tests load to see whether it is there tells its maker of this machine, unless it is told not to.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests.dividing import ByFile, is_divided
from tests.plain import is_plain, run_plain
from tests.telling import bundle, unbundle

# No limit by the clock on an example: a hang is caught by the test's own, and a busy machine is not taken for one. The
# examples are the same in every run, so that what passed passes; `--hypothesis-profile searching` looks for new ones.
_STEADY = settings(derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", _STEADY, max_examples=20)
settings.register_profile("thorough", _STEADY, max_examples=200)
settings.register_profile(
    "searching",
    settings(deadline=None, suppress_health_check=[HealthCheck.too_slow]),
    derandomize=False,
    max_examples=1000,
)
settings.load_profile("quick")
# Examples made of the constants in all modules that happen to be loaded would depend on what ran before in the process.
providers._get_local_constants = lambda: providers._local_constants

REPO = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("OSLER_SHARED_DATA") or REPO.parent / "shared" / "data")

# One compiled-vocabulary cache for the whole test run; it holds no patient data.
os.environ.setdefault("OSLER_CACHE", str(REPO / ".venv" / "osler-cache"))

# What is imported and collected stays until the end: looking through it for garbage again and again is a sixth of the work.
gc.disable()

_LOOPBACK = {"127.0.0.1", "::1", "localhost", "0.0.0.0", ""}


class NetworkBlocked(RuntimeError):
    """A test tried to reach something that is not on this machine."""


_HOMES = pytest.StashKey[Iterator[Path]]()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Once a process: no setting of the developer's leaks in, and nothing that is not on this machine is reached."""
    for name in list(os.environ):
        if name.startswith("OSLER_") and name not in {"OSLER_CACHE", "OSLER_SHARED_DATA"}:
            del os.environ[name]
    for name in ("ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY", "UTS_API_KEY"):
        os.environ.pop(name, None)
    _close_network()
    if not hasattr(session.config, "workerinput") and not any(Path(os.environ["OSLER_CACHE"]).glob("*.arrays")):
        # Nothing was compiled yet: were it left to the first test, that one would come near its time limit.
        subprocess.run([sys.executable, "-m", "tests.warm"], cwd=REPO, check=True)
    folder = Path(tempfile.mkdtemp(prefix="osler-tests-"))
    session.config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    session.config.stash[_HOMES] = (folder / str(number) for number in count())
    if hasattr(session.config, "workerinput"):
        bundle(session.config)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """A worker is about to be started."""
    unbundle(node)


def _close_network() -> None:
    real_connect = socket.socket.connect
    real_getaddrinfo = socket.getaddrinfo

    def connect(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in _LOOPBACK:
            raise NetworkBlocked(f"tests may not reach {address[0]}")
        return real_connect(self, address)

    def getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name is not None and name not in _LOOPBACK:
            raise NetworkBlocked(f"tests may not look up {name}")
        return real_getaddrinfo(host, *args, **kwargs)

    socket.socket.connect = connect  # type: ignore[assignment,method-assign]
    socket.getaddrinfo = getaddrinfo


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A data folder of the test's own, by a hook: for thousands of tests a fixture costs more than what it does."""
    _give_home(item.config)


def _give_home(config: pytest.Config) -> None:
    os.environ["OSLER_HOME"] = str(_new_folder(config))


def _new_folder(config: pytest.Config) -> Path:
    folders = config.stash[_HOMES]
    folder = next(folders)
    folder.mkdir()
    return folder


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker tells how each test went, not also that it was begun, set up and cleared away as it should be."""
    if not hasattr(item.config, "workerinput"):
        return None
    if is_plain(item):
        _give_home(item.config)
        reports = run_plain(item, nextitem)
    else:
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest) -> Path:
    """An empty folder; pytest's own looks through the folders of all tests before it for a number that is free."""
    return _new_folder(request.config)


@pytest.fixture
def osler_home() -> Path:
    """The data folder of the test."""
    return Path(os.environ["OSLER_HOME"])


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The public evaluation data, which is not part of the project."""
    if not SHARED.is_dir():
        pytest.skip(f"the evaluation data is not at {SHARED} (set OSLER_SHARED_DATA)")
    return SHARED


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """A slow test that was not asked for is left out before it is multiplied into its cases."""
    config = collector.config
    if config.option.markexpr != "not slow" or any("::" in one for one in config.args) or not isfunction(obj):
        return None
    return [] if any(mark.name == "slow" for mark in getattr(obj, "pytestmark", [])) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files come in order of size, those with a test that asks for more time than usual first; divided ones fill up the end."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    places = {
        path: (
            is_divided(path.relative_to(REPO).as_posix()),
            not any(one.get_closest_marker("timeout") for one in file),
            -len(file),
        )
        for path, file in files.items()
    }
    items.sort(key=lambda item: places[item.path])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    """The workers share the tests by file."""
    return ByFile(config, log)


def pytest_collection_finish() -> None:
    """From here on garbage is looked for, but only among what the tests make."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """What the last tests left is looked through here, once; pytest would look through all there is five times."""
    gc.collect()
    gc.freeze()
