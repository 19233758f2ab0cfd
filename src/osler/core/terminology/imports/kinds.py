"""The two small tables that translate a release's own words: kinds of thing, and names of coding systems."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple


class Kind(NamedTuple):
    """A semantic type of ours and its priority among several."""

    type: str
    rank: int


@cache
def semantic_types(scheme: str) -> dict[str, Kind]:
    """Code of a kind of thing in `scheme` (umls, snomed, obo) → our semantic type."""
    rows = _rows("semantic_types.tsv")
    return {code: Kind(kind, rank) for rank, (owner, code, _, kind) in enumerate(rows) if owner == scheme}


def system_name(written: str) -> str | None:
    """The name that a coding system has in our cross-references, or None for one that is not kept."""
    return _systems().get(written)


@cache
def _systems() -> dict[str, str]:
    return dict(_rows("systems.tsv"))


def _rows(file: str) -> list[list[str]]:
    text = resources.files(__package__).joinpath(file).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
