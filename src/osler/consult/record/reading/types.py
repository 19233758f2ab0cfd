"""What a question asks of a record."""

from __future__ import annotations

from typing import Literal, NamedTuple

from osler.consult.record.periods import Period

Kind = Literal["condition", "medication", "observation", "procedure", "vaccine", "allergy", "visit", "symptom", "any"]
Intent = Literal[
    "value", "nth", "aggregate", "change", "compare", "trend", "when", "ever", "count", "list", "new", "time_since",
    "after", "repeated", "name", "demographic", "events", "age_at", "dose", "reason", "who", "where", "normal", "most_common",
]  # fmt: skip
Selector = Literal["last", "first", "before_last", "maximum", "minimum", "average"]
Refusal = Literal["not_in_record", "other_patient", "out_of_scope"]


class Threshold(NamedTuple):
    """A bound that a value is asked to be above or below."""

    above: bool
    value: float


class RecordQuestion(NamedTuple):
    """What a question asks of a record."""

    text: str
    intent: Intent
    kind: Kind
    phrase: str
    """The words that name a concept; empty when the whole kind is meant."""
    period: Period
    other_period: Period | None = None
    selectors: tuple[Selector, ...] = ()
    nth: int | None = None
    threshold: Threshold | None = None
    current: bool = False
    ended: bool = False
    setting: str | None = None
    planned: bool = False
    field: str = ""
    """The field of the person that is asked for."""
    at_least: int | None = None
    against: Period | None = None
    """The period with whose values the newest is compared: "better than in October"."""
    unit: str = "d"
    asked: str = ""
    """The question in known words, without its period: what its intent is read from."""
    others: tuple[str, ...] = ()
    """What else in the question may name the concept."""


class Refused(NamedTuple):
    """Why a question is not one that a record answers."""

    reason: Refusal
