"""Sentences that no record can answer: about agreement, conduct, or somebody's judgement."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues, words_pattern
from osler.core.criteria.lexing.tokens import Kind
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.types import UnparsedReason

# Where a sentence opens with agreement, the numbers in it are of what is agreed to.
_OPENING = 40


def beyond_records(words: str, items: Sequence[Item]) -> UnparsedReason | None:
    """Why no record can answer a sentence; None where one can."""
    measured = any(is_kind(item, Kind.VALUE, Kind.SCALED, Kind.DURATION, Kind.GRADE) for item in items)
    # What a clause says of a thing is no agreement: "a study that may limit the ability to participate".
    main = re.split(r"\b(?:that|which)\b", words, maxsplit=1)[0]
    found = consent().search(main)
    if found and (not measured or found.start() < _OPENING):
        return "consent"
    judged = judgement().search(words)
    valued = any(is_kind(item, Kind.VALUE, Kind.SCALED, Kind.GRADE) for item in items)
    if judged and (not measured or (judged.start() < _OPENING and not valued)):
        return "judgement"
    return None


@cache
def consent() -> re.Pattern[str]:
    """What speaks of agreement or conduct."""
    return re.compile(words_pattern(cues().consent))


@cache
def judgement() -> re.Pattern[str]:
    """What speaks of somebody's judgement."""
    return re.compile(words_pattern(cues().judgement))
