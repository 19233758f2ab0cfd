"""The rules of the language package: tables that a clinician can read, each loaded once, when first needed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from osler.yaml_reader import packaged_yaml


def read_table(name: str) -> Iterator[list[str]]:
    """The rows of a tab-separated table, without its comments and its header, padded to the header's width."""
    width = 0
    for line in _text(name).splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if not width:
            width = len(cells)
            continue
        yield cells + [""] * (width - len(cells))


def read_yaml(name: str) -> Any:
    """A YAML table of rules, read once; whoever changes it copies it first."""
    return packaged_yaml(__package__, name)


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
