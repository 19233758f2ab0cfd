"""Whether a model put the user's own question to the record, and whether its query answers it as the rules do."""

from __future__ import annotations

import datetime as dt
from typing import Any

from osler.consult.record import RecordAnswer, RecordQuestion, measure_named, read_question
from osler.consult.record.called import words
from osler.core.terminology import Vocabularies

OFFLINE = "offline"
"""The name of the mind that goes by rules."""
_ALIKE = (
    "intent", "kind", "period", "other_period", "nth", "threshold", "current", "ended", "setting", "planned", "field",
    "at_least", "against",
)  # fmt: skip
"""What two questions must have in common beside what they are about."""
_LATEST = ("last",)
_STATES = {"number", "string", "date", "bool", "list"}
_NEAR = 0.01


def is_same_question(asked: str, own: str, today: dt.date, vocabularies: Vocabularies) -> bool:
    """Whether a question that a model asked is the user's, read by the rules; one that they cannot read only word for word."""
    if asked.lower().split() == own.lower().split():
        return True
    theirs, ours = (read_question(text, today, vocabularies) for text in (asked, own))
    if not isinstance(theirs, RecordQuestion) or not isinstance(ours, RecordQuestion):
        return False
    if any(getattr(theirs, part) != getattr(ours, part) for part in _ALIKE):
        return False
    return _selected(theirs) == _selected(ours) and _concept(theirs, vocabularies) == _concept(ours, vocabularies)


def _selected(read: RecordQuestion) -> tuple[str, ...]:
    """Which of the values is meant; a value asked for without a word of which is the last."""
    return read.selectors or (_LATEST if read.intent == "value" else ())


def _concept(read: RecordQuestion, vocabularies: Vocabularies) -> frozenset[str]:
    """What a question is about: the measure, else the concepts that its words name, else the words."""
    measured = measure_named(read.phrase) if read.phrase else None
    if measured is not None:
        return frozenset({measured.id})
    named = frozenset(concept for match in vocabularies.find(read.phrase) for concept in match.concept_ids)
    return named or frozenset(words(read.phrase))


def answers_alike(model: RecordAnswer, rules: RecordAnswer) -> bool:
    """Whether a model's answer says what the rules say; where the rules have none there is nothing to hold it against."""
    if model.type == "none" and rules.entries:
        return False  # what the rules speak of is there, whatever they can say of it
    if rules.type == "unanswerable" or (model.type not in _STATES and rules.type not in _STATES):
        return True
    if rules.type in _STATES and model.type not in _STATES:
        return False
    if rules.type not in _STATES:
        return False  # found where the rules found nothing
    if model.entries and set(model.entries) == set(rules.entries) and model.type == rules.type == "list":
        return True
    if rules.type == "list" or model.type == "list":
        return _listed(model.value) == _listed(rules.value)
    return _is_near(model.value, rules.value) or bool(model.entries and set(model.entries) <= set(rules.entries))


def _listed(value: Any) -> set[tuple[str, ...]]:
    return {tuple(words(str(one))) for one in (value if isinstance(value, list) else [value])}


def _is_near(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    try:
        return abs(float(one) - float(other)) <= _NEAR * max(1.0, abs(float(other)))
    except (TypeError, ValueError):
        return str(one)[:10].lower() == str(other)[:10].lower()
