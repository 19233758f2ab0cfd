"""Taking back what was saved and corrected since: the wrong entry stays in the record, marked as entered in error."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

from osler.consult.extraction import Extraction, MeasurementEntry, MedicationEntry, named
from osler.consult.home import SAID_HERE
from osler.consult.record.called import measure_named, words
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import ClinicalTime, Fact, Medication, Observation

_FACTS = {
    "measurements": "observations", "medications": "medications", "supplements": "medications",
    "encounters": "encounters", "operations": "procedures", "conditions": "conditions", "symptoms": "phenotypes",
    "allergies": "allergies",
}  # fmt: skip
"""Where a record holds what each kind of entry becomes; people and places are no facts of the patient."""


def take_back(record: PatientRecord, replaced: Extraction, moment: dt.datetime) -> None:
    """Mark the facts that entries became as entered in error, and undo what they ended."""
    for kind, place in _FACTS.items():
        for entry in getattr(replaced, kind):
            fact = next(_written(getattr(record, place), entry), None)
            if fact is not None:
                fact.status = Status.ENTERED_IN_ERROR
                fact.note = f"corrected on {moment.date().isoformat()}"
            if isinstance(entry, MedicationEntry):
                _go_on(record.medications, entry)


def _written(facts: list[Any], entry: Any) -> Iterator[Fact]:
    """The facts that an entry became, the newest first."""
    for fact in reversed(facts):
        if not fact.id.startswith(SAID_HERE) or fact.status is Status.ENTERED_IN_ERROR:
            continue
        if _is_of(fact, entry):
            yield fact


def _is_of(fact: Fact, entry: Any) -> bool:
    if isinstance(entry, MeasurementEntry) and isinstance(fact, Observation):
        row = measure_named(entry.name)
        same = words(fact.label) == (words(row.name) if row else words(entry.name))
        return same and fact.quantity is not None and fact.quantity.value == entry.value
    return words(fact.label) == named(entry)


def _go_on(medicines: list[Medication], entry: MedicationEntry) -> None:
    """Let the medicines go on that an entry ended: they quote its words."""
    for one in medicines:
        ended = [each for each in one.evidence if each.kind == "span" and each.source_id.startswith(SAID_HERE)]
        if one.status is Status.STOPPED and any(each.quote.lower() == entry.quote.lower() for each in ended):
            start = (one.time.start or one.time.at) if one.time else None
            one.status = Status.ACTIVE
            one.time = ClinicalTime.between(start.date if start else None, None)
            one.evidence = [each for each in one.evidence if each not in ended]
