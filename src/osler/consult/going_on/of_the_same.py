"""A follow-up that asks for another entry of what was asked about: "before that?", "which one is current?", "and potassium?"."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.going_on.asked_again import asked_again
from osler.consult.record import RecordQuestion, read_question
from osler.consult.record.called import lay_names, words
from osler.consult.record.concepts import TypeEntry, matching
from osler.consult.types import Subject
from osler.consult.wording.folded import folded
from osler.core.patient import PatientRecord
from osler.core.terminology import Vocabularies

_ANY_DAY = dt.date(2020, 1, 1)
_OPENS = r"(?:(?:and|so|ok|okay|but|then|well|oh)[ ,]+)*"
_BEFORE = re.compile(
    rf"{_OPENS}(?:(?:what|which|when)(?: one)? (?:was|about|did (?:i|he|she|they) (?:have|take|get|use)|were)(?: it)? )?"
    r"(?:the |my |his |her )?(?:(?:one|ones|time|thing)s? )?(?:(?:just |right )?before(?: (?:that|it|this|then|that one))?|previous(?: one)?|prior(?: one)?)"
)
_TAKEN_BEFORE = re.compile(
    rf"{_OPENS}(?:what|which)(?: (?:one|pill|tablet|medicine|medication|contracepti(?:ve|on)|birth control))? "
    r"(?:was|were|did|had|have) (?:i|he|she|they|the patient) (?:been )?(?:on|take|taking|taken|use|using|used|have|get|given)(?: just| right)? before (?:that|it|this|then)(?: one)?"
)
_WHICH = re.compile(r"\b(?:which|what) (?:ones?|of (?:them|those|these))\b")
_ONE_END = re.compile(
    rf"{_OPENS}(?:(?:in )?(?:which|what) (?:year|month|day|date)|(?:which|what)(?: one| of (?:them|those|these))?) (?:was|is|came) (?:the |my )?(?:most )?(?P<end>last|latest|newest|recent|first|earliest)(?: one)?"
)
_OF_TWO = re.compile(
    rf"{_OPENS}which(?: one| of (?:them|those|the two|these))? (?:was|is|were) (?:the )?(?P<way>high|low)(?:er|est)(?: one)?"
)
"""Which of the values of two times that were asked about is the higher."""
_OF_ENTRIES = frozenset({"medication", "procedure", "vaccine", "condition"})
_LATEST = frozenset({"value", "list", "ever"})
"""Intents of which another thing is asked in no special way."""


def of_the_same(
    message: str,
    asked: str,
    subject: Subject | None,
    vocabularies: Vocabularies,
    record: PatientRecord | None = None,
) -> str:
    """The message; where it asks for another entry of what the question before named, with that name."""
    read = read_question(asked, _ANY_DAY, vocabularies) if asked else None
    if not isinstance(read, RecordQuestion) or not (read.phrase or read.seen_for):
        return message
    lower = folded(message).rstrip(" ?!.")
    of_two = _OF_TWO.fullmatch(lower) if read.other_period is not None else None
    if of_two is not None:
        return f"{asked.rstrip('?!. ')}, which was {of_two['way']}er?"
    if read.kind == "observation" or read.intent not in _LATEST:
        again = asked_again(message, asked, vocabularies, record) if read.intent not in _LATEST else message
        if again != message:
            return again  # who was told the highest of one wants the highest of the other
    end = _ONE_END.fullmatch(lower)
    if read.kind == "visit" and end is not None:
        return f"when was my {end['end']} visit for {read.seen_for or read.phrase}?"
    kind = subject.kind if read.kind == "any" and subject is not None else read.kind
    if kind not in _OF_ENTRIES:
        return message
    day = subject.day if subject is not None else None
    if kind == "medication" and day is not None and _TAKEN_BEFORE.fullmatch(lower):
        of_class = _contraceptive(read.phrase, subject, vocabularies)
        return f"which contraceptives was I taking before {day}?" if of_class else message
    if day is not None and _BEFORE.fullmatch(lower):
        return f"when was my last {read.phrase} before {day}?"
    if end is not None:
        return f"when was my {end['end']} {read.phrase}?"
    own = read_question(message, _ANY_DAY, vocabularies)
    if isinstance(own, RecordQuestion) and own.phrase:
        return message  # "when was the last opioid and which one": what it names is meant
    which = _WHICH.search(lower)
    return f"{lower[: which.start()]}which {read.phrase}{lower[which.end() :]}?" if which is not None else message


def _contraceptive(phrase: str, subject: Subject | None, vocabularies: Vocabularies) -> bool:
    """Whether what was spoken of is one of the medicines of which one takes the place of another."""
    named = [phrase, *lay_names().get(words(phrase), ()), *(subject.names if subject is not None else ())]
    return any(matching("contraceptive", [TypeEntry(name, name)], vocabularies) for name in named if name)
