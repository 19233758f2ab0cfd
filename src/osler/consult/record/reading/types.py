"""What a question asks of a record."""

from __future__ import annotations

from typing import Literal, NamedTuple

from osler.consult.record.periods import Period

Kind = Literal["condition", "medication", "observation", "procedure", "vaccine", "allergy", "visit", "symptom", "any"]
Intent = Literal[
    "value", "nth", "aggregate", "change", "compare", "trend", "when", "ever", "count", "list", "new", "time_since",
    "after", "repeated", "name", "demographic", "events", "age_at", "dose", "reason", "who", "where", "normal", "most_common", "duration",
    "ratio", "per_period", "range", "interval", "oftener",
]  # fmt: skip
Selector = Literal["last", "first", "before_last", "maximum", "minimum", "average"]
Refusal = Literal["not_in_record", "other_patient", "out_of_scope"]


class Threshold(NamedTuple):
    """A bound that a value is asked to be above or below."""

    above: bool
    value: float
    unit: str | None = None
    inclusive: bool = False
    """Whether the bound itself counts: "6 or more"."""
    of_change: bool = False
    """Whether it bounds how much a value moved: "lost more than 5 kg"."""


class Anchor(NamedTuple):
    """An event of the record that bounds a period: "after my stroke"."""

    edge: Literal["after", "before", "during"]
    phrase: str
    """The words that name it; empty where it is a visit."""
    setting: str | None = None
    """Where the visit was."""
    operated: bool = False
    """Whether it is an operation; without a phrase the last one."""

    @property
    def called(self) -> str:
        """What it is called where it is spoken of."""
        return self.phrase or ("the operation" if self.operated else "the visit")


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
    anchor: Anchor | None = None
    newest: int | None = None
    """How many of the newest values are meant; of the oldest where negative."""
    seen_for: str = ""
    """What the visits were for that are asked about."""
    given_for: str = ""
    """What the medicines were for that are asked about."""
    taken: bool = False
    """Whether medicines are meant that were taken in a period, whenever they were prescribed."""
    unit: str = "d"
    per: Literal["year", "month"] | None = None
    """Whether entries are counted, or values averaged, by the year or the month."""
    in_unit: str = ""
    """The unit that a value is asked for in."""
    form: str = ""
    """The form of the medicines that are meant: inhalers, injections."""
    ratio: tuple[str, str] | None = None
    spread: bool = False
    """Whether the lowest and the highest value are asked for together."""
    earlier: bool = False
    """Whether any earlier value is held against the newest: "was it higher before"."""
    interval: bool = False
    """Whether the time from one entry to the next is asked for."""
    asked: str = ""
    """The question in known words, without its period: what its intent is read from."""
    excluded: str = ""
    """What is to be left out."""
    others: tuple[str, ...] = ()
    """What else in the question may name the concept."""


class Refused(NamedTuple):
    """Why a question is not one that a record answers."""

    reason: Refusal
    unread: bool = False
    """Whether its words were not understood, which says nothing about the record."""
