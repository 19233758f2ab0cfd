"""How long ago something was, put right by a number: "no, three" or "no, three weeks" after "a month ago"."""

from __future__ import annotations

import re

from osler.consult.extraction.types import KINDS, Extraction
from osler.core.language import NUMBER_OF_WORD

_COUNT = rf"(?P<count>\d{{1,3}}|an?|{'|'.join(sorted(NUMBER_OF_WORD, key=len, reverse=True))})"
_UNIT = r"(?P<unit>hours?|days?|weeks?|months?|years?)"
_SHORT = re.compile(
    rf"\W*(?:(?:no|nope|sorry|actually|wait|oh|rather|it was|more like|only|just|about|make (?:it|that))\b[ ,.]*)+{_COUNT}(?: {_UNIT}(?: ago)?)?(?:[ ,]+(?:sorry|actually|i think))?\W*",
    re.IGNORECASE,
)
_AGO = re.compile(rf"\b{_COUNT} {_UNIT} ago\b", re.IGNORECASE)


def since_then(message: str, pending: Extraction) -> str:
    """The message as a whole correction, where it gives only another number of the time that was told; else itself."""
    told = [match for kind in KINDS for entry in getattr(pending, kind) if (match := _AGO.search(entry.quote))]
    short = _SHORT.fullmatch(message.strip())
    if short is None or not told or len({match.group() for match in told}) != 1:
        return message
    return f"no, it was {short['count']} {short['unit'] or told[0]['unit']} ago"
