"""Values that others took, told from those that the user told: "the last time at the doctor's"."""

from __future__ import annotations

import re
from typing import Any

from osler.consult.record.asking import is_told
from osler.consult.record.periods import Period
from osler.consult.record.reading.types import RecordQuestion
from osler.yaml_reader import RuleTable

Rows = list[dict[str, Any]]
_TABLE = RuleTable("osler.consult.record", "limits.yml", flags=re.IGNORECASE)
_BESIDE_ANOTHER = frozenset({"compare", "change"})
"""What holds the newest value against another: where that one was taken says nothing of the newest."""


def asks_of_theirs(question: str) -> bool:
    """Whether a question asks for a value that was taken where the patient is treated."""
    return _TABLE.says(question, "taken_there")


def is_own(row: dict[str, Any]) -> bool:
    """Whether a value is one that the user told, and did not say to be of where the patient is treated."""
    return is_told(row) and not asks_of_theirs(str(row.get("note") or ""))


def as_taken_there(read: RecordQuestion, rows: Rows) -> Rows:
    """The entries; where values of others are asked for, without those that the user told, if there are any others."""
    if read.kind != "observation" or not asks_of_theirs(read.text):
        return rows
    theirs = [row for row in rows if not is_own(row)]
    if not theirs or read.intent not in _BESIDE_ANOTHER:
        return theirs or rows
    last = rows[-1]["date"]
    own = [row for row in rows if is_own(row) and row["date"] == last and row["date"] != theirs[-1]["date"]]
    names_a_time = read.period != Period() or read.against or read.anchor or read.other_period
    if not own or names_a_time:
        return [*theirs, *own]
    return [*(row for row in theirs if row["date"] == theirs[-1]["date"]), *own]
