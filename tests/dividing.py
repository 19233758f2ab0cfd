"""Which worker runs which test: a file is one worker's, so that what its tests share is loaded once.

So are the files that need the same costly thing: a second worker would start the same servers and load the same clients.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path, PurePosixPath
from zlib import crc32

from xdist.scheduler import LoadScopeScheduling

_ROOT = Path(__file__).parents[1]
_DIVIDED = ("tests/core/language", "tests/core/safety", "tests/core/criteria", "tests/core/patient")
"""Folders whose tests share nothing but the vocabularies: any worker runs any of them."""
_SHARES = 16
_COSTLY = ("tests.surfaces.cli_runner", "tests.services", "anthropic")
"""What takes seconds to start or to import, by the name under which a test file speaks of it: the process that forks
commands, the database servers, the clients of the model providers."""


def is_divided(file: str) -> bool:
    """Whether the tests of a file, named from the root of the project, may be run by several workers."""
    return PurePosixPath(file).parent.as_posix() in _DIVIDED


def unit_of(nodeid: str) -> str:
    """What is given to a worker as one: the tests of a file, or a share of them, or files with the same costly need."""
    file = nodeid.partition("::")[0]
    if is_divided(file):
        return f"{file} {crc32(nodeid.encode()) % _SHARES}"
    return _costly_need(file) or file


@cache
def _costly_need(file: str) -> str | None:
    """The first costly thing that a test file, or the fixtures of its folder, speak of."""
    sources = [_ROOT / file, (_ROOT / file).parent / "conftest.py"]
    text = "".join(source.read_text(encoding="utf-8") for source in sources if source.is_file())
    return next((need for need in _COSTLY if need in text), None)


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # pytest-xdist has no types
    """Gives a worker that has little left to do the next file or share of one."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)
