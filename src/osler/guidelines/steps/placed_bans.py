"""Bans that name no drug: what "Do not use if …" speaks against is the drug of the heading or the title that it stands under."""

from __future__ import annotations

import re

from osler.core.library import Chunk
from osler.core.terminology import Vocabularies
from osler.guidelines.steps.naming import drugs_in

_BARE = re.compile(
    r"^\W*(?:(?:absolute|relative)(?:ly)? )?(?:(?:do not|don't|never|must not be|should not be|not to be) (?:use|give|start|prescribe|used|given|started|prescribed)(?: it| this)?"
    r"|avoid(?: it| this| use)?|contra-?indicat(?:ed|ions?)|not (?:suitable|for)(?: (?:for )?(?:this|the) [\w -]{1,40}(?=:))?|unsuitable)\s*(?::|\b(?:if|in|with|when|where|for|during)\b)",
    re.IGNORECASE,
)


def is_bare_ban(text: str) -> bool:
    """Whether a sentence bans something that it does not name."""
    return bool(_BARE.match(text))


def banned_in_place(text: str, chunk: Chunk, vocabularies: Vocabularies) -> frozenset[str]:
    """The drugs that a ban without a name is of: those of the nearest heading that names any, or of the title."""
    if not is_bare_ban(text):
        return frozenset()
    above = (drugs_in(one, vocabularies) for one in (*reversed(chunk.heading), chunk.title))
    return next(filter(None, above), frozenset())
