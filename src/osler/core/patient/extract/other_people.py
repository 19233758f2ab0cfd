"""Statements about somebody else by a pronoun: "her partner is 36; he has diabetes" in a letter about a woman."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, Mention

_SUBJECT = re.compile(
    r"\b(?P<who>he|she)(?:\s(?:also|previously|now|currently|himself|herself))?"
    r"\s(?:has|had|is|was|takes|took|suffers|suffered|developed|underwent)\b",
    re.IGNORECASE,
)
_NAMED = {
    "he": re.compile(r"\b(?:partner|husband|boyfriend|fiancé?|spouse|son|brother|father|dad|baby|donor|boy)\b", re.IGNORECASE),
    "she": re.compile(r"\b(?:partner|wife|girlfriend|fiancée?|spouse|daughter|sister|mother|mum|mom|baby|donor|girl)\b", re.IGNORECASE),
}  # fmt: skip
_SEX = {"he": "male", "she": "female"}
_REACH = 200


def is_said_of_another(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether the subject of a statement is a pronoun that cannot be the patient's, and somebody whom it can mean is named before it."""
    told = analysed.about.sex
    if told is None:
        return False
    subjects = list(_SUBJECT.finditer(analysed.text, analysed.sentence_of(mention).start, mention.start))
    if not subjects:
        return False
    who = subjects[-1]["who"].casefold()
    place = subjects[-1].start()
    named = _NAMED[who].search(analysed.text, max(0, place - _REACH), place)
    return told.value in _SEX.values() and _SEX[who] != told.value and named is not None
