"""Members of a family by their place in its tree: what is said of "II-3" is a relative's, unless that is the patient."""

from __future__ import annotations

import re

RELATIVE, PROBAND = "⚭", "⊙"
"""What stands for a member of the tree in a text made ready for the rules; the lexicon of cues knows both."""

_MEMBER = re.compile(
    r"(?<![\w-])(?<!grade )(?<!stage )(?<!class )(?<!type )(?<!phase )(?<!nerves )(?<!nerve )(?<!cn )(?<!lead )(?<!leads )(?<!factor )(?<!group )"
    r"(?:i|ii|iii|iv|v|vi)[:.-]\s?\d{1,2}(?![\w.-]|/\d)"
)
_IS_PATIENT = r"(?:the\s|our\s|index\s|this\s)*(?:proband|propositus|proposita|patient|index(?:\scase)?|case)"
_PATIENT_BEFORE = re.compile(rf"\b{_IS_PATIENT}[\s,(]*(?:is\s)?$")
_PATIENT_AFTER = re.compile(rf"[\s,(=:]*(?:is\s)?{_IS_PATIENT}\b")
_NEAR = 24


def with_members(low: str) -> str:
    """A lower-cased text with the members of a family tree marked, every other character at its place.

    One number alone may be a grade or a lead: a tree has two members, or says which of them the patient is.
    """
    found = list(_MEMBER.finditer(low))
    if not found:
        return low
    patients = {_number(match) for match in found if _is_the_patient(low, match)}
    if len({_number(match) for match in found}) < 2 and not patients:
        return low
    marked = list(low)
    for match in found:
        marked[match.start()] = PROBAND if _number(match) in patients else RELATIVE
        marked[match.start() + 1 : match.end()] = " " * (match.end() - match.start() - 1)
    return "".join(marked)


def _number(match: re.Match[str]) -> str:
    return re.sub(r"[\s:.-]+", "-", match.group())


def _is_the_patient(low: str, match: re.Match[str]) -> bool:
    before = _PATIENT_BEFORE.search(low, max(0, match.start() - _NEAR), match.start())
    return before is not None or _PATIENT_AFTER.match(low, match.end()) is not None
