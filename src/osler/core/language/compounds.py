"""Words of denial that are only half of an adjective: "Coombs-negative anemia", "culture negative endocarditis"."""

from __future__ import annotations

import re

from osler.core.language.cues import FoundCue

_NEAR = 16
_TESTED_FIRST = re.compile(
    r"\b(?:cultures?|coombs|dat|smear|antibody|antigen|rf|ana|acpa|anca|biopsy|pcr|test|troponin|factor|hla-b27|receptor|her2)\s$"
)
"""A test whose negative result is said of what follows it: "culture negative endocarditis" is one."""


def is_attribute(cue: FoundCue, low: str) -> bool:
    """Whether a cue is the second half of a compound ("Coombs-negative anemia"), which says nothing of what follows."""
    if cue.cue.category != "negated" or cue.start < 2:
        return False
    if low[cue.start - 1] == "-" and low[cue.start - 2].isalnum():
        return True
    alone = cue.cue.direction == "forward" and low[cue.start : cue.end] == "negative"
    return alone and _TESTED_FIRST.search(low, max(0, cue.start - _NEAR), cue.start) is not None
