"""A value that was measured again and is told without its name, while one measure is spoken of: "I checked at home, it was 112"."""

from __future__ import annotations

import re

from osler.consult.extraction.everyday_measures import measure_meant
from osler.consult.record import asks_something
from osler.consult.types import ConsultState

_MEASURING = re.compile(
    r"\b(?:check\w*|test\w*|measur\w*|re-?did|did (?:it|another|one)|took (?:it|another|one)|read(?:s|ing)?|scales?|meter|monitor|cuff|machine|at home|again|just now|this (?:morning|afternoon|evening)|today|yesterday|last night)\b",
    re.IGNORECASE,
)
_IT_WAS = re.compile(
    r"\b(?:it|that|mine|the (?:reading|result|value|number))(?:\s(?:was|is|says?|said|reads?|showed|shows|came (?:out|up|back)(?: at| as)?|measured)|['’]s)"
    r"\s(?=(?:at |about |around |only |just )?\d{1,3}(?:[.,]\d+)?(?:/\d{2,3})?\s?(?:%|mg/dl|mmol/l|mmhg|kgs?|kilos?|lbs?|bpm)?"
    r"(?:\W*$|\s*[,;.!(]|\s(?:this|today|now|just|yesterday|last|at|when|after|before|on|and|so|but|in the)\b))",
    re.IGNORECASE,
)


def measured_again(message: str, state: ConsultState) -> str:
    """The message; where it tells the value of an "it" that was measured, with the one measure of which was just spoken."""
    match = _IT_WAS.search(message)
    name = _spoken_of(state)
    if match is None or not name or not _MEASURING.search(message):
        return message
    if asks_something(message) or measure_meant(message):
        return message
    return f"{message[: match.start()]}my {name} was {message[match.end() :]}"


def _spoken_of(state: ConsultState) -> str:
    """The measure whose value an answer gave last, or that a turn was about."""
    if state.given_value is not None:
        return state.given_value.name
    subject = state.subject
    return subject.names[0] if subject is not None and subject.kind == "observation" and len(subject.names) == 1 else ""
