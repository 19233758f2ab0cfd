"""Which code a kept result was made by: a digest of the sources and rules of packages, so that nobody has to raise a number."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

READING = ("osler.core.criteria",)
"""What reads a text of criteria into trees."""
JUDGING = (*READING, "osler.core.patient", "osler.core.language", "osler.trials.judging", "osler.trials.steps")
"""What a verdict rests on: how notes and criteria are read, and how one is held against the other."""
_SOURCES = (".py", ".yml", ".tsv", ".txt")


@cache
def engine_of(packages: tuple[str, ...]) -> str:
    """Ten digits that change whenever the sources or rules of a package do."""
    whole = hashlib.sha256()
    for package in packages:
        for name, file in _sources(files(package)):
            whole.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()[:10]


def _sources(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        name = f"{above}/{item.name}"
        if item.is_dir():
            yield from _sources(item, name)
        elif item.name.endswith(_SOURCES):
            yield name, item
