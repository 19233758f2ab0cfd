"""The propositions of a sentence that joins several: each that says something by itself can be held against its own source."""

from __future__ import annotations

import re

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.homes import given_drugs
from osler.guidelines.checking.statements import read_statement

_JOIN = re.compile(r";\s+|,? (?:and|but|while|whereas)(?: also)? (?=\S)", re.IGNORECASE)
_BUT_NOT = re.compile(r",? but not (?P<whom>(?:by|in|for|if|when|with|during|to)\b[^;]*)", re.IGNORECASE)
_SHORTEST = 4
_FRAME = re.compile(r"^\W*(?:in|for|if|when|with|during|at|after|before|among)\b[^,;]*,", re.IGNORECASE)
"""What opens a sentence and holds for all of its parts, so that none of them stands alone."""


def propositions(text: str, vocabularies: Vocabularies) -> list[str]:
    """The parts of a sentence where each of them advises something of its own; nothing, where it cannot be parted so."""
    if _FRAME.match(text):
        return []
    if (barred := _BUT_NOT.search(text)) and (
        drugs := given_drugs(read_statement(text[: barred.start()], vocabularies))
    ):
        return [text[: barred.start()].strip(), f"{drugs[0].text} should not be used {barred['whom']}"]
    for join in _JOIN.finditer(text):
        first, second = text[: join.start()].strip(), text[join.end() :].strip()
        if all(_says_something(part, vocabularies) for part in (first, second)):
            return [*(propositions(first, vocabularies) or [first]), *(propositions(second, vocabularies) or [second])]
    return []


def _says_something(part: str, vocabularies: Vocabularies) -> bool:
    said = read_statement(part, vocabularies)
    return len(part.split()) >= _SHORTEST and said.stance != "none" and bool(said.named or said.amounts)
