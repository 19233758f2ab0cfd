"""What code computed of an answer beside its entries, in words that a sentence may use: that a value is the latest, or how many there are."""

from __future__ import annotations

import re

from osler.consult.record.answers import RecordAnswer

_LATEST = re.compile(r"\b(last|latest|newest|most recent|current(?:ly)?|now)\b", re.IGNORECASE)
_EXTREME = re.compile(r"(?P<which>highest|lowest|first) value")
_PARTS_OF_ONE = ("systolic", "diastolic")
"""The entries that one reading may stand in."""
_DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_ANY_TIME = "any time"
_YEAR = re.compile(r"\d{4}(?:-\d\d)?")


def as_computed(answer: RecordAnswer, question: str) -> RecordAnswer:
    """An answer whose support says what code found of it: the latest, the highest of all, the number of them."""
    if not answer.is_computed:
        return answer.model_copy(update={"whole": []})  # no model can say so of its own answer
    lead = ""
    operation, *bounds = answer.understood.split(" · ")
    if len(answer.entries) <= len(_PARTS_OF_ONE):
        extreme = _EXTREME.fullmatch(operation) if bounds[1:] == [_ANY_TIME] else None
        latest = bounds[-1:] == [_ANY_TIME] and _LATEST.search(question)  # the last of a year is not the latest of all
        lead = extreme["which"] if extreme else "latest" if latest else ""
    newest = max((day for line in answer.support for day in _DAY.findall(line)[:1]), default="")
    return answer.model_copy(
        update={
            "support": [
                f"{lead} {line}".lstrip() if lead != "latest" or _DAY.findall(line)[:1] in ([], [newest]) else line
                for line in answer.support
            ],
            "whole": _counted(answer, operation, bounds),
        }
    )


def _counted(answer: RecordAnswer, operation: str, bounds: list[str]) -> list[str]:
    """How many there are of what, and when, where nothing else bounds the count."""
    if operation != "how many" or answer.type != "number" or len(bounds) != 2:
        return []
    thing, period = bounds
    when = "recorded" if period == _ANY_TIME else f"in {period}" if _YEAR.fullmatch(period) else period
    return [f"{answer.value:g} {thing} {when}, {answer.value:g} times"]
