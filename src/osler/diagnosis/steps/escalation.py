"""What red flags ask for now, as the first steps: each flag of now once, and no more steps than somebody can act on."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.evidence import Span
from osler.core.safety import RedFlag, Severity
from osler.diagnosis.steps.remaining import remaining
from osler.diagnosis.types import NextBestStep

ESCALATIONS = 3
"""Steps that escalate; five are shown, and two of them are for the diagnosis."""
RULES = "red-flag rules"


def escalating_steps(flags: Sequence[RedFlag], told: str) -> list[NextBestStep]:
    """The escalations; `told` is what the notes say, of which nothing is asked for again."""
    steps: list[NextBestStep] = []
    for group in _of_same_words(_to_escalate(flags)):
        first, *others = [_escalation(flag, told) for flag in group]
        steps.append(_together(first, others))
    return _gathered(steps)


def _of_same_words(flags: Sequence[RedFlag]) -> list[list[RedFlag]]:
    """The flags, those that the same words raise together: a limp baby is one emergency, whatever rules name it."""
    groups: list[list[RedFlag]] = []
    for flag in flags:
        known = next((group for group in groups if all(_same_words(flag, other) for other in group)), None)
        if known is None:
            groups.append([flag])
        else:
            known.append(flag)
    return groups


def _to_escalate(flags: Sequence[RedFlag]) -> list[RedFlag]:
    """The flags of now; a warning is none where something urgent was found in the same words."""
    now = [flag for flag in flags if flag.standing != "past"]
    urgent = [flag for flag in now if flag.severity is Severity.URGENT]
    return [flag for flag in now if flag in urgent or not any(_same_words(flag, graver) for graver in urgent)]


def _gathered(escalations: list[NextBestStep]) -> list[NextBestStep]:
    """Escalations in as many steps as somebody can act on; the ones after the first two are said together, none is lost."""
    if len(escalations) <= ESCALATIONS:
        return escalations
    first, rest = escalations[: ESCALATIONS - 1], escalations[ESCALATIONS - 1 :]
    return [*first, _together(rest[0], rest[1:])]


def _together(first: NextBestStep, others: Sequence[NextBestStep]) -> NextBestStep:
    """Escalations as one step that says all of them."""
    if not others:
        return first
    every = [first, *others]
    return first.model_copy(
        update={
            "action": " ".join(dict.fromkeys(step.action for step in every)),
            "rationale": " ".join(step.rationale for step in every),
            "evidence_source": " | ".join(step.evidence_source for step in every),
            "assesses": list(dict.fromkeys(term for step in every for term in step.assesses)),
        }
    )


def _same_words(flag: RedFlag, other: RedFlag) -> bool:
    return any(
        one.source_id == two.source_id and one.start < two.end and two.start < one.end
        for one in flag.triggering_spans
        for two in other.triggering_spans
        if isinstance(one, Span) and isinstance(two, Span)
    )


def _escalation(flag: RedFlag, told: str) -> NextBestStep:
    return NextBestStep(
        rank=1,
        action_type="urgent_escalation",
        action=remaining(flag.recommended_action, told),
        rationale=f"{flag.title}: {flag.reason}",
        urgency="urgent" if flag.severity is Severity.URGENT else "soon",
        evidence_source=f"{RULES} ({flag.rule_id}); {flag.source}",
        assesses=[term.id for term in flag.triggering_terms],
    )
