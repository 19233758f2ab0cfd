"""The complete list of a section that a message asks for, with nothing that narrows it."""

from __future__ import annotations

import datetime as dt
import re
from typing import Literal

from osler.consult.everyday import everyday
from osler.consult.record.called import measure_named
from osler.consult.record.periods import read_periods
from osler.consult.record.reading.table import stop
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

Section = Literal[
    "conditions", "medications", "labs", "allergies", "visits", "documents", "symptoms", "vaccines", "procedures", "record"
]  # fmt: skip
ANY_DAY = dt.date(2020, 1, 1)
"""A day to read times from where only whether there is one counts."""
_TABLE = RuleTable("osler.consult.triage", "lexicon.yml")
_HISTORY = re.compile(r"\b(?:history|histories|records?)\b")
_ALL_OF_ME = re.compile(
    r"\b(?:everything|all) (?:that )?(?:you|you've|youve|you have|they) ?(?:have|got|hold|keep|know|ve got)?(?: stored| saved| recorded)? (?:on|about) me\b"
)
_ON_SCREEN = re.compile(r"\bon (?:the |my )?screen\b")


def full_list(lower: str, vocabularies: Vocabularies) -> Section | None:
    """The section whose complete list is asked for, nothing narrowed."""
    lower = _ON_SCREEN.sub(" ", re.sub(r"\b(?:the|this) patient's\b", "my", lower))
    if not _TABLE.pattern("lists", "all").search(lower) or not _asks_for_list(lower):
        return None
    if _TABLE.pattern("lists", "narrowed").search(_without_frame(lower)) or read_periods(lower, ANY_DAY).period != (
        None,
        None,
    ):
        return None
    for section in _TABLE.rules["lists"]["sections"]:
        found = _TABLE.pattern("lists", "sections", section).search(lower)
        if found:
            rest = _TABLE.pattern("lists", "sections", section).sub(" ", _without_frame(lower))
            named = [match for match in vocabularies.find(rest) if rest[match.start : match.end] not in everyday()]
            if named or measure_named(rest) is not None or _narrows(_HISTORY.sub(" ", rest)):
                continue  # of a vaccination history the vaccines are asked for
            known: Section = section
            return known
    if _ALL_OF_ME.search(lower):
        return "record"
    if re.search(r"\b(my|the|patient's?|his|her) (\w+ )?(medical |health )?(record|chart|file|data)\b", lower):
        return "record"
    return None


def _narrows(rest: str) -> bool:
    """Whether a word is left that says which of them are meant."""
    spoken = re.findall(
        r"[a-z][a-z'-]+", _TABLE.pattern("lists", "ask").sub(" ", _TABLE.pattern("lists", "all").sub(" ", rest))
    )
    bare = {word.split("'")[0] for word in spoken}
    return any(word not in stop() and word not in everyday() for word in bare)


def _asks_for_list(lower: str) -> bool:
    lower = _without_frame(lower)
    return bool(_TABLE.pattern("lists", "ask").search(lower)) or not re.search(
        r"\b(is|are|was|were|do|does|did|have|has|can|should|will)\b", lower
    )


def _without_frame(lower: str) -> str:
    lower = re.sub(
        r"\bsingle\b|[,;.] (?:list|show|give|send|print)(?: me)?(?: them| those| these| it)?(?: all)?(?: please)?\W*$",
        " ",
        lower,
    )
    return re.sub(
        r"\b((?:that )?(?:i have|i've|i) ever (?:been on|had|taken|tried|logged|got|received|used)|(?:that )?i(?:'ve| have) (?:been on|had|taken)|past and (?:future|present|upcoming)|(?:that )?(?:you|we|they)(?:'ve|'re)? ?(?:have|hold|keep|know|got|stored|saved|recorded|collected|logged)(?: (?:stored|saved|recorded|logged|got|here))?(?: (?:about|on|of|for) me)?|(?:about|on|of) me|on (?:the |my )?screen|in (?:my|the) (?:file|record|chart)|for me|to me|for the patient|for this patient|where (?:can|do|would|could|might) i|where(?:'s| is| are)(?= )|is there (?:somewhere|a place|a page|anywhere)(?: (?:that|where))?(?: i can)?|which are|in the system|on file|that i have|i have|that are|of my|from my record|in my record)\b",
        " ",
        lower,
    )
