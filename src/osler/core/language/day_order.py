"""Whether a text writes the day before the month."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.language.rules import read_yaml

_SLASHED = re.compile(r"(?<![\d/.-])(\d{1,2})/(\d{1,2})/(?:19|20)?\d\d(?![\d/])")
_OF_BRITAIN = re.compile(r"\bNHS\s(?i:no|number|trust|foundation)\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b")
"""An NHS number or a postcode: one of them is enough."""
_SEARCHED = 20_000
_ENOUGH_WORDS = 2


@lru_cache(maxsize=1)
def _british() -> re.Pattern[str]:
    words = sorted(read_yaml("document.yml")["day_first"], key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


def is_day_first(text: str) -> bool:
    """Whether 11/02/2021 means the eleventh of February in this text: other dates tell, else the spelling does."""
    first = second = 0
    ambiguous = False
    for match in _SLASHED.finditer(text):
        first += int(match[1]) > 12
        second += int(match[2]) > 12
        ambiguous = True
    if first != second:
        return first > second
    if not ambiguous:
        return False
    if _OF_BRITAIN.search(text[:_SEARCHED]):
        return True
    return len({found.group().lower() for found in _british().finditer(text[:_SEARCHED])}) >= _ENOUGH_WORDS
