"""Days that a sentence tells roughly, as those of the entries that it cites: the end of 2020, the summer of 2015, a year later."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable

from osler.consult.record.time_words import PARTS, SEASONS

_PART = re.compile(
    rf"\b(?:(?P<lead>since|by|until|from) |(?:at|in|around|towards|during) )?(?:the )?(?P<part>{'|'.join(sorted((*PARTS, *SEASONS), key=len, reverse=True))})(?:-| in | of | )(?:the year )?(?P<year>(?:19|20)\d\d)(?:-(?P<month>\d\d))?(?![\d-])",
    re.IGNORECASE,
)
_THAT = re.compile(
    r"(?P<told>\b(?P<month>(?P<year>(?:19|20)\d\d)-\d\d)\b[^.;]*\bof )(?:that|the same) (?P<unit>month|year)\b",
    re.IGNORECASE,
)
"""The end of that month, told of a day before it."""
_LATER = re.compile(r"(?P<day>(?:19|20)\d\d(?:-\d\d){0,2})(?P<between>[^.;]*?) (?:a|one) year (?P<way>later|earlier)\b")
_THIRDS = {"early": (1, 10), "beginning": (1, 10), "start": (1, 10), "mid": (11, 20), "middle": (11, 20), "late": (21, 31), "end": (21, 31)}  # fmt: skip
_A_YEAR = range(305, 426)
"""Days that make about a year."""


def with_days(text: str, known: Iterable[str]) -> str:
    """A sentence in which a rough day stands as the one day of the entries that it can be; as it was where none or several can."""
    days = sorted({day for day in known if len(day) == len("2020-01-01")})

    def put(match: re.Match[str]) -> str:
        meant = [day for day in days if _is_in(day, match)]
        lead = {"since": "since", "until": "until", "from": "from"}.get((match["lead"] or "").lower(), "on")
        return f"{lead} {meant[0]}" if len(meant) == 1 else match.group()

    def later(match: re.Match[str]) -> str:
        step = 1 if match["way"].lower() == "later" else -1
        own = [dt.date.fromisoformat(day) for day in days if day.startswith(match["day"])]
        meant = {day for day in days for one in own if (dt.date.fromisoformat(day) - one).days * step in _A_YEAR}
        return f"{match['day']}{match['between']} on {meant.pop()}" if len(meant) == 1 else match.group()

    text = _THAT.sub(lambda match: f"{match['told']}{match[match['unit'].lower()]}", text)
    return _LATER.sub(later, _PART.sub(put, text))


def _is_in(day: str, match: re.Match[str]) -> bool:
    part, year, month = match["part"].lower(), int(match["year"]), match["month"]
    if month is not None:
        first, last = _THIRDS.get(part, (1, 0))
        return day[:7] == f"{year}-{month}" and first <= int(day[8:]) <= last
    begins, length = PARTS.get(part) or SEASONS[part]
    since = (int(day[:4]) - year) * 12 + int(day[5:7]) - begins
    return 0 <= since < length
