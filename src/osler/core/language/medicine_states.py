"""Of which medicine a word about stopping, holding or starting speaks, where several stand in one sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.language.scope import Reach
from osler.core.language.types import Regimen

_OF_SEVERAL = re.compile(r"\b(?:are|were|both|all|have)\b", re.IGNORECASE)


def is_of_another_medicine(text: str, reach: Reach, regimen: Regimen, others: Sequence[Regimen]) -> bool:
    """Whether a word after a medicine is said of another: of one in its own bracket, or of the last of a list."""
    if reach.start >= reach.cue_end:
        return False
    if text[reach.end : reach.end + 1] == "(":
        close = text.find(")", reach.cue_end)
        return any(reach.end < other.start < close for other in others)
    between = text[regimen.end : reach.cue_start]
    if "," not in between or _OF_SEVERAL.search(text, regimen.end, reach.cue_end):
        return False
    # An item with its own dose is complete; what follows the next one is said of that.
    return regimen.dose is not None and any(regimen.end < other.start < reach.cue_start for other in others)
