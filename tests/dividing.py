"""Which worker runs which test: a file is one worker's, so that what its tests share is loaded once."""

from __future__ import annotations

from pathlib import PurePosixPath
from zlib import crc32

from xdist.scheduler import LoadScopeScheduling

_DIVIDED = ("tests/core/language", "tests/core/safety", "tests/core/criteria", "tests/core/patient")
"""Folders whose tests share nothing but the vocabularies: any worker runs any of them."""
_SHARES = 16


def is_divided(file: str) -> bool:
    """Whether the tests of a file, named from the root of the project, may be run by several workers."""
    return PurePosixPath(file).parent.as_posix() in _DIVIDED


def unit_of(nodeid: str) -> str:
    """What is given to a worker as one: the tests of a file, or a share of them."""
    file = nodeid.partition("::")[0]
    return f"{file} {crc32(nodeid.encode()) % _SHARES}" if is_divided(file) else file


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # pytest-xdist has no types
    """Gives a worker that has little left to do the next file or share of one."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)
