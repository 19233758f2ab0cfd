"""A bracket that says again what its sentence states, behind something that is denied: "depression w/o psychosis (DSM-5 MDD)"."""

from __future__ import annotations

import re
from typing import TypeVar

from osler.core.evidence import Span
from osler.core.patient import PatientRecord, Presence
from osler.core.patient.types import Condition, Phenotype
from osler.core.terminology import Vocabularies
from osler.trials.judging.told_at import Told, told_at
from osler.trials.kinship import akin

_Disease = TypeVar("_Disease", Condition, Phenotype)
_BRACKET = re.compile(r"\((?P<inside>[^()]*)$")
_CLASSIFIED = re.compile(r"\s*(?:DSM|ICD|ICHD|WHO|SNOMED|[A-TV-Z]\d{2}(?:\.\d{1,2})?\b)")
"""How a bracket begins that gives the name of a whole diagnosis in a classification."""


def with_restated(record: PatientRecord, vocabularies: Vocabularies) -> PatientRecord:
    """A record in which no denial reaches into a bracket of its own, which names again what stands before the denial.

    The name that a classification gives is a statement; what any other bracket names is neither stated nor denied.
    """
    present = [one for one in (*record.conditions, *record.phenotypes) if one.presence is Presence.PRESENT]
    if not present or not any("(" in document.text for document in record.documents):
        return record
    changed = {
        "conditions": [one for fact in record.conditions if (one := _as_told(fact, present, record, vocabularies))],
        "phenotypes": [one for fact in record.phenotypes if (one := _as_told(fact, present, record, vocabularies))],
    }
    return record.model_copy(update=changed)


def _as_told(
    fact: _Disease, present: list[Condition | Phenotype], record: PatientRecord, vocabularies: Vocabularies
) -> _Disease | None:
    """A fact as its brackets have it; None of one that they leave open."""
    if fact.presence is not Presence.ABSENT:
        return fact
    places = [*told_at(fact, record, vocabularies)]
    brackets = [_BRACKET.search(one.read.text, one.sentence.start, one.span.start) for one in places]
    if not places or not all(brackets):
        return fact
    if not all(
        any(_is_before(other, bracket.start(), one) and _are_akin(fact, other, vocabularies) for other in present)
        for bracket, one in zip(brackets, places, strict=True)
        if bracket is not None
    ):
        return fact
    stated = all(bracket is not None and _CLASSIFIED.match(bracket["inside"]) for bracket in brackets)
    return fact.model_copy(update={"presence": Presence.PRESENT}) if stated else None


def _is_before(other: Condition | Phenotype, bracket: int, place: Told) -> bool:
    return any(
        isinstance(item, Span)
        and item.source_id == place.span.source_id
        and place.sentence.start <= item.start < bracket
        for item in other.evidence
    )


def _are_akin(fact: Condition | Phenotype, other: Condition | Phenotype, vocabularies: Vocabularies) -> bool:
    return any(akin(one.id, two.id, vocabularies) for one in fact.codings for two in other.codings)
