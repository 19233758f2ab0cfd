"""How rules are applied to a patient: the causes that meet their conditions, and the flags that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from osler.core.evidence import Evidence
from osler.core.safety.conditions import (
    COMPARE,
    AgeCondition,
    Condition,
    FindingCondition,
    SexCondition,
    ValueCondition,
)
from osler.core.safety.ruleset import Rule, Trigger
from osler.core.safety.types import RedFlag, Severity, Standing, TriggeringTerm

ADULT_YEARS = 30.0
"""Whoever says nothing of an age is taken for an adult, neither young nor old."""


HISTORY = "Confirm that it is over and was followed up; nothing to do now unless it is back."
"""What to do about an emergency that is told as history."""

Place = tuple[str, int, int]
"""A source and the characters in it."""


class Cause(NamedTuple):
    """Something that can set off a rule: a coded term, a stretch of a note, or both."""

    identity: str
    """What makes two causes the same finding: the term's id or the phrase."""
    standing: Standing = "present"
    term: TriggeringTerm | None = None
    lineage: frozenset[str] = frozenset()
    """The term and everything above it."""
    span: Evidence | None = None
    sentence: int | None = None
    chronic: bool = False
    """Whether it has been so for long; a sign of an emergency is new."""
    lasting: bool = False
    """Whether the words directly beside it say so ("long-standing"); then even a named emergency is no new one."""
    dated_old: bool = False
    """Whether it is told as past and a time that is over dates it."""
    words: frozenset[str] = frozenset()
    """The words of a phrase, without what lies between them."""
    value: str = ""
    """A value of the record in words."""

    @property
    def place(self) -> Place | None:
        """Where in which text it stands."""
        span = self.span
        return (span.source_id, span.start, span.end) if span is not None and span.kind == "span" else None

    def same_as(self, other: Cause) -> bool:
        """Whether two causes are one finding: the same term, the words of one among those of the other, or one place.

        "Lip and tongue swollen" is two findings, though one word belongs to both.
        """
        if self.words and other.words:
            return self.words <= other.words or other.words <= self.words
        mine, theirs = self.place, other.place
        overlap = mine and theirs and mine[0] == theirs[0] and mine[1] < theirs[2] and theirs[1] < mine[2]
        return bool(overlap) or self.identity == other.identity


class MeasuredCause(NamedTuple):
    """A measured value as a cause."""

    cause: Cause
    measure: str
    value: float
    comparator: str = "="

    def meets(self, condition: ValueCondition) -> bool:
        """Whether the value is on the condition's side of the threshold."""
        if self.measure != condition.measure:
            return False
        if self.comparator[0] in "<>" and self.comparator[0] != condition.sign[0]:
            return False
        return COMPARE[condition.sign](self.value, condition.threshold)


class Patient(NamedTuple):
    """What the conditions ask of: how to find causes, the values, age and sex."""

    direct: Callable[[Rule], list[Cause]]
    """The causes that fit a rule's own codes and phrases."""
    named: Callable[[str], list[Cause]]
    """The causes that are a named finding."""
    values: Sequence[MeasuredCause]
    age_years: float | None
    sex: str | None


class _Found(dict[str, list[Cause]]):
    """The causes of every finding that was asked for: of hundreds of alternatives nearly all fail by the first of theirs."""

    def __init__(self, named: Callable[[str], list[Cause]]) -> None:
        super().__init__()
        self._named = named

    def __missing__(self, name: str) -> list[Cause]:
        self[name] = self._named(name)
        return self[name]


def apply_rules(rules: Iterable[Rule], patient: Patient) -> list[RedFlag]:
    """The flags of all rules that fire: gravest first, of these what is treated on the spot, then what names its cause.

    A rule for a cause silences those whose action is another: in hereditary angioedema the adrenaline of anaphylaxis.
    """
    flags = []
    silenced: set[str] = set()
    found = _Found(patient.named)
    for rule in sorted(rules, key=_rank):
        causes = [cause for cause in patient.direct(rule) if _counts(cause, rule)]
        for alternative, names in zip(rule.alternatives, rule.named, strict=True):
            if causes and any(cause.standing == "present" for cause in causes):
                break
            if all(map(found.__getitem__, names)):
                causes = _met(alternative, patient) or causes
        if causes:
            flags.append(_flag(rule, causes))
            if flags[-1].standing == "present":
                silenced.update(rule.instead_of)
    kept = (flag for flag in flags if flag.rule_id not in silenced)
    return sorted(kept, key=lambda flag: flag.severity is not Severity.URGENT)


