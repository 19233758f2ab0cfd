"""Red flags in what a user says: those of this hour and those of this day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from osler.consult.extraction.clauses import clauses
from osler.core.language import analyse, sentences
from osler.core.safety import PatientContext, RedFlag, Severity, red_flags
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.triage", "lexicon.yml")


class Alarm(NamedTuple):
    """The red flags of a message: those of this hour and those of this day."""

    now: tuple[RedFlag, ...] = ()
    today: tuple[RedFlag, ...] = ()


def alarm(
    text: str, vocabularies: Vocabularies, context: PatientContext | None = None, *, earlier: Sequence[str] = ()
) -> Alarm:
    """What in a message is happening and must not wait; nothing for a question of general interest.

    `earlier` are the user's messages before it: a headache means another thing to somebody who has just said that she is
    pregnant. What they raised by themselves was answered then.
    """
    lower = text.lower()
    if _TABLE.says(lower, "alarm", "in_general") and not _TABLE.says(lower, "alarm", "now"):
        return Alarm()
    whom = context or PatientContext()
    heard = _heard(text, whom, vocabularies)
    before = [said for said in earlier if tells(said)]
    if before and tells(text):
        known = {flag.rule_id for flag in _heard("\n".join(before), whom, vocabularies)}
        together = _heard("\n".join([*before, text]), whom, vocabularies)
        heard += [flag for flag in together if flag.rule_id not in known | {flag.rule_id for flag in heard}]
    if of_another(text):
        # Whoever is in danger is helped; what can wait for a doctor is told to the one whom it concerns.
        return Alarm(tuple(flag for flag in heard if flag.severity is Severity.URGENT))
    return Alarm(
        tuple(flag for flag in heard if flag.severity is Severity.URGENT),
        tuple(
            flag for flag in heard if flag.severity is Severity.WARNING and flag.standing == "present" and tells(text)
        ),
    )


def of_another(text: str) -> bool:
    """Whether all that a message states is of somebody else."""
    said = clauses(text)
    return bool(said) and all(clause.other for clause in said)


def _heard(text: str, context: PatientContext, vocabularies: Vocabularies) -> list[RedFlag]:
    return list(red_flags((), analyse(text, vocabularies), context=context, vocabularies=vocabularies))


def tells(text: str) -> bool:
    """Whether a message states something; a question tells nothing."""
    asks = _TABLE.pattern("alarm", "asks")
    return any(not asks.match(sentence.text.strip().lower()) for sentence in sentences(text))


def imagined(text: str, verb: str, what: str, vocabularies: Vocabularies) -> Alarm:
    """The red flags of what somebody imagines, as if it were going on: "if I have a stroke" is asked of a stroke now."""
    return max(
        (alarm(said, vocabularies) for said in (text, f"{verb} {what} right now")),
        key=lambda heard: (len(heard.now), len(heard.today)),
    )
