"""Regimens of a text → medications and supplements."""

from __future__ import annotations

from osler.core.language import AnalysedText, Experiencer, Mention, Polarity, SectionKind
from osler.core.language import Regimen as WrittenRegimen
from osler.core.patient.extract.findings import codings_of
from osler.core.patient.extract.lexicon import words
from osler.core.patient.extract.times import onset_time
from osler.core.patient.types import (
    Medication,
    PatientRecord,
    Presence,
    Quantity,
    Regimen,
    Schedule,
    Status,
)
from osler.core.terminology import vocabulary

_NOT_TAKEN = (SectionKind.ALLERGIES, SectionKind.IMMUNISATIONS, SectionKind.FAMILY_HISTORY)


def add_medications(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add every drug that the note says the patient takes, took, will take or does not take."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    mentions = {mention.start: mention for mention in analysed.mentions if mention.origin == "vocabulary"}
    # "Lactate 3.1 mmol/L" is a result, although lactate is also given as a drug.
    results = {quantity.start for quantity in analysed.quantities if quantity.analyte}
    known: dict[tuple[str, Presence], Medication] = {}
    for written in analysed.medications:
        mention = mentions.get(written.start)
        presence = _presence(mention)
        if presence is None or analysed.section_at(written.start).kind in _NOT_TAKEN or written.start in results:
            continue
        key = (written.concept_ids[0] if written.concept_ids else written.name.casefold(), presence)
        medication = known.get(key)
        if medication is None:
            known[key] = medication = _medication(written, len(record.medications) + len(known) + 1, presence)
        medication.evidence.append(document.span(written.start, written.end))
        regimen = _regimen(written)
        if regimen is not None and regimen not in medication.regimens:
            medication.regimens.append(regimen)
        _add_state(medication, mention, analysed)
    record.medications += known.values()


def _presence(mention: Mention | None) -> Presence | None:
    if mention is None:
        return Presence.PRESENT
    polarity, experiencer = mention.assertion.polarity, mention.assertion.experiencer
    if experiencer is not Experiencer.PATIENT or polarity is Polarity.HYPOTHETICAL:
        return None
    return {Polarity.NEGATED: Presence.ABSENT, Polarity.POSSIBLE: Presence.POSSIBLE}.get(polarity, Presence.PRESENT)


def _medication(written: WrittenRegimen, number: int, presence: Presence) -> Medication:
    terms = vocabulary()
    is_supplement = words("supplements").search(written.name) is not None
    return Medication(
        id=f"medication-{number}",
        codings=codings_of(written.concept_ids, terms),
        text=written.name,
        presence=presence,
        kind="supplement" if is_supplement else "medication",
    )


def _regimen(written: WrittenRegimen) -> Regimen | None:
    schedule = Schedule(
        as_needed=True if written.as_needed else None,
        text=written.frequency or None,
        **_rate(written.times_per_day),
    )
    dose = Quantity(value=written.dose, unit=written.dose_unit or None) if written.dose is not None else None
    if dose is None and not written.route and schedule == Schedule():
        return None
    return Regimen(
        dose=dose,
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
    return {"frequency": 1, "period": round(1 / times_per_day, 2), "period_unit": "d"}


def _add_state(medication: Medication, mention: Mention | None, analysed: AnalysedText) -> None:
    """Whether it is taken now, and since when, as far as the text says."""
    if mention is None or medication.presence is not Presence.PRESENT:
        return
    if medication.time is None:
        medication.time = onset_time(analysed.timing_of(mention))
    if medication.status is None:
        medication.status = _status(mention)


def _status(mention: Mention) -> Status | None:
    if mention.assertion.historical or mention.assertion.resolved:
        return Status.STOPPED
    if mention.section is SectionKind.MEDICATIONS:
        return Status.ACTIVE
    return Status.PLANNED if mention.section in (SectionKind.PLAN, SectionKind.INSTRUCTIONS) else None
