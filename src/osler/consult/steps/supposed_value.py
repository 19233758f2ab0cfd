"""Whether a value may be what is supposed of it: that is asked of the record, which has the last one."""

from __future__ import annotations

import re

from osler.consult.record import measure_named

_SUPPOSED = re.compile(
    r"^\W*(?:(?:so|and|but|hi|hello|ok|okay)[ ,]+)*(?:could|might|can|may|would|is it possible that) (?:my|his|her|the patient's) "
    r"(?P<what>[a-z][\w -]{1,30}?) (?:really |actually |still |now )?(?:be|is|have been) (?:at |about |around |over |above |below |under |as (?:high|low) as )?\d",
    re.IGNORECASE,
)


def asked_of_the_value(question: str) -> str:
    """The question; where it supposes a value of a measure, that for the last one."""
    match = _SUPPOSED.match(question)
    named = measure_named(match["what"]) if match is not None else None
    return question if match is None or named is None else f"What is my last {match['what']}?"
