"""Red flags in what a user says: those of this hour and those of this day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from osler.consult.extraction.clauses import clauses
from osler.core.language import analyse, sentences
from osler.core.safety import PatientContext, RedFlag, Severity, red_flags

_ASKS_IN_GENERAL = re.compile(
    r"^(?:\w+ ){0,3}?(what (is|are|does|do|causes?|would|happens)|how (do|does|is|are|can|common)|why (is|are|do|does)|define|explain|tell me about|describe|difference between|symptoms of|signs of)\b"
    r"|^(?:(?:so|and|but|also|then|ok|okay|hi|hello|hey|please|doctor|or) )*(can (a|an|you|people|someone)|is (a|an|it)|are)\b"
)
_NOW = re.compile(
    r"\b(right now|i am having|i'm having|im having|i have|i've got|i feel|my chest|help me|having a|mine)\b"
)

_ASKS = re.compile(
    r"(?:so |and |but |ok )*(?:have|has|had|did|do|does|am|is|are|was|were|when|what|which|who|how|why|where|can|could|may|might|should|shall|will|would)\b(?!.*\b(?:i have|i've|i am|i'm|i feel|my [\w ]+(?:hurts?|aches?|is|are)) )"
)
"""A question about what was, or is recorded: it tells nothing that would have to be seen today."""


class Alarm(NamedTuple):
    """The red flags of a message: those of this hour and those of this day."""

    now: tuple[RedFlag, ...] = ()
    today: tuple[RedFlag, ...] = ()


def alarm(text: str, context: PatientContext | None = None, *, earlier: Sequence[str] = ()) -> Alarm:
    """What in a message is happening and must not wait; nothing for a question of general interest.

    `earlier` are the user's messages before it: a headache means another thing to somebody who has just said that she is
    pregnant. What they raised by themselves was answered then.
    """
    lower = text.lower()
    if _ASKS_IN_GENERAL.search(lower) and not _NOW.search(lower):
        return Alarm()
    whom = context or PatientContext()
    heard = _heard(text, whom)
    before = [said for said in earlier if tells(said)]
    if before and tells(text):
        known = {flag.rule_id for flag in _heard("\n".join(before), whom)}
        together = _heard("\n".join([*before, text]), whom)
        heard += [flag for flag in together if flag.rule_id not in known | {flag.rule_id for flag in heard}]
    if of_another(text):
        # Whoever is in danger is helped; what can wait for a doctor is told to the one whom it concerns.
        return Alarm(tuple(flag for flag in heard if flag.severity is Severity.URGENT))
    return Alarm(
        tuple(flag for flag in heard if flag.severity is Severity.URGENT),
        tuple(
            flag for flag in heard if flag.severity is Severity.WARNING and flag.standing == "present" and tells(text)
        ),
    )


def of_another(text: str) -> bool:
    """Whether all that a message states is of somebody else."""
    said = clauses(text)
    return bool(said) and all(clause.other for clause in said)


def _heard(text: str, context: PatientContext) -> list[RedFlag]:
    return list(red_flags((), analyse(text), context=context))


def tells(text: str) -> bool:
    """Whether a message states something; a question tells nothing."""
    return any(not _ASKS.match(sentence.text.strip().lower()) for sentence in sentences(text))


def imagined(text: str, verb: str, what: str) -> Alarm:
    """The red flags of what somebody imagines, as if it were going on: "if I have a stroke" is asked of a stroke now."""
    return max(
        (alarm(said) for said in (text, f"{verb} {what} right now")),
        key=lambda heard: (len(heard.now), len(heard.today)),
    )
