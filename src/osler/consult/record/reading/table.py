"""The table of words that questions are read with (`words.yml`)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.record", "words.yml")
pattern = _TABLE.pattern


def rules() -> dict[str, Any]:
    """The whole table."""
    return _TABLE.rules


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
    return _TABLE.says(rest, "intents", intent)
