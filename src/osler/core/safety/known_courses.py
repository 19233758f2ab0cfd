"""Findings whose course is known: what chokes is over once it is out, and who wants to die is not out of danger the day after."""

from __future__ import annotations

import re
from functools import cache

from osler.core.language import AnalysedText, Mention
from osler.core.safety.ruleset import ruleset
from osler.core.safety.types import Standing

_FREED = ("choking", "choking_now")
"""Findings that end when what caused them has come out."""
_NOT_OVER_IN_A_DAY = ("suicidal_intent",)
"""Findings that last beyond the day of which they are told."""
_OF_NOW = ("seizing_now",)
"""Findings of this minute, which nobody tells of last night."""
_THESE_DAYS = re.compile(r"\b(?:yesterday|last night|this (?:week|morning)|today|tonight|earlier)\b", re.IGNORECASE)


@cache
def phrases_of(names: tuple[str, ...]) -> frozenset[str]:
    """The phrases of named findings."""
    return frozenset(phrase for name in names for phrase in ruleset().findings[name].phrases)


def known_course(text: AnalysedText, mention: Mention, standing: Standing) -> Standing | None:
    """How a finding counts by what is known of its course; None where nothing is."""
    if mention.concept_id in phrases_of(_FREED) and _has_come_out(text, mention):
        return "past"
    if mention.concept_id in phrases_of(_OF_NOW) and _was_of_before(text):
        return "past"
    if standing == "past" and mention.concept_id in phrases_of(_NOT_OVER_IN_A_DAY):
        sentence = text.sentence_of(mention)
        return "present" if _THESE_DAYS.search(text.text, sentence.start, sentence.end) else None
    return None


_CAME_OUT = re.compile(
    r"\b(?:(?:it|they|that|this|food|chip|piece|bone|sweet|\w+) (?:then |soon |eventually |just |finally |all )*(?:came|come|popped|flew|shot) (?:back |right |straight )?(?:up|out)|"
    r"(?:came|come) (?:back )?(?:up|out)|(?:cough(?:ed|ing)|spat|spit|brought|threw|got|getting|knocked|thumped|slapped|hit) (?:it|them|that)(?: all| right| back)? (?:up|out|free|loose)|"
    r"(?:dislodged|cleared|went down in the end|went down (?:ok|okay|fine|eventually)))\b",
    re.IGNORECASE,
)
_CHOKED_BEFORE = re.compile(
    r"\b(?:was|were|had|got|choked|last (?:night|week|month)|yesterday|ago|earlier|nearly|almost)\b", re.IGNORECASE
)
_NOT_FREE = re.compile(
    r"\b(?:still|stuck|can['’]?t|cannot|won['’]?t|isn['’]?t|hasn['’]?t|didn['’]?t|unable|hard to|harder|struggl\w+|blue|gr[ea]y|purple|wheez\w*|drool\w*|dribbl\w*|breath\w*|"
    r"cough(?:s|ing)?(?! (?:it|them|that) (?:up|out))|swallow\w*|pain\w*|hurts?|sore|nois[ye]\w*|hoarse|voice|blood\w*|drows\w*|limp|floppy|faint\w*|unconscious|"
    r"passed out|fever|worse|again|part of it|some of it|half of it|not all|but now)\b",
    re.IGNORECASE,
)


def _has_come_out(text: AnalysedText, mention: Mention) -> bool:
    """Whether somebody was choking on what has come out since, with nothing in the whole message that is left of it."""
    before = text.text[text.sentence_of(mention).start : mention.end]
    freed = _CAME_OUT.search(text.text, mention.end)
    return freed is not None and _CHOKED_BEFORE.search(before) is not None and _NOT_FREE.search(text.text) is None


_FIT_OF_BEFORE = re.compile(
    r"\b(?:had|took|has had|'s had)\b(?:\W+\w+){0,3}?\W+(?:fit|seizure|convulsion)\b(?:\W+\w+){0,3}?\W+(?:last night|yesterday|overnight|this (?:morning|afternoon)|earlier)\b",
    re.IGNORECASE,
)
_FIT_AGAIN = re.compile(
    r"\b(?:still|again|another|more|keeps?|one after|back to back|cluster\w*|seizing|fitting|convulsing|shaking|jerking|unconscious|unresponsive|blue|limp|floppy|confused|"
    r"(?:has|is|did|does|wo|ca)n['’]?t|not|never|no longer|first|second|third|two|three|pregnant|head|fell|injur\w*|breath\w*)\b",
    re.IGNORECASE,
)


def _was_of_before(text: AnalysedText) -> bool:
    """Whether a fit of the last day is told as over, and nothing in the message says that it goes on, came again or has a grave cause."""
    return _FIT_OF_BEFORE.search(text.text) is not None and _FIT_AGAIN.search(text.text) is None