def _rank(rule: Rule) -> tuple[bool, bool, bool]:
    return not rule.at_once, rule.general, not rule.instead_of


def _counts(cause: Cause, rule: Rule) -> bool:
    # A suspicion is worth a warning only where the thing suspected would be an emergency, and so is a memory, unless the
    # rule says what to ask about it.
    if rule.severity is Severity.URGENT or cause.standing == "present":
        return True
    return cause.standing == "past" and bool(rule.history)


def _met(alternative: Sequence[Condition], patient: Patient) -> list[Cause]:
    """One cause for each condition of an alternative, all different; empty when that cannot be."""
    groups: list[list[Cause]] = []
    measured = []
    for condition in alternative:
        if isinstance(condition, FindingCondition) and not condition.absent:
            causes = _qualified(condition, patient)
        elif isinstance(condition, ValueCondition):
            causes = [value.cause for value in patient.values if value.meets(condition)]
            causes.sort(key=lambda cause: cause.standing != "present")
            measured.append(len(groups))
        elif _holds(condition, patient):
            continue
        else:
            return []
        if not causes:
            return []
        groups.append(causes)
    met = _one_of_each(groups)
    # A known disease is of today, but a value of last year beside it makes no crisis of today.
    told = next((met[place].standing for place in measured if met and met[place].standing != "present"), None)
    return [cause._replace(standing=told) for cause in met] if told else met


def _holds(condition: Condition, patient: Patient) -> bool:
    """Whether a condition holds that no cause has to be shown for."""
    if isinstance(condition, AgeCondition):
        age = ADULT_YEARS if patient.age_years is None else patient.age_years
        return COMPARE[condition.sign](age, condition.years)
    if isinstance(condition, SexCondition):
        return patient.sex in (None, condition.sex)
    return isinstance(condition, FindingCondition) and not patient.named(condition.finding)


def _qualified(condition: FindingCondition, patient: Patient) -> list[Cause]:
    """The causes that are a finding, and beside which the same sentence has every qualifier."""
    causes = patient.named(condition.finding)
    for name in condition.qualifiers:
        if not causes:
            break
        sentences = {cause.sentence for cause in patient.named(name)}
        causes = [cause for cause in causes if cause.sentence in sentences]
    return causes


def _one_of_each(groups: Sequence[Sequence[Cause]]) -> list[Cause]:
    """One cause of each group, all of different findings; empty when that cannot be."""
    if not groups:
        return []
    for cause in groups[0]:
        if len(groups) == 1:
            return [cause]
        rest = _one_of_each([[c for c in group if not c.same_as(cause)] for group in groups[1:]])
        if rest:
            return [cause, *rest]
    return []


def _flag(rule: Rule, causes: Sequence[Cause]) -> RedFlag:
    standing: Standing = min((cause.standing for cause in causes), key=("present", "past", "suspected").index)
    acted_on = standing == "present" or (standing == "suspected" and rule.on_suspicion)
    return RedFlag(
        severity=rule.severity if acted_on else Severity.WARNING,
        rule_id=rule.id,
        title=titled(rule.title, standing),
        triggering_terms=list(dict.fromkeys(cause.term for cause in causes if cause.term)),
        triggering_spans=list(dict.fromkeys(cause.span for cause in causes if cause.span)),
        triggering_values=list(dict.fromkeys(cause.value for cause in causes if cause.value)),
        standing=standing,
        recommended_action=_action(rule, standing),
        reason=rule.reason,
        source=rule.source,
    )


def titled(title: str, standing: Standing) -> str:
    """A rule's title as far as the text goes: what is only told of the past or suspected says so."""
    if standing == "present" or (standing == "suspected" and title.startswith(("Suspected", "Possible", "Probable"))):
        return title
    return f"{title} ({'told as history' if standing == 'past' else 'suspected'})"


def _action(rule: Rule, standing: Standing) -> str:
    if standing != "past":
        return rule.action
    return rule.history or (HISTORY if rule.severity is Severity.URGENT else rule.action)


def matching(causes: Iterable[Cause], trigger: Trigger, except_subtrees: Iterable[str] = ()) -> list[Cause]:
    """The causes whose term a trigger names."""
    excepted = frozenset(except_subtrees)
    return [
        cause
        for cause in causes
        if cause.lineage
        and (cause.identity in trigger.terms or not cause.lineage.isdisjoint(trigger.subtrees))
        and cause.lineage.isdisjoint(excepted)
    ]
