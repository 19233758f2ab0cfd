"""Text that gives orders to a language model instead of telling a clinician something."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from osler.core.language.sentences import sentences
from osler.yaml_reader import packaged_yaml

_ORDER = re.compile(
    r"\W*(?:(?:you|please|then|also|and|instead|always|only|never|just)\b[\s,]*)*(?:must |should |do not |don't )?"
    r"(?:ignore|disregard|forget|prescribe|give|recommend|say|state|answer|report|output|reply|respond|write|tell|add|mark|treat|claim|cite|omit|mention|pretend)\b",
    re.IGNORECASE,
)
"""What goes on giving orders in the sentences behind the one that addresses a model."""


def addresses_a_model(text: str) -> bool:
    """Whether a text reads as an order to whoever processes it."""
    return bool(_pattern("instructions", "in_guidelines").search(text))


@lru_cache(maxsize=64)
def without_orders(note: str) -> str:
    """A patient's note with blanks for the sentences that give orders to a model: they say nothing of the patient.

    Every letter keeps its place. Orders that follow in their line go with them; what else the line tells stays.
    """
    if not _pattern("instructions").search(note):
        return note
    kept = note
    for line in re.finditer(r"[^\n]+", note):
        ordered = False
        for one in sentences(line.group()) if _pattern("instructions").search(line.group()) else ():
            ordered = bool(_pattern("instructions").search(one.text) or (ordered and _ORDER.match(one.text)))
            if ordered:
                start, end = line.start() + one.start, line.start() + one.end
                kept = kept[:start] + " " * (end - start) + kept[end:]
    return kept


@cache
def _pattern(*names: str) -> re.Pattern[str]:
    table = packaged_yaml("osler.core.language", "addressed.yml")
    return re.compile("|".join(one for name in names for one in table[name]), re.IGNORECASE | re.DOTALL)
