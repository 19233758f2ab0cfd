"""What every test shares: a private home, no network but loopback, and the development data if present."""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.dividing import ByFile, is_divided

# A generous limit on each example: a hang is caught, a busy machine is not taken for one.
settings.register_profile("osler", deadline=10_000)
settings.load_profile("osler")

REPO = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("OSLER_SHARED_DATA") or REPO.parent / "shared" / "data")

# One compiled-vocabulary cache for the whole test run; it holds no patient data.
os.environ.setdefault("OSLER_CACHE", str(REPO / ".venv" / "osler-cache"))

# What is imported and collected stays until the end: looking through it for garbage again and again is a sixth of the work.
gc.disable()

_LOOPBACK = {"127.0.0.1", "::1", "localhost", "0.0.0.0", ""}


class NetworkBlocked(RuntimeError):
    """A test tried to reach something that is not on this machine."""


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
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

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Names for the tests' folders, counted here: pytest would list all earlier ones for each new one."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def osler_home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own; no setting of the developer's leaks in."""
    home = next(_homes)
    home.mkdir()
    for name in list(os.environ):
        if name.startswith("OSLER_") and name not in {"OSLER_CACHE", "OSLER_SHARED_DATA"}:
            monkeypatch.delenv(name)
    for name in ("ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY", "UTS_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OSLER_HOME", str(home))
    return home


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The public evaluation data, which is not part of the project."""
    if not SHARED.is_dir():
        pytest.skip(f"the evaluation data is not at {SHARED} (set OSLER_SHARED_DATA)")
    return SHARED


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
