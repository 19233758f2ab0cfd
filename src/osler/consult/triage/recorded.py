"""Whether a message that has no word of health asks for what is recorded of the patient: the reader of records tells."""

from __future__ import annotations

import re

from osler.consult.record.question import RecordQuestion, read_question
from osler.consult.triage.listing import ANY_DAY
from osler.core.terminology import Vocabularies

_OF_ONESELF = re.compile(
    r"\b(?:have|had|has|was|were|did|do|does|am|is) (?:i|he|she|the patient)\b|\b(?:i|he|she|the patient) (?:last |first |ever |next )?(?:had|was|were|got|saw|went|have had)\b"
    r"|\b(?:saw|seen|treated|examined|admitted|discharged|referred|weighed|measured|tested|scanned|operated on) (?:me|him|her|the patient)\b"
)
_ASKS = re.compile(r"\b(?:when|what|which|who|where|why|how|have|has|had|was|were|did|do|does|am|is|are)\b")
_LONGEST = 14
_TOLD = frozenset({"visit", "medication", "vaccine", "procedure", "allergy", "observation", "condition"})


def asks_what_is_recorded(lower: str, vocabularies: Vocabularies) -> bool:
    """Whether a question of oneself is read as one after entries of some kind: "how many times have I been admitted"."""
    if len(lower.split()) > _LONGEST or not (_OF_ONESELF.search(lower) and _ASKS.search(lower)):
        return False
    read = read_question(lower, ANY_DAY, vocabularies)
    return isinstance(read, RecordQuestion) and read.kind in _TOLD
