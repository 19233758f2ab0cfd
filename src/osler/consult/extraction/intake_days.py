"""Of which of several medicines in one breath a day is told, and which two of them took each other's place."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from itertools import pairwise

from osler.consult.extraction.clauses import pattern
from osler.consult.extraction.taken import SWAPS, status_behind
from osler.consult.extraction.times import when

Named = Sequence[tuple[int, int, str]]
_VERBS = ("stopped", "changed", "started")
_ONLY_OF_IT = re.compile(r"\b(?:from|starting|beginning|as of|since|until|till)\b", re.IGNORECASE)
"""Words by which a day is of the one thing that is told right before it."""
_JOINS = re.compile(r"\s(?:and|plus|with|then)\s|[,;+&]")


def border(text: str, end: int, start: int) -> tuple[int, int]:
    """Where what is said of one medicine ends and what is said of the next begins."""
    joins = list(_JOINS.finditer(text, end, start))
    return (joins[-1].start(), joins[-1].end()) if joins else (start, start)


def day_of_its_own(text: str, named: Named, index: int, now: dt.datetime) -> tuple[bool, str | None]:
    """Whether the days of a clause are told of its medicines one by one, and the day of this one.

    They are where several have a day of their own, or each has a verb of its own: "stopped A on Monday and put me on B
    from Wednesday"; a day at the end is of all that has none.
    """
    borders = [border(text, one[1], two[0]) for one, two in pairwise(named)]
    begins, ends = [0, *(one[1] for one in borders)], [*(one[0] for one in borders), len(text)]
    parts = [text[begin:end] for begin, end in zip(begins, ends, strict=True)]
    verbs = [
        status_behind(text[end:stop]) or _verb(text[begin:start])
        for begin, (start, end, _), stop in zip(begins, named, ends, strict=True)
    ]
    days = [when(part, now, ahead=verb == "planned") for part, verb in zip(parts, verbs, strict=True)]
    own = days[index]
    if len({day for day in days if day is not None}) > 1 and own is not None:
        return True, own
    if len(named) < 2 or None in verbs or len(set(verbs)) < 2:
        return False, None
    if own is not None:
        return True, own
    told = [place for place, day in enumerate(days) if day is not None]
    only = [
        place
        for place in told
        if _ONLY_OF_IT.search(parts[place])
        or (place > index and when(text[begins[place] : named[place][0]], now) is not None)
    ]
    return (True, None) if told and only == told else (False, None)


def _verb(text: str) -> str | None:
    """What is said to become of a medicine, before its name."""
    return next((one for one in _VERBS if pattern("intake", one).search(text.lower())), None)


_FORM = r"(?:\s+(?:tablets?|pills?|meds?|medicines?|medication|inhalers?|capsules?|injections?|drops|creams?|treatment|supplements?))?"
_VERB_OF_IT = (
    rf"{_FORM}(?:\s+(?:was|were|is|are|has been|have been|had been|got|getting|being|'s been|just|now|recently|also))*(?:\s+{SWAPS.pattern})?"
    r"(?:\s+(?:over|about|round))?\s+from\s+(?:the |my |his |her )?"
)


def without_what_was_changed(text: str, named: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The medicines without the name of the sort of which one took another's place: "my iron was changed from A to B"."""
    if SWAPS.search(text.lower()) is None:
        return named
    return [
        one
        for place, one in enumerate(named)
        if len(named) - place < 3
        or re.fullmatch(_VERB_OF_IT, text[one[1] : named[place + 1][0]], re.IGNORECASE) is None
        or not re.search(r"\b(?:to|onto|for|with)\b", text[named[place + 1][1] : named[place + 2][0]], re.IGNORECASE)
    ]
