"""Whether a message that has no word of health asks for what is recorded of the patient: the reader of records tells."""

from __future__ import annotations

import re

from osler.consult.record.called import lay_names, words
from osler.consult.record.periods import Period
from osler.consult.record.question import RecordQuestion, read_question
from osler.consult.triage.listing import ANY_DAY
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

_OF_ONESELF = re.compile(
    r"\b(?:have|had|has|was|were|did|do|does|am|is) (?:i|he|she|the patient)\b|\b(?:i|he|she|the patient) (?:last |first |ever |next )?(?:had|was|were|got|saw|went|have had)\b"
    r"|\b(?:saw|seen|treated|examined|admitted|discharged|referred|weighed|measured|tested|scanned|operated on) (?:me|him|her|the patient)\b"
)
_ASKS = re.compile(r"\b(?:when|what|which|who|where|why|how|have|has|had|was|were|did|do|does|am|is|are)\b")
_LONGEST = 14
_TOLD = frozenset({"visit", "medication", "vaccine", "procedure", "allergy", "observation", "condition"})


def asks_what_is_recorded(lower: str, vocabularies: Vocabularies) -> bool:
    """Whether a question of oneself is read as one after entries of some kind: "how many times have I been admitted"."""
    if len(lower.split()) > _LONGEST or not _ASKS.search(lower):
        return False
    if not _OF_ONESELF.search(lower) and not _OF_RESULTS.match(lower):
        return False
    read = read_question(lower, ANY_DAY, vocabularies)
    return isinstance(read, RecordQuestion) and (read.kind in _TOLD or words(read.phrase) in lay_names())


_OF_RESULTS = re.compile(
    r"(?:so |and |ok )*(?:which|what|were|are|did|have|has) (?:of )?(?:the |these |those |any )?(?:\w+ )?(?:results?|readings|values|levels)\b"
)
"""Which results: those of the open record, for nobody else's are known."""


_TELLS = re.compile(
    r"\b(?:i|i'm|i've|we|you|is|are|was|were|has|have|had|do|does|did|be|can|could|should|would|will|may|might|must)\b"
)
_KNOWLEDGE = RuleTable("osler.consult.heard", "charted.yml")
_LONGEST_NOTE = 10


def asks_in_note_form(lower: str, vocabularies: Vocabularies) -> bool:
    """Whether a few words without a verb ask a record, as a clinician notes it down: "A1c before and after metformin", "smoking status"."""
    if len(lower.split()) > _LONGEST_NOTE or _TELLS.search(lower) or _KNOWLEDGE.says(lower, "general"):
        return False
    if _OF_ANYBODY.search(lower):
        return False
    read = read_question(lower, ANY_DAY, vocabularies)
    if not isinstance(read, RecordQuestion):
        return False
    if read.intent == "demographic":
        return read.field == "smoking"
    bounded = read.period != Period() or read.anchor is not None or read.threshold is not None or bool(read.selectors)
    return bounded and (read.kind in _TOLD) and read.intent not in {"reason", "who", "where"}


_OF_ANYBODY = re.compile(
    r"\b(?:first|second|third)[- ]line\b|\b(?:treatments?|therap(?:y|ies)|management|dos(?:e|age|ing)|contraindications?|mechanism|half[- ]life|guidelines?|causes?|types?"
    r"|risk factors?|complications?|prognosis|prevention|diagnosis|foods?|diets?|remed(?:y|ies)|exercises?|signs?|symptoms?|tips|ways|best|worst) (?:of|for|in|to|against|at|with)\b|\bnormal\b"
)
"""What is asked for of a disease or a drug as such."""
