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
    day = when(clause.text, now, ahead=True)
    return (
        day is not None and len(day) == _A_DAY and day > now.date().isoformat() and _ON.search(clause.lower) is not None
    )


_ON = re.compile(r"\b(?:is|'s|on|for|this|coming|next|tomorrow|from)\b|^(?:my|the|pre-?op)\b")
