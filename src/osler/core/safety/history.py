"""Sentences and lists that tell of an earlier time or of what has lasted: a review of somebody well, a list of features."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText
from osler.core.safety.patterns import PhraseTable

_TELLS_PAST = re.compile(
    r"\b(?:had|was|were|presented|admitted|required|needed|developed|collapsed|fitted|vomited|became|then|at that time|on that occasion)\b",
    re.IGNORECASE,
)
_OF_NOW = re.compile(
    r"\b(?:now|today|tonight|currently|this (?:morning|afternoon|evening)|since (?:yesterday|last night)|sudden\w*|acute\w*|hours?|hrs?|minutes?|mins?|new|worse\w*|yesterday|overnight|days?"
    r"|left|right|one[- ]sided?|unilateral|hemi\w+|droop\w*|fever\w*|febrile|vomit\w*|unresponsive|collaps\w*|drows\w*|confus\w*|breathless\w*)\b",
    re.IGNORECASE,
)
"""Words by which a sentence is about now or about something that has only begun, and signs that no list of features has."""
_TODAY = re.compile(r"\b(?:now|today|tonight|currently|this (?:morning|afternoon|evening))\b", re.IGNORECASE)
_ITEMS = 2
"""Commas from which on a sentence is a list of features."""


def told_in_a_review(text: AnalysedText, reviewed: PhraseTable, well: PhraseTable) -> set[int]:
    """The sentences of what went before, in a note that reviews somebody who is well by now."""
    if not reviewed.find(text.text) or not well.find(text.text):
        return set()
    return {
        index
        for index, sentence in enumerate(text.sentences)
        if _TELLS_PAST.search(sentence.text) and not _TODAY.search(sentence.text)
    }


def lists_of_years(text: AnalysedText, of_years: PhraseTable) -> set[int]:
    """The sentences that list features, one of which takes years to come about, and say of nothing that it is new."""
    return {
        index
        for index, sentence in enumerate(text.sentences)
        if sentence.text.count(",") >= _ITEMS and of_years.find(sentence.text) and not _OF_NOW.search(sentence.text)
    }
