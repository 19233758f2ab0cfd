"""How what a text asserts counts: as present, past or suspected, or not at all."""

from __future__ import annotations

from osler.core.language import Assertion, Experiencer, Mention, Polarity
from osler.core.safety.types import Standing

_DENYING = frozenset({"negated", "unlikely"})


def denies_itself(mention: Mention) -> bool:
    """Whether a mention is denied by nothing but its own words: "not making sense" is told, and its "not" reaches no further."""
    denying = [cue for cue in mention.assertion.cues if cue.category in _DENYING]
    inside = all(mention.start <= cue.start and cue.end <= mention.end for cue in denying)
    return mention.assertion.polarity is Polarity.NEGATED and bool(denying) and inside


def standing_of(assertion: Assertion, *, for_another: bool = False) -> Standing | None:
    """How an assertion counts: None for what is denied, only imagined, or said of somebody else."""
    if assertion.experiencer is not Experiencer.PATIENT and not for_another:
        return None
    if assertion.polarity is Polarity.POSSIBLE:
        return "suspected"
    if assertion.polarity is not Polarity.PRESENT:
        return None
    return "past" if assertion.historical or assertion.resolved else "present"
