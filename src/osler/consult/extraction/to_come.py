"""What is to be done on a day that is still to come: an operation or a visit told without a verb of the past."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.extraction.clauses import Clause
from osler.consult.extraction.times import when
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "context.yml")
_WAITS = re.compile(
    r"\b(?:(?:down|listed|pencilled in|penciled in|slated|lined up|put down|booked(?: in)?|scheduled|pre-?op|consented) (?:for|to have)|(?:waiting|operating) list|awaiting|waiting for|set for)\b"
)
"""Words by which something is still to be done."""
_A_DAY = len("2020-01-01")


def is_awaited(clause: Clause, now: dt.datetime) -> bool:
    """Whether a clause names a day to come for what it tells, and nothing of it says that it has been."""
    if clause.planned or _WAITS.search(clause.lower):
        return True
    if _TABLE.says(clause.lower, "visits", "happened"):
        return False
    ahead, before = when(clause.text, now, ahead=True), when(clause.text, now)
    if ahead is None or len(ahead) != _A_DAY or ahead <= now.date().isoformat():
        return False
    if _IS_ON.search(clause.lower) or before is None or len(before) != _A_DAY or before == ahead:
        return True
    return _days(now, ahead) < -_days(now, before)  # of a day without its year the nearer is meant


def _days(now: dt.datetime, day: str) -> int:
    return (dt.date.fromisoformat(day) - now.date()).days


_IS_ON = re.compile(
    r"(?:'s|\b(?:is|are|will be|i have|i've)) (?:(?:due|set|now|coming up|my|an?|the|[\w-]+) ){0,3}?(?:on|in|for|this|next|tomorrow)\b"
)
"""A verb of the present before a day."""
