"""The day that is told of a finding, and not of what stands beside it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from osler.consult.extraction.ages import at_age
from osler.consult.extraction.clauses import Clause
from osler.consult.extraction.times import when

_PART = re.compile(r"(?:(?![,;]| and | but ).)+")


_YEAR_BEHIND = re.compile(r"[\s(]*(?:(?:back )?in |since |around )?(?:[a-z]+ )?(?:19|20)\d\d\b\)?", re.IGNORECASE)


def day_of(
    clause: Clause,
    span: tuple[int, int],
    now: dt.datetime,
    *,
    lasting: bool = False,
    found: Sequence[tuple[int, int]] = (),
) -> str | None:
    """The day that is told of a finding, or the age: in its own part of a clause, or of the whole.

    A year right behind another one of the clause, which is among those `found` before it, is of that one alone.
    """
    text = clause.text
    own = next((part.group() for part in _PART.finditer(text) if part.start() <= span[0] < part.end()), "")
    if when(own, now) is None:
        for _, end in (one for one in found if one[1] <= span[0]):
            year = _YEAR_BEHIND.match(text, end)
            text = f"{text[:end]}{' ' * len(year.group())}{text[year.end() :]}" if year is not None else text
    day = when(own, now) or at_age(own) or when(_of_all(text, own), now)
    return day or at_age(own, bare=lasting) or at_age(text, bare=lasting)


_STANDS_ALONE = re.compile(r"(?:'s|\b(?:is|are|keeps?|feels?|looks?|seems?|still|now)\b)", re.IGNORECASE)
_ITS_OWN = re.compile(
    r"^(?:and |but |then |so )*(?:i |we )?(?:had|got|was|were|saw|started|stopped|went|came|did)\b", re.I
)


def _of_all(text: str, own: str) -> str:
    """What of a clause may date a part of it: how it is now is not of the day of what was done before."""
    if not own.strip() or _STANDS_ALONE.search(own) is None:
        return text
    return ", ".join(part for part in re.split(r"[,;]", text) if part.strip() and not _ITS_OWN.match(part.strip()))
