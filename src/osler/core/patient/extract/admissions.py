"""Treatments of an admission that is over: "Rx: co-amoxiclav 1.2 g IV TDS 48h" in a discharge summary."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, SectionKind
from osler.core.language import Regimen as WrittenRegimen

_DISCHARGED = re.compile(
    r"\bdischarge\s(?:summary|letter|note)\b|\bdischarged\b|\bdate\sof\sdischarge\b", re.IGNORECASE
)
_HOME_LIST = re.compile(
    r"\b(?:(?:d/c|discharge)\s(?:meds?|medications?|medicines|drugs|list|rx|prescription)|(?:meds?|medications?|medicines)\s(?:on|at)\sdischarge|TTOs?|TTAs?)\b",
    re.IGNORECASE,
)
_TREATED = re.compile(
    r"(?:^|[.;]\s)[ \t]*(?:Rx|treatment|management|(?:[\w\s]{0,30}?\b)?(?:treated|managed)(?:\s\w+)?\swith|(?:[\w\s]{0,30}?\b)?(?:received|given))\b[^.\n]*?(?:\.\d[^.\n]*?)*$",
    re.IGNORECASE | re.MULTILINE,
)
"""The opening of a sentence on what was done in hospital, up to a medicine."""
_HOME = re.compile(r"\b(?:home|discharged?\s(?:on|with)|to\scontinue|to\stake|TTO|TTA|prescribed)\b", re.IGNORECASE)
_LENGTH = re.compile(
    r"\b\d{1,2}/(?:7|52)\b|\b(?:for\s)?\d{1,2}[\s-]?(?:h|hrs?|hours?|d|days?|nights?|weeks?|wks?)\b|\bto\scomplete\b",
    re.IGNORECASE,
)
_STAY = re.compile(
    r"\b(?:(?:in|on|to)\s(?:the\s)?(?:ICU|ITU|HDU|CCU|NICU|PICU|intensive\scare|theatre|resus)|intra-?operatively|post-?op(?:eratively)?|peri-?operatively|on\s(?:POD|day)\s?\d{1,2}|overnight)\b"
    r"(?![^.\n]*\b(?:continue|ongoing|remains?|at\sdischarge|discharged?\s(?:on|with)|home)\b)[^.\n]*$",
    re.IGNORECASE,
)
"""A place or hour of the stay named in the sentence before a medicine: "in ICU for two days on noradrenaline"."""
_LOOK_BACK = 300


def was_given_in_hospital(written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a medicine is one of a stay that is over: a course with its length, or any that the list for home leaves to the stay."""
    text = analysed.text
    if _is_of_the_course(written, analysed):
        return True
    look_back = max(0, written.start - _LOOK_BACK)
    before = text[max(look_back, text.rfind("\n", look_back, written.start) + 1) : written.start]
    stayed, told = _STAY.search(before), _TREATED.search(before)
    # The whole note is searched only for what its own sentence tells of a stay.
    if not (stayed or told) or not _DISCHARGED.search(text) or _goes_home(written, analysed):
        return False
    if stayed and _HOME_LIST.search(text) and written.times_per_day is None:
        return True
    if told is None or _HOME.search(told.group()):
        return False
    following = min(
        (one.start for one in analysed.medications if one.start >= written.end), default=written.end + _LOOK_BACK
    )
    item = re.split(r"[;\n]|\.\s|,\s", text[written.start : following], maxsplit=1)[0]
    return bool(written.duration) or _LENGTH.search(item) is not None or _HOME_LIST.search(text) is not None


def _is_of_the_course(written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether a medicine is told of only in the course of a stay, without a schedule: "diuresed w/ IV furosemide gtt"."""
    return (
        written.state in (None, "completed")
        and written.times_per_day is None
        and analysed.section_at(written.start).kind is SectionKind.HOSPITAL_COURSE
        and _HOME_LIST.search(analysed.text, written.end) is not None
        and not _goes_home(written, analysed)
    )


def _goes_home(written: WrittenRegimen, analysed: AnalysedText) -> bool:
    """Whether the list for home has the medicine too: what was begun in hospital is then not over."""
    home = _HOME_LIST.search(analysed.text)
    if home is None or written.start >= home.end():
        return False
    name, own = written.name.casefold(), set(written.concept_ids)
    listed = (other for other in analysed.medications if other.start >= home.end())
    return any(other.name.casefold() == name or own & set(other.concept_ids) for other in listed)
