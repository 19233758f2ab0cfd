"""Numbers of a message that are no value of a body: of a sum, a telephone, an address, a page, a flight or a price."""

from __future__ import annotations

import re
from functools import cache

from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "uncounted.yml", flags=re.IGNORECASE)
_MEASURED = re.compile(r"\b(?:readings?|values?|results?|levels?)\b", re.IGNORECASE)


def without_uncounted(text: str) -> str:
    """A text without the numbers that count something else than a body, and what they belong to."""
    for form in _forms():
        text = form.sub(_left, text)
    return text


def _left(match: re.Match[str]) -> str:
    """What is left of a place that was read as no value; "reading number 2 142/90" keeps its reading."""
    return match.group() if _MEASURED.search(match.group()) else " "


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form, re.IGNORECASE) for form in _TABLE.rules.values())
