"""Injections that people call shots, by another word: nobody who stopped the B12 shots in August was shot."""

from __future__ import annotations

import re

from osler.core.language import analyse
from osler.core.terminology import SemanticType, Vocabularies

_ONE_OF_A_COURSE = re.compile(
    r"\b(?:(?:my|his|her|their|our|your|the patient's) (?:[\w-]+ ){0,2}|(?:first|second|third|last|next|weekly|monthly|yearly|annual|regular|booster|allergy|vitamin|vaccine|jab) "
    r"|(?:had|has|have|having|get|gets|got|getting|give|gives|gave|given|need|needs|due|miss\w*|start\w*|stopp?\w*|restart\w*|skip\w*)(?: me| him| her| them| us)? (?:for )?(?:an?|the|these|those|some|his|any|more|no more|all) (?:[\w-]+ ){0,2})$",
    re.IGNORECASE,
)
"""What stands before a shot that is given as a treatment: whose it is, which of several, that it was had or stopped."""
_OF_ARMS = re.compile(
    r"\b(?:gun|rifle|pistol|warning|air|pellet|been|was|were|got|get|getting|being|is|are|him|her|me|them|somebody|someone) $",
    re.IGNORECASE,
)


def without_injections(text: str, vocabularies: Vocabularies) -> str:
    """A text in which the shots that are injections are called so: a medicine's, or of those that somebody has."""
    if re.search(r"\bshots?\b", text, re.IGNORECASE) is None:
        return text
    drugs = {
        mention.end
        for mention in analyse(text, vocabularies).mentions
        if mention.semantic_type is SemanticType.MEDICATION
    }

    def called(match: re.Match[str]) -> str:
        before = text[: match.start()]
        own = len(before.rstrip(" -")) in drugs or _ONE_OF_A_COURSE.search(before) is not None
        if not own or _OF_ARMS.search(before):
            return match.group()
        return "injections" if match.group().lower().endswith("s") else "injection"

    return re.sub(r"(?<![\w'])shots?\b(?! fired\b)", called, text, flags=re.IGNORECASE)
