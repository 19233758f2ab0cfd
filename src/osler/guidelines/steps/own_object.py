"""What a question asks of: "how often are growth scans needed?" asks of growth scans, and a library without either word has no answer."""

from __future__ import annotations

import re

from osler.core.library import stems
from osler.guidelines.steps.topic import Topic

_VERBS = r"(?:is|are|was|were|be|do|does|should|must|may|can|could|will|would|has|have|need|needs|needed|required|recommended|done|given|used|taken|repeated|performed|offered|due)"
_OBJECT = re.compile(
    rf"\b(?:how (?:often|frequently|soon|many)(?: times)?\s+{_VERBS}?|(?:what|which)(?: (?:is|are) the)?)\s+(?:(?:the|an?|any|routine|regular)\s+)*"
    rf"(?P<what>[a-z][\w-]*(?:\s+(?!{_VERBS}\b|(?:in|for|of|to|with|after|before|during|at|on|when|if)\b)[\w-]+){{0,3}}?)"
    rf"\s*(?=\b{_VERBS}\b|\b(?:in|for|of|to|with|after|before|during|at|on|when|if)\b|[?.,;:]|$)",
    re.IGNORECASE,
)
_LIMIT = re.compile(r"\b(?:below|above|under|over|from) (?:what|which)\b", re.IGNORECASE)
_WORDS = 2
"""Words of an object from which on it is a thing with a name of its own; one strange word may be a slip, or how somebody speaks."""


def is_unheard_of(asked: str, topic: Topic) -> bool:
    """Whether what a question asks of is a thing of several words, none of which any passage of the library has.

    What a vocabulary knows as a whole, or a limit is asked of, a passage may say in other words: renal function is eGFR.
    """
    if _LIMIT.search(asked):
        return False
    strange = {stem for term in topic.terms if term.strange for stem in term.stems}
    others = {stem for term in topic.terms if not term.strange for stem in term.stems}
    return any(
        len(own & strange) >= _WORDS and not own & others and not _is_named(found["what"], topic)
        for found in _OBJECT.finditer(asked)
        for own in [frozenset(stems(found["what"]))]
    )


def _is_named(what: str, topic: Topic) -> bool:
    """Whether a vocabulary has all of a thing as one name."""
    return any(one.start == 0 and one.end == len(what) for one in topic.vocabularies.find(what))
