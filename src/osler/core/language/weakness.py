"""Which weakness is meant: of one side, of the limbs, of muscles that were tested, or of the whole body."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.types import TextMatch
from osler.core.terminology import Match

_ASTHENIA = "HP:0025406"
_WORD = "weakness"
_NEAR = 40


class _Kind(NamedTuple):
    hpo_id: str
    before: re.Pattern[str]
    after: re.Pattern[str]


@cache
def _kinds() -> tuple[_Kind, ...]:
    rows = read_yaml("weakness.yml")["kinds"]
    return tuple(
        _Kind(row["hpo"], re.compile(row["before"], re.IGNORECASE), re.compile(row["after"], re.IGNORECASE))
        for row in rows
    )


def as_weak_as_said(text: str, match: TextMatch) -> TextMatch:
    """The concepts of a "weakness", led by the one that the words around it tell."""
    if match.concept_ids[0] != _ASTHENIA or text[match.start : match.end].lower() != _WORD:
        return match
    for kind in _kinds():
        if kind.before.search(text, max(0, match.start - _NEAR), match.start) or kind.after.match(text, match.end):
            return Match(match.start, match.end, (kind.hpo_id,))
    return match
