"""Procedures of a note: whether one was done, is planned or may be needed, and what names none."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, Mention, Polarity, SectionKind
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
    r"[\s-](?:pre-?)?(?:assessment|evaluation|work-?up|candidacy|referral|eligibility|discussion|meeting|education|counselling|counseling|pathway|programme|program|units?|clinics?|teams?|services?|out-?patients|surgeons?|co-?ordinators?)\b",
    re.IGNORECASE,
)
"""What is done about an operation without it: "liver transplant assessment" is no transplant."""
_HAD_AND_LEFT = re.compile(
    r"\b(?:not|n['’]t|unable\sto)\s(?:really\s|well\s)?tolerate\s(?:the\s|his\s|her\s)?$|\b(?:declin|refus)(?:ed|es|ing)\s(?:any\s)?(?:further|more|another|additional)\s$",
    re.IGNORECASE,
)
"""A denial of going on with what was had: "did not tolerate chemotherapy", "declined further dialysis"."""
_NOT_WANTED = re.compile(
    r"\b(?:no|not|nor|without)\s(?:an?\s|any\s|the\s)?(?:\w+\s)?(?:indications?|need|role|plans?|reason|candidate|place|requirement|eligible|fit|suitable)\s(?:for|of|to)\s(?:\w+\s)?$",
    re.IGNORECASE,
)
_NOT_INTENDED = re.compile(
    r"\s(?:is|are|was|were)\s(?:currently\s)?(?:planned|indicated|scheduled|intended|proposed|recommended|foreseen|envisaged)\b",
    re.IGNORECASE,
)
"""What is denied of a treatment but that it was had: "no need for transfusions", "no radiotherapy is planned"."""
_TREATED_THERE = re.compile(r"dialys", re.IGNORECASE)
_INJECTED = re.compile(r"(?:injection|infusion)s?", re.IGNORECASE)
_FOR_WHAT = re.compile(
    r"(?:\s(?:chest|abdomen|abdo|pelvis|head|brain|spine|liver|neck))*\s(?:to|for)\s(?:exclude|rule\sout|r/o|look\sfor|investigate)\s"
    r"(?:(?!(?:was|were|is|are|has|had|show\w*|found|done|today|yesterday|normal|clear|neg\w*|pos\w*)\b)[A-Za-z?/][\w?/-]*[\s,]*){1,8}\.?\s*",
    re.IGNORECASE,
)
_IS_ON = re.compile(
    r"\s?(?:(?:yet|ever|currently|previously|been|put|placed|started|commenced|maintained|kept)\s)*", re.IGNORECASE
)
"""What may stand between a denial and the "on" of a treatment: "has never been on dialysis"."""
_NEAR = 60


def names_no_procedure(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether the name of a procedure tells of none: it is asked about, assessed for, or how a medicine is given."""
    if mention.semantic_type is not SemanticType.PROCEDURE:
        return False
    if _ASKED_FOR.fullmatch(analysed.sentence_of(mention).text):
        return True  # whether it is needed is a question to the reader
    if _ROUND_A_PROCEDURE.match(analysed.text, mention.end) and not _TREATED_THERE.search(mention.text):
        return True
    if mention.assertion.polarity is Polarity.NEGATED and _is_not_wanted(mention, analysed.text):
        return True
    return _INJECTED.fullmatch(mention.text) is not None and any(
        mention.start - one.end <= 1  # "hydroxocobalamin injections" are the medicine's
        for one in analysed.medications_between(mention.start - _NEAR, mention.start)
    )


def _is_not_wanted(mention: Mention, text: str) -> bool:
    """Whether what is denied of a treatment is that it is wanted: who needs none today may have had it."""
    before = (max(0, mention.start - _NEAR), mention.start)
    return _NOT_WANTED.search(text, *before) is not None or _NOT_INTENDED.match(text, mention.end) is not None


def presence_of_procedure(presence: Presence, mention: Mention, analysed: AnalysedText) -> Presence:
    """Whether a procedure was done or is planned: one that is considered is a plan, one with a result was done."""
    before = (max(0, mention.start - _NEAR), mention.start)
    if _HAD_AND_LEFT.search(analysed.text, *before):
        return Presence.PRESENT
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
    return not any(
        cue.category == "negated"
        and (
            cue.start < written < cue.end <= mention.start
            or (cue.end <= written and _IS_ON.fullmatch(text, cue.end, written))
        )
        for cue in mention.assertion.cues
    )


def is_planned(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a procedure is still to come; one that was done and is to be repeated is two."""
    listed = mention.section in (SectionKind.PLAN, SectionKind.INSTRUCTIONS)
    return listed or analysed.is_planned(mention.start, mention.end) or _is_ordered(mention, analysed)


def _is_ordered(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a study and what it is for are all that a sentence says: "Echo to exclude PH." """
    sentence = analysed.sentence_of(mention)
    opens = not analysed.text[sentence.start : mention.start].strip(" -•*")
    return opens and _FOR_WHAT.fullmatch(analysed.text, mention.end, sentence.end) is not None
