"""Treatments that a note does not deny to have been had, though it denies something of them, and those that it says were not given."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText
from osler.core.patient import PatientRecord, Presence, Status
from osler.core.patient.types import Fact
from osler.core.terminology import Vocabularies
from osler.trials.judging.rules import pattern
from osler.trials.judging.told_at import told_at

_NAMES_A_STUDY = re.compile(
    r"[\s-]*(?:(?!(?:in|on|within|during|for|as|and|or|before|after|by|at)\b)[a-z][\w-]*\s){0,3}(?:trials?|stud(?:y|ies)|protocols?)\b"
)
"""What makes a medicine before it the name of a study: "the palbociclib adjuvant study"."""
_KINDS = ("medications", "procedures", "radiotherapies")


def with_treatments_as_told(record: PatientRecord, vocabularies: Vocabularies) -> PatientRecord:
    """A record in which who did not tolerate a treatment has had it or not, as the rest of the record tells.

    That none is planned, needed or indicated, and that a further one was declined, says nothing of the past.
    """
    changed: dict[str, list[Fact]] = {}
    for kind in _KINDS:
        facts: list[Fact] = getattr(record, kind, [])
        told = [one for fact in facts if (one := _as_told(fact, record, vocabularies)) is not None]
        if len(told) != len(facts) or any(one is not fact for one, fact in zip(told, facts, strict=True)):
            changed[kind] = told
    return record.model_copy(update=changed) if changed else record


def _as_told(fact: Fact, record: PatientRecord, vocabularies: Vocabularies) -> Fact | None:
    clauses = list(_clauses(fact, record, vocabularies))
    if not clauses:
        return fact
    if fact.presence is Presence.ABSENT and all(was_not_borne(*clause) for clause in clauses):
        return fact.model_copy(update={"presence": Presence.PRESENT, "status": Status.STOPPED})
    if fact.presence is Presence.ABSENT and all(denies_something_else(*clause) for clause in clauses):
        return None
    if all(_NAMES_A_STUDY.match(after) for _, after in clauses):
        # A study is called after its drug, and who has heard of it has not had it.
        return None
    if fact.presence is Presence.PRESENT and all(pattern("not_had", "given").match(after) for _, after in clauses):
        return fact.model_copy(update={"presence": Presence.ABSENT, "status": None, "time": None})
    return fact


def denies_something_else(before: str, after: str) -> bool:
    """Whether the words of a sentence before a treatment or behind it deny a plan, a need or an effect, and not that it was had."""
    own, rest = (pattern("not_had", "parted").split(words.casefold()) for words in (before, after))
    if pattern("not_had", "one_more").search(own[-1]):
        return True
    if pattern("not_had", "never_needed").search(own[-1]):
        return False
    return bool(pattern("not_had", "before").search(own[-1]) or pattern("not_had", "after").match(rest[0]))


def was_not_borne(before: str, behind: str) -> bool:
    """Whether the words before a medicine say that it was not borne, or that it could not be taken for what it did."""
    if pattern("failure", "not_borne_before").search(before):
        return True
    could_not = pattern("failure", "not_taken_before").search(before)
    return could_not is not None and pattern("failure", "for_what_it_did").match(behind) is not None


def is_of_something_else(read: AnalysedText, start: int, end: int) -> bool:
    """Whether the sentence of a name denies a plan, a need or an effect of it, and not that it was had."""
    sentence = read.sentence_holding(start)
    return sentence is not None and denies_something_else(
        read.text[sentence.start : start], read.text[end : sentence.end]
    )


def _clauses(fact: Fact, record: PatientRecord, vocabularies: Vocabularies) -> list[tuple[str, str]]:
    """What stands before and behind each mention of a fact, within its sentence; nothing where it rests on more than notes."""
    told = list(told_at(fact, record, vocabularies))
    if len(told) < len(fact.evidence):
        return []
    return [
        (
            one.read.text[one.sentence.start : one.span.start].casefold(),
            one.read.text[one.span.end : one.sentence.end].casefold(),
        )
        for one in told
    ]
