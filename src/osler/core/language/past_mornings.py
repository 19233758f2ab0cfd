"""Whether a part of a day is one that is over: "catheterization in the morning" of a day that is told of, and not of tomorrow."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.language.scope import Reach
from osler.core.language.types import Sentence

_PART_OF_DAY = re.compile(r"in\s(?:the\s)?(?:morning|am|pm)", re.IGNORECASE)
_TOLD = re.compile(
    r"\b(?:was|were|had|underwent|received|showed|revealed|went|came|became|felt|got|given|did|developed|tolerated|remained|improved|returned|transferred|admitted|started|stopped|proceeded|presented|required|taken|extubated|discharged)\b",
    re.IGNORECASE,
)
_TO_COME = re.compile(
    r"\b(?:will|to be|tomorrow|plan(?:s|ned)?|booked|listed|scheduled|await(?:s|ing)?|npo|nbm|for|then|next|repeat|recheck|if|due|needs?|should|consider)\b",
    re.IGNORECASE,
)


def is_told_as_past(text: str, sentences: Sequence[Sentence], index: int, reach: Reach) -> bool:
    """Whether a part of a day is all that makes something planned, and its sentence, or the one before it, tells what happened."""
    if not _PART_OF_DAY.fullmatch(text, reach.cue_start, reach.cue_end):
        return False
    here = sentences[index].text
    if _TO_COME.search(here):
        return False
    before = sentences[index - 1].text if index else ""
    return _TOLD.search(here) is not None or (_TOLD.search(before) is not None and not _TO_COME.search(before))
