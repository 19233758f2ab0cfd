"""What a user tells that the record says already: it is neither offered nor written again."""

from __future__ import annotations

from collections.abc import Sequence

from osler.consult.extraction import Extraction, MedicationEntry
from osler.consult.record.called import words
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import Medication


def without_known(found: Extraction, record: PatientRecord) -> tuple[Extraction, Extraction]:
    """What was found without the medicines and supplements that the record holds just so, and these."""
    known = {
        kind: [entry for entry in getattr(found, kind) if is_known(entry, record.medications)]
        for kind in ("medications", "supplements")
    }
    left = {kind: [e for e in getattr(found, kind) if e not in same] for kind, same in known.items()}
    return found.model_copy(update=left), Extraction.model_validate(known)


def is_known(entry: MedicationEntry, medicines: Sequence[Medication]) -> bool:
    """Whether a medicine is recorded as taken in the dose and as often as is told, with nothing new told of it."""
    if entry.status not in {None, "taking"} or entry.date is not None or not (entry.dose or entry.frequency):
        return False
    return any(
        one.status is Status.ACTIVE and words(one.label)[:1] == words(entry.name)[:1] and is_as_told(entry, one)
        for one in medicines
    )


def is_as_told(entry: MedicationEntry, one: Medication) -> bool:
    """Whether the last regimen of a medicine has the dose, the schedule and the route that are told."""
    last = one.regimens[-1] if one.regimens else None
    dose = f"{last.dose.value:g} {last.dose.unit or ''}".strip() if last and last.dose and last.dose.value else None
    often = last.schedule.text if last and last.schedule else None
    told = " ".join((entry.dose or "").lower().replace(",", ".").split())
    same_dose = not told or (dose or "").lower() == told or f" {told} " in f" {one.label.lower()} "
    same_schedule = not entry.frequency or (often or "").lower() == entry.frequency.lower()
    return same_dose and same_schedule and (not entry.route or (last is not None and last.route_text == entry.route))
