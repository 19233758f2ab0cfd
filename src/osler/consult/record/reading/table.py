"""The table of words that questions are read with (`words.yml`)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from osler.yaml_reader import packaged_yaml


@cache
def rules() -> dict[str, Any]:
    """The whole table."""
    table: dict[str, Any] = packaged_yaml("osler.consult.record", "words.yml")
    return table


@cache
def pattern(*path: str) -> re.Pattern[str]:
    """One pattern of the table."""
    table: Any = rules()
    for key in path:
        table = table[key]
    return re.compile(table)


@cache
def refusals(group: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of one reason to refuse."""
    return tuple(re.compile(each) for each in rules()["refusals"][group])


@cache
def stop() -> frozenset[str]:
    """The words that name no concept."""
    return frozenset(rules()["stop"].split())


def says(intent: str, rest: str) -> bool:
    """Whether the words of an intent stand in a question."""
    return bool(pattern("intents", intent).search(rest))
