"""Words of several that link a noun to what is said of it: "ears that are small", "gait has become unsteady", "weakness confined to the legs"."""

from __future__ import annotations

import re
from bisect import bisect_left

from osler.core.terminology.matching.lookup import PASSED_OVER, Phrase

_IS = r"(?:is|are|was|were|looks?|looked|appears?|appeared|seems?|seemed|becomes?|became|remains?|remained|feels?|felt)"
_BEEN = r"(?:(?:also|both|all|since|always|now|long|recently|already|\w+ly)\s+)?(?:been|become|grown|gone|turned|remained|stayed)"
_LINK = re.compile(
    rf"\b(?:(?:that|which)\s+(?:(?:also|both|all)\s+)?(?:{_IS}|(?:has|have|had)\s+{_BEEN})"
    rf"|(?:has|have|had)\s+{_BEEN}"
    r"|(?:is|are|was|were)\s+(?:(?:now|also|\w+ly)\s+)?(?:getting|becoming|growing|turning|going)"
    r"|(?:noted|found|felt|seen|thought|observed|described|reported|considered|judged|known|appears?|appeared|seems?|seemed)"
    r"\s+(?:to\s+(?:be|look|have\s+become|have\s+been)|as(?:\s+being)?)"
    r"|(?:restricted|confined|limited|locali[sz]ed)\s+to|affecting|involving)"
    r"(?:\s+(?:too|so|more|increasingly|a\s+(?:little|bit)))?\b",
    re.IGNORECASE,
)


def pass_over_links(text: str, phrases: list[Phrase]) -> None:
    """Mark the words of every link as such that may stand inside a name without being part of it."""
    spans = [link.span() for link in _LINK.finditer(text)]
    if not spans:
        return
    ends = [phrase.ends[-1] for phrase in phrases if phrase.ends]
    held = [phrase for phrase in phrases if phrase.ends]
    for start, end in spans:
        place = bisect_left(ends, end)
        if place < len(held):
            _pass_over(held[place], start, end)


def _pass_over(phrase: Phrase, start: int, end: int) -> None:
    first, last = bisect_left(phrase.starts, start), bisect_left(phrase.starts, end)
    for index in range(first, last):
        word = phrase.words[index]
        phrase.words[index] = word._replace(role=word.role | PASSED_OVER)
        phrase.linked.add(index)
    phrase.is_loose = phrase.is_loose or first < last
