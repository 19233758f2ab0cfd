"""The numbers that a message takes back: "20 mg, not 10 mg", "I said 150/85 but it was 130/85"."""

from __future__ import annotations

import re

from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "amending.yml", flags=re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def taken_back(text: str) -> list[float]:
    """The numbers that a text says were wrong."""
    return [
        float(number.replace(",", "."))
        for match in _TABLE.pattern("taken_back").finditer(text)
        for number in _NUMBER.findall(match.group())
    ]


def without_taken_back(text: str) -> str:
    """A text without the numbers that it says were wrong."""
    return _TABLE.pattern("taken_back").sub(" ", text)


def gives_another(text: str) -> bool:
    """Whether a text takes back a number and gives another."""
    return bool(taken_back(text)) and _NUMBER.search(without_taken_back(text)) is not None
