"""Statements that are easily invented around a recommendation: how well it works, how common something is, who says so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from osler.yaml_reader import packaged_yaml


class _Kind(NamedTuple):
    name: str
    said: re.Pattern[str]
    told: re.Pattern[str]


def asserted_beyond(sentence: str, sources: Sequence[str]) -> str:
    """What a sentence asserts of a kind that none of its sources asserts, in words; empty where there is nothing."""
    told = " ".join(sources)
    for kind in _kinds():
        found = kind.said.search(sentence)
        if found is not None and kind.told.search(told) is None:
            return f"{kind.name} ({found.group()})"
    known = {named.group().casefold() for named in _issuers().finditer(told)}
    other = next((named for named in _issuers().finditer(sentence) if named.group().casefold() not in known), None)
    return "" if other is None else f"who says so ({other.group()})"


@cache
def _kinds() -> tuple[_Kind, ...]:
    rows = packaged_yaml("osler.guidelines.checking", "asserted.yml")["kinds"]
    return tuple(
        _Kind(
            row["name"], re.compile(row["said"], re.IGNORECASE), re.compile(row.get("told", row["said"]), re.IGNORECASE)
        )
        for row in rows
    )


@cache
def _issuers() -> re.Pattern[str]:
    return re.compile(packaged_yaml("osler.guidelines.checking", "asserted.yml")["issuers"])
