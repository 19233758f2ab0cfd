"""A case that is only supposed of kin, put as the general question that it is: "if my toddler ever swallowed …, what would happen?"."""

from __future__ import annotations

import re

from osler.consult.wording.people import somebody

_CASE = re.compile(
    r"^\W*(?:(?:hi|hello|hey|so|and|but|ok|okay|just|out of (?:interest|curiosity)|hypothetically(?: speaking)?|in theory)[ ,]+)*"
    r"(?P<lead>if|in case|suppose|supposing|imagine|let['’]?s say|say|assuming|what if)(?: that)? (?P<case>[^?]{5,}?)"
    r"(?:\s*[,;.:–-]\s*|\s+)(?:then |and |so )?(?P<asked>(?:what|how|who|whom|where|which|should|do i|is it|can|could|would|will)\b[^?]*?)\s*\?*\W*$",
    re.IGNORECASE,
)
_AS_QUESTION = re.compile(r"^\W*(?P<asked>[^?]*?\b(?:if|in case|when))\b (?P<case>[^?]*)\?*\W*$", re.IGNORECASE)
_NEVER_SURELY = re.compile(
    r"\b(?:ever|were to|was to|one day|some ?day|hypothetical(?:ly)?|in theory|in future|in the future)\b",
    re.IGNORECASE,
)
"""What is said of a case that has not come."""
_IS_NOW = re.compile(
    r"\b(?:now|just|today|tonight|ago|already|minutes?|hours?|has|have|had|is|are|keeps?|he['’]s|she['’]s)\b",
    re.IGNORECASE,
)
_WHOSE = re.compile(r"\b(?:my|our|his|her)\b", re.IGNORECASE)


def case_supposed(text: str) -> str | None:
    """The case of which a question is asked, as if it were told; None where none is supposed."""
    match = _CASE.match(text) or _AS_QUESTION.match(text)
    return _NEVER_SURELY.sub(" ", match["case"]).strip() if match is not None else None


def of_anybody(text: str) -> str:
    """The text; where it asks of a case that it only supposes of kin, the question of anybody in that case."""
    match = _CASE.match(text) or _AS_QUESTION.match(text)
    if match is None:
        return text
    case = match["case"].strip()
    who = somebody("(?:my|our|his|her)").search(case)
    supposed = _NEVER_SURELY.search(case) or match.groupdict().get("lead")
    if who is None or not supposed or _IS_NOW.search(case):
        return text
    anybody = _WHOSE.sub(lambda own: "an" if re.match(r"\s+[aeiou]", case[own.end() :]) else "a", case, count=1)
    asked = match["asked"].strip()
    joint = "" if match.re is _AS_QUESTION else " if"
    return f"{asked}{joint} {anybody}?"
