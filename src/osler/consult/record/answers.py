"""What a question to a record is answered with: a value, its unit, the entries it rests on, and a sentence."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any, Literal

from pydantic import BaseModel, Field, PrivateAttr

AnswerType = Literal["number", "string", "date", "bool", "list", "none", "unanswerable"]
Reason = Literal["not_in_record", "other_patient", "out_of_scope"]


class RecordAnswer(BaseModel):
    """An answer from the record. `none`: the record holds such things, but not this one."""

    type: AnswerType
    value: Any = None
    unit: str | None = None
    comparator: str | None = None
    """Where a value is only a bound of what was measured: <, <=, > or >=."""
    reason: Reason | None = None
    """Why a question is unanswerable."""
    entries: list[str] = Field(default_factory=list)
    """The ids of the entries that justify it."""
    support: list[str] = Field(default_factory=list)
    """The entries in words: name, value, unit, day, status."""
    components: dict[str, float] | None = None
    trend: str | None = None
    text: str = ""
    """The answer as a sentence."""
    understood: str = ""
    """How the question was read: what was looked for, of what, when."""
    whole: list[str] = Field(default_factory=list)
    """What code found of all entries together, in words: how many of them there are."""
    _computed: bool = PrivateAttr(default=False)

    @property
    def is_computed(self) -> bool:
        """Whether code worded it from the rows; no model can say so of its own answer."""
        return self._computed

    def computed(self) -> RecordAnswer:
        """This answer, as one that code worded."""
        self._computed = True
        return self


def unanswerable(reason: Reason) -> RecordAnswer:
    """No answer, and why."""
    said = {
        "not_in_record": "The record has no place for this.",
        "other_patient": "This is about somebody else; only this patient's record can be asked.",
        "out_of_scope": "This is not a question that a record can answer.",
    }
    return RecordAnswer(type="unanswerable", reason=reason, text=said[reason])


UNREAD = (
    "I could not read this as a question about something in the record. It can be asked about conditions, medicines, "
    "measured values, tests and procedures, vaccines, allergies, visits and the person."
)
NOT_FOUND = "I could not read “{words}” as the name of anything in this record."


def unread(words: str = "") -> RecordAnswer:
    """No answer because the question, or the words for what it is about, were not understood."""
    text = f"{NOT_FOUND.format(words=words)} Please name it otherwise." if words else UNREAD
    return RecordAnswer(type="unanswerable", reason="not_in_record", text=text)


def names_unread(answer: RecordAnswer) -> bool:
    """Whether an answer says which words were not read."""
    return answer.type == "unanswerable" and answer.text.startswith(NOT_FOUND.partition("“")[0])


def unread_number(said: str) -> RecordAnswer:
    """No answer because it is not clear what a number is to the question: a yes that leaves it out would be false."""
    text = f"I could not read what is asked of {said}. Ask whether a value was above, below or at it."
    return RecordAnswer(type="unanswerable", reason="not_in_record", text=text)


def nothing(text: str = "There is no such entry in the record.") -> RecordAnswer:
    """The record holds this kind of thing, but no entry fits."""
    return RecordAnswer(type="none", text=text)


_OFTEN = re.compile(r"(\d+) per (?:(\d+(?:\.\d+)?) )?(h|d|wk|mo|a)")
_TIMES = {1: "once", 2: "twice"}
_EACH = {"h": "hour", "d": "day", "wk": "week", "mo": "month", "a": "year"}
_KIND_BY_PROPERTY = {
    "criticality": "allergy",
    "dose_unit": "medicine",
    "severity": "condition",
    "dose_number": "vaccine",
}
"""Which kind of entry a row is of, by a property that only this kind has."""


def entry_line(row: dict[str, Any], *, earlier: bool = False) -> str:
    """An entry in words, from what a query returned of it; one in whose place a later one stands is called earlier."""
    hidden = {"uuid", "type", "panel", "time", "category", "comparator", "encounter", "note"}
    said = {
        "end_date": "until {}",
        "reason": "for {}",
        "low": "reference range from {}",
        "high": "to {}",
        "dose_number": "dose {}",
    }
    kind = next((name for key, name in _KIND_BY_PROPERTY.items() if key in row), "")
    said["value"] = f"{row.get('comparator') or ''}{{}}"
    parts = [
        said.get(key, "{}").format(schedule(value) if key == "frequency" and isinstance(value, str) else value)
        for key, value in row.items()
        if key not in hidden and value not in (None, "", "final")
    ]
    return " ".join([*parts, *([kind] if kind else []), *(["earlier"] if earlier else [])])


def schedule(frequency: str) -> str:
    """A schedule in words: "2 per d" is twice a day."""
    match = _OFTEN.fullmatch(frequency)
    if match is None:
        return frequency
    times, every, unit = int(match[1]), match[2], _EACH[match[3]]
    if every and times == 1:
        return f"every {every} {unit}s"
    return f"{_TIMES.get(times, f'{times} times')} {f'every {every} {unit}s' if every else f'a {unit}'}"


def shown(value: Any) -> str:
    """A value as a reader wants it."""
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(value)
