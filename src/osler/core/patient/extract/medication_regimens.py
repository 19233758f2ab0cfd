"""A regimen as it is written → a medication with dose, route and schedule."""

from __future__ import annotations

from functools import cache

from osler.core.language import Regimen as WrittenRegimen
from osler.core.language import note_kind
from osler.core.patient.extract.findings import codings_of
from osler.core.patient.extract.lexicon import words
from osler.core.patient.types import Coding, Medication, Presence, Quantity, Regimen, Schedule
from osler.core.terminology import SemanticType, Vocabularies

_ROUNDED = 0.01
"""By how much a number of days in a week may be off for rounding."""


def medication_of(written: WrittenRegimen, presence: Presence, vocabularies: Vocabularies) -> Medication:
    name = _name(written)
    is_supplement = words("supplements").search(name) is not None
    return Medication(
        id="medication",
        codings=codings_of(written.concept_ids, vocabularies.names),
        ingredients=_ingredients(name, vocabularies) if " / " in name else [],
        text=written.name if name.casefold() == written.name.casefold() or " / " in name else name,
        presence=presence,
        kind="supplement" if is_supplement else "medication",
    )


def _name(written: WrittenRegimen) -> str:
    """The long form of shorthand that no vocabulary codes, else the name as written."""
    first = written.concept_ids[0] if written.concept_ids else ""
    return first.split(":", 2)[-1] if note_kind(first) else written.name


@cache
def _ingredient(name: str, vocabularies: Vocabularies) -> Coding | None:
    for match in vocabularies.find(name):
        concept = vocabularies.concept(match.concept_ids[0])
        if match.start == 0 and concept is not None and concept.semantic_type is SemanticType.MEDICATION:
            return Coding.of(concept.id, concept.name)
    return None


def _ingredients(names: str, vocabularies: Vocabularies) -> list[Coding]:
    return [coding for name in names.split(" / ") if (coding := _ingredient(name, vocabularies))]


def regimen_of(written: WrittenRegimen) -> Regimen | None:
    schedule = Schedule(
        as_needed=True if written.as_needed else None,
        duration=written.duration or None,
        text=written.frequency or None,
        **_rate(written.times_per_day),
    )
    dose = Quantity(value=written.dose, unit=written.dose_unit or None) if written.dose is not None else None
    high = Quantity(value=written.dose_high, unit=written.dose_unit or None) if written.dose_high is not None else None
    if dose is None and not written.route and not written.strength and schedule == Schedule():
        return None
    return Regimen(
        dose=dose,
        dose_high=high,
        strength=written.strength or None,
        route_text=written.route or None,
        schedule=schedule if schedule != Schedule() else None,
        text=written.text,
    )


def _rate(times_per_day: float | None) -> dict[str, object]:
    """Times a day as FHIR counts them: once in two days is 1, 2, d."""
    if not times_per_day or times_per_day <= 0:
        return {}
    if times_per_day >= 1:
        return {"frequency": round(times_per_day), "period": 1, "period_unit": "d"}
    if times_per_day * 7 >= 1 - _ROUNDED and abs(times_per_day * 7 - round(times_per_day * 7)) < _ROUNDED:
        return {"frequency": round(times_per_day * 7), "period": 7, "period_unit": "d"}
    return {"frequency": 1, "period": round(1 / times_per_day, 2), "period_unit": "d"}
