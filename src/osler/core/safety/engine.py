"""How rules are applied to causes: coded findings and what a note asserts, in one way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from osler.core.evidence import Span
from osler.core.safety.rules import Rule, Trigger
from osler.core.safety.types import RedFlag, Severity, Standing, TriggeringTerm


class Cause(NamedTuple):
    """Something that can set off a rule: a coded term, a stretch of a note, or both."""

    identity: str
    """What makes two causes the same finding: the term's id or the phrase."""
    standing: Standing = "present"
    term: TriggeringTerm | None = None
    lineage: frozenset[str] = frozenset()
    """The term and everything above it."""
    span: Span | None = None


Finder = Callable[[Rule, Trigger], list[Cause]]
"""The causes that fit a rule's own trigger or one group of its combination."""


def apply_rules(rules: Iterable[Rule], find: Finder) -> list[RedFlag]:
    """The flags of all rules that fire, gravest first, otherwise in the order of the rules."""
    flags = []
    for rule in rules:
        if rule.combination:
            present = [[c for c in find(rule, group) if c.standing == "present"] for group in rule.combination]
            causes = _one_of_each(present)
        else:
            causes = [cause for cause in find(rule, rule) if _counts(cause, rule)]
        if causes:
            flags.append(_flag(rule, causes))
    return sorted(flags, key=lambda flag: flag.severity is not Severity.URGENT)


def _counts(cause: Cause, rule: Rule) -> bool:
    # A suspicion is worth a warning only where the thing suspected would be an emergency.
    return cause.standing != "suspected" or rule.severity is Severity.URGENT


def _one_of_each(groups: Sequence[Sequence[Cause]]) -> list[Cause]:
    """One cause of each group, all of different findings; empty when that cannot be."""
    if not groups:
        return []
    for cause in groups[0]:
        if len(groups) == 1:
            return [cause]
        rest = _one_of_each([[c for c in group if c.identity != cause.identity] for group in groups[1:]])
        if rest:
            return [cause, *rest]
    return []


def _flag(rule: Rule, causes: Sequence[Cause]) -> RedFlag:
    standing: Standing = min((cause.standing for cause in causes), key=("present", "past", "suspected").index)
    return RedFlag(
        severity=rule.severity if standing == "present" else Severity.WARNING,
        rule_id=rule.id,
        title=rule.title,
        triggering_terms=list(dict.fromkeys(cause.term for cause in causes if cause.term)),
        triggering_spans=list(dict.fromkeys(cause.span for cause in causes if cause.span)),
        standing=standing,
        recommended_action=rule.action,
        reason=rule.reason,
        source=rule.source,
    )
