"""Procedures of a note: whether one was done, is planned or may be needed, and what names none."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, Mention, SectionKind
from osler.core.patient.types import Presence
from osler.core.terminology import SemanticType

_ASKED_FOR = re.compile(r"\s*(?:is|are|should|would|could|do|does|can|shall)\b[^?]*\?\s*", re.IGNORECASE)
_NEGATIVE = re.compile(r"\bneg|-ve", re.IGNORECASE)
_MEANS = re.compile(
    r"(?:\b(?:on|by|via)\s(?:(?:the|a|an|his|her|recent|repeat|[A-Za-z]{2,12})\s){0,2}|\()$", re.IGNORECASE
)
_MAY_NEED = re.compile(
    r"(?:may|might|could)\s(?:(?:well|also|eventually|one\sday|still|yet|in\sfuture|later)\s)*(?:need|require|come\sto|end\sup)\b",
    re.IGNORECASE,
)
_ROUND_A_PROCEDURE = re.compile(
    r"[\s-](?:pre-?)?(?:assessment|evaluation|work-?up|candidacy|referral|eligibility|discussion|meeting|education|counselling|counseling|pathway|programme|program)\b",
    re.IGNORECASE,
)
"""What is done about an operation without it: "liver transplant assessment" is no transplant."""
_INJECTED = re.compile(r"(?:injection|infusion)s?", re.IGNORECASE)
_NEAR = 60


def names_no_procedure(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether the name of a procedure tells of none: it is asked about, assessed for, or how a medicine is given."""
    if mention.semantic_type is not SemanticType.PROCEDURE:
        return False
    if _ASKED_FOR.fullmatch(analysed.sentence_of(mention).text):
        return True  # whether it is needed is a question to the reader
    if _ROUND_A_PROCEDURE.match(analysed.text, mention.end):
        return True
    return _INJECTED.fullmatch(mention.text) is not None and any(
        mention.start - one.end <= 1  # "hydroxocobalamin injections" are the medicine's
        for one in analysed.medications_between(mention.start - _NEAR, mention.start)
    )


def presence_of_procedure(presence: Presence, mention: Mention, analysed: AnalysedText) -> Presence:
    """Whether a procedure was done or is planned: one that is considered is a plan, one with a result was done."""
    if presence is Presence.POSSIBLE and _may_be_needed(mention, analysed.text):
        return presence
    if presence is Presence.POSSIBLE or _came_back_negative(mention, analysed.text):
        presence = Presence.PRESENT
    if presence is Presence.PRESENT:
        return Presence.ABSENT if analysed.is_refused(mention.start, mention.end) else presence
    # What is not there "on MRI" was looked for by one.
    return Presence.PRESENT if _is_means(mention, analysed.text) else presence


def _may_be_needed(mention: Mention, text: str) -> bool:
    """Whether a procedure is one that could become necessary, and that nobody plans: "may need amputation"."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "possible"]
    return any(cue.end <= mention.start and _MAY_NEED.match(text, cue.start, mention.start) for cue in cues)


def _came_back_negative(mention: Mention, text: str) -> bool:
    """Whether what denies a test is its result: "blood cultures negative"."""
    denials = [cue for cue in mention.assertion.cues if cue.category == "negated"]
    return bool(denials) and all(
        cue.start >= mention.end and _NEGATIVE.search(text[cue.start : cue.end]) for cue in denials
    )


def _is_means(mention: Mention, text: str) -> bool:
    """Whether something was looked for by it ("no lesion on MRI"); who is "not on dialysis" is simply not on it."""
    means = _MEANS.search(text[: mention.start][-40:])
    if means is None:
        return False
    written = mention.start - len(means.group())
    return not any(cue.category == "negated" and 0 <= written - cue.end <= 1 for cue in mention.assertion.cues)


def is_planned(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a procedure is still to come; one that was done and is to be repeated is two."""
    listed = mention.section in (SectionKind.PLAN, SectionKind.INSTRUCTIONS)
    return listed or analysed.is_planned(mention.start, mention.end)
