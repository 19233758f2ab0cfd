"""Milestones reached late: "walked at 26 months", "first words at 2 1/2 years"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.measured_finding import MeasuredFinding
from osler.core.language.rules import read_table
from osler.core.language.types import Sentence
from osler.first_letters import each_match

_HOW = r"(?:\s(?:independently|independent|alone|unaided|unsupported|without support|freely|only|was|were|came|achieved|reached|acquired|began))*"
_AGE = (
    r"\s(?:(?:at|by|from)\s)(?:the\s)?(?:age\s)?(?:of\s)?(?:about\s|around\s|approximately\s|nearly\s|almost\s)?"
    r"(?P<n>\d{1,2}(?:\.\d)?)(?P<half>\s?(?:½|1/2))?[\s-]?(?P<unit>months?|mths?|mos?|years?|yrs?|y)\b"
)
_OLDEST = 84
"""Months after which an age is no milestone's: "walked at 71 years" tells of an illness."""
_AIDED = re.compile(r"\b(?:with (?:support|help|aid|a frame)|holding|aided|again|lost|until|stopped)\b", re.IGNORECASE)


class _Row(NamedTuple):
    pattern: re.Pattern[str]
    months: float
    hpo_id: str
    name: str
    source: str


@lru_cache(maxsize=1)
def _table() -> tuple[_Row, ...]:
    return tuple(
        _Row(re.compile(rf"\b{words}{_HOW}{_AGE}", re.IGNORECASE), float(months), hpo_id, name, source)
        for words, months, hpo_id, name, source in read_table("milestones.tsv")
    )


def late_milestones(text: str, sentences: Sequence[Sentence]) -> Iterator[MeasuredFinding]:
    """The milestones that a sentence tells to have been reached later than by nearly all children."""
    for sentence in sentences:
        for row in _table():
            for match in each_match(row.pattern, text, sentence.start, sentence.end):
                months = float(match["n"]) + (0.5 if match["half"] else 0)
                months *= 12 if match["unit"][0].lower() == "y" else 1
                if row.months < months <= _OLDEST and not _AIDED.search(text, sentence.start, sentence.end):
                    why = f"{match.group()}: later than {row.months:g} months ({row.source})"
                    yield MeasuredFinding(match.start(), match.end(), row.hpo_id, row.name, why)
