"""Red flags in what a user says: those of this hour and those of this day."""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.core.language import analyse
from osler.core.safety import PatientContext, RedFlag, Severity, red_flags

_ASKS_IN_GENERAL = re.compile(
    r"^(?:\w+ ){0,3}?(what (is|are|does|do|causes?|would|happens)|how (do|does|is|are|can|common)|why (is|are|do|does)|can (a|an|you|people|someone)|is (a|an|it)|are|define|explain|tell me about|describe|difference between|symptoms of|signs of)\b"
)
_NOW = re.compile(r"\b(right now|i am having|i'm having|im having|i have|i've got|i feel|my chest|help me|having a)\b")


class Alarm(NamedTuple):
    """The red flags of a message: those of this hour and those of this day."""

    now: tuple[RedFlag, ...] = ()
    today: tuple[RedFlag, ...] = ()


def alarm(text: str, context: PatientContext | None = None) -> Alarm:
    """What in a message is happening and must not wait; nothing for a question of general interest."""
    lower = text.lower()
    if _ASKS_IN_GENERAL.search(lower) and not _NOW.search(lower):
        return Alarm()
    flags = red_flags((), analyse(text), context=context or PatientContext())
    return Alarm(
        tuple(flag for flag in flags if flag.severity is Severity.URGENT),
        tuple(flag for flag in flags if flag.severity is Severity.WARNING and flag.standing == "present"),
    )
