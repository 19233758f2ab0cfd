"""A bracket that says again what its sentence states, behind something that is denied: "depression w/o psychosis (DSM-5 MDD)"."""

from __future__ import annotations

import re

from osler.core.evidence import Span
from osler.core.patient import PatientRecord, Presence
from osler.core.patient.types import Condition, Phenotype
from osler.core.terminology import Vocabularies
from osler.trials.judging.told_at import Told, told_at
from osler.trials.kinship import akin

_BRACKET = re.compile(r"\((?P<inside>[^()]*)$")
_CLASSIFIED = re.compile(r"\s*(?:DSM|ICD|ICHD|WHO|SNOMED|[A-TV-Z]\d{2}(?:\.\d{1,2})?\b)")
"""How a bracket begins that gives the name of a whole diagnosis in a classification."""


def with_restated(record: PatientRecord, vocabularies: Vocabularies) -> PatientRecord:
    """A record in which no denial reaches into a bracket of its own, which names again what stands before the denial.

    The name that a classification gives is a statement; what any other bracket names is neither stated nor denied.
    """
    diseases: list[Condition | Phenotype] = [*record.conditions, *record.phenotypes]
    present = [one for one in diseases if one.presence is Presence.PRESENT]
    if not present or not any("(" in document.text for document in record.documents):
        return record
    states = {id(one): _state(one, present, record, vocabularies) for one in diseases}
    return record.model_copy(
        update={
            "conditions": [
                one.model_copy(update={"presence": state})
                for one in record.conditions
                if (state := states[id(one)]) is not None
            ],
            "phenotypes": [
                one.model_copy(update={"presence": state})
                for one in record.phenotypes
                if (state := states[id(one)]) is not None
            ],
        }
    )


def _state(
    fact: Condition | Phenotype,
    present: list[Condition | Phenotype],
    record: PatientRecord,
    vocabularies: Vocabularies,
) -> Presence | None:
    """Whether a disease is there as its brackets have it; None of one that they leave open."""
    if fact.presence is not Presence.ABSENT:
        return fact.presence
    places = [*told_at(fact, record, vocabularies)]
    brackets = [_BRACKET.search(one.read.text, one.sentence.start, one.span.start) for one in places]
    again = [
        bracket
        for bracket, place in zip(brackets, places, strict=True)
        if bracket is not None
        and any(_is_before(other, bracket.start(), place) and _are_akin(fact, other, vocabularies) for other in present)
    ]
    if not places or len(again) < len(places):
        return fact.presence
    return Presence.PRESENT if all(_CLASSIFIED.match(bracket["inside"]) for bracket in again) else None


def _is_before(other: Condition | Phenotype, bracket: int, place: Told) -> bool:
    return any(
        isinstance(item, Span)
        and item.source_id == place.span.source_id
        and place.sentence.start <= item.start < bracket
        for item in other.evidence
    )


def _are_akin(fact: Condition | Phenotype, other: Condition | Phenotype, vocabularies: Vocabularies) -> bool:
    return any(akin(one.id, two.id, vocabularies) for one in fact.codings for two in other.codings)
