"""Which entries of a record count for a question: what happened, of the kind and in the period that is asked about."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from osler.consult.record import computing
from osler.consult.record.periods import Period
from osler.consult.record.question import RecordQuestion
from osler.consult.record.reading.table import pattern
from osler.consult.wording.supplement_names import supplement_names

"""The names that statements are read with: what is told as a supplement is found as one."""
_NOT_DONE = {"not-done", "missed"}
_HELD = {"medication", "condition"}
_ENDED = re.compile(r"\b(?:resolved|stopped|discontinued|ended|cured|healed|cleared|finished)\b")
"""What ended in a period, whenever it began."""
_STILL = re.compile(r"\bstill\b")
"""What began in a period and holds now."""


def was_done(entry: dict[str, Any]) -> bool:
    """Whether an entry is there and was not left undone."""
    return computing.is_present(entry) and entry.get("status") not in _NOT_DONE


def is_supplement(entry: dict[str, Any]) -> bool:
    """Whether what is taken is no medicine: said so, or by its name where a format does not tell them apart."""
    return entry["kind"] == "supplement" or supplement_names().search(entry["name"]) is not None


def counts(entry: dict[str, Any], read: RecordQuestion, today: dt.date) -> bool:
    """Whether an entry is something that happened to this patient, in the period that is asked about."""
    if not was_done(entry) or _is_no_operation(entry, read):
        return False
    if read.kind == "visit" and read.setting and not is_there(entry, read.setting):
        return False
    if read.period != Period() and read.kind in _HELD and _STILL.search(read.asked):
        return read.period.holds(entry["date"]) and computing.is_active(entry, read.kind, today)
    if read.period != Period() and read.kind in _HELD and read.ended and _ENDED.search(read.asked):
        ended = entry.get("end_date") or entry["date"]
        return not computing.is_active(entry, read.kind, today) and read.period.holds(ended)
    if read.taken and read.period != Period():
        return computing.was_taken(entry, read.period)
    if _is_status_question(read):
        return computing.is_active(entry, read.kind, today) != read.ended
    other = read.other_period
    return read.period.holds(entry["date"]) or (other is not None and other.holds(entry["date"]))


def is_there(entry: dict[str, Any], setting: str) -> bool:
    """Whether a visit was in a setting; who stayed over night in the emergency department was in hospital."""
    over_night = entry.get("end_date") and entry["date"] and entry["end_date"] > entry["date"]
    return entry["setting"] == setting or bool(setting == "IMP" and entry["setting"] == "EMER" and over_night)


def _is_no_operation(entry: dict[str, Any], read: RecordQuestion) -> bool:
    """Whether operations are asked for and an entry is what is done at every visit."""
    itself = bool(read.phrase) and pattern("operations", "none").search(read.phrase) is not None
    asked = read.kind == "procedure" and not itself and pattern("operations", "asked").search(read.asked)
    return bool(asked) and pattern("operations", "none").search(entry["name"].lower()) is not None


def _is_status_question(read: RecordQuestion) -> bool:
    if read.intent not in {"list", "ever", "count"} or read.period != type(read.period)():
        return False
    return read.kind == "allergy" or (read.kind in {"condition", "medication"} and (read.current or read.ended))
