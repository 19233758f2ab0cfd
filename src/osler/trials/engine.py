"""Which code a kept result was made by: a digest of sources, rules and vocabularies, so that nobody has to raise a number."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from osler.core.terminology.imports import installed, installed_state

READING = ("osler.core.criteria", "osler.core.language", "osler.core.terminology")
"""What reads a text of criteria into trees: the names, classes and kinds of things among it."""
JUDGING = (*READING, "osler.core.patient", "osler.trials.judging", "osler.trials.steps")
"""What a verdict rests on: how notes and criteria are read, and how one is held against the other."""
_SOURCES = (".py", ".yml", ".tsv", ".txt", ".xz")


def engine_of(packages: tuple[str, ...]) -> str:
    """Ten digits that change whenever the sources, rules or data of a package do, or a vocabulary is imported."""
    return _digest(packages, installed_state())


@lru_cache(maxsize=8)
def _digest(packages: tuple[str, ...], _state: tuple[tuple[str, int], ...]) -> str:
    whole = hashlib.sha256()
    for package in packages:
        for name, file in _sources(files(package)):
            whole.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    for report in installed():
        whole.update(f"{report.name} {report.build}\0".encode())
    return whole.hexdigest()[:10]


def _sources(folder: Traversable, above: str = "") -> Iterator[tuple[str, Traversable]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        name = f"{above}/{item.name}"
        if item.is_dir():
            yield from _sources(item, name)
        elif item.name.endswith(_SOURCES):
            yield name, item
