"""Which worker runs which test: a file is one worker's, so that what its tests share is loaded once.

So are the files that need the same costly thing: a second worker would start the same servers and load the same clients.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
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
    return file.rpartition("/")[0] in _DIVIDED


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


class _Places(list[str]):
    """The tests as a worker collected them; each is found without going through those before it."""

    def __init__(self, tests: list[str]) -> None:
        super().__init__(tests)
        self._place = {test: place for place, test in enumerate(tests)}

    def index(self, value: str, *_: Any) -> int:
        return self._place[value]


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # pytest-xdist has no types
    """Gives a worker that has little left to do the next file or share of one.

    What is done is forgotten: for every test that ends, what a worker has left is counted.
    """

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)

    def add_node_collection(self, node: Any, collection: list[str]) -> None:
        super().add_node_collection(node, collection)
        if node in self.registered_collections:
            self.registered_collections[node] = _Places(self.registered_collections[node])

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        test = self.registered_collections[node][item_index]
        units = self.assigned_work[node]
        unit = unit_of(test)
        del units[unit][test]
        if not units[unit]:
            del units[unit]
        self._reschedule(node)
