"""What is known of the patient beside findings: age, sex, pregnancy, values, and the day on which it is asked."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.evidence import Evidence
from osler.core.patient import PatientRecord
from osler.core.patient.types import Observation, earliest_day, latest_day
from osler.core.terminology import Measure, measures

RECENT_DAYS = 30
"""An acute event older than this is history."""
RECENT_DAYS_OF_A_VALUE = 7
"""A value that a text dates further back was treated or measured again since."""


class Reading(BaseModel):
    """A measured value in the measure's own unit."""

    model_config = ConfigDict(frozen=True)

    measure: str
    """The measure's name in the rules: `spo2`, `sbp`, `potassium`."""
    value: float
    day: dt.date | None = None
    evidence: Evidence | None = None


class PatientContext(BaseModel):
    """The facts that decide which rules apply; what is None is taken from the text where it says so."""

    model_config = ConfigDict(frozen=True)

    age_years: float | None = None
    sex: Literal["female", "male"] | None = None
    pregnant: bool | None = None
    readings: list[Reading] = Field(default_factory=list)
    reference: dt.date | None = None
    """The day on which the question is asked; events long before it are history."""

    @property
    def year(self) -> int:
        """The year of now: that of the note, else this one, for a year that is over is over in every note."""
        return (self.reference or dt.datetime.now(tz=dt.UTC).date()).year

    def is_old(self, day: dt.date | None, recent: int = RECENT_DAYS) -> bool:
        """Whether a day is so long before the reference that what happened on it is history."""
        return day is not None and self.reference is not None and (self.reference - day).days > recent


def context_of(record: PatientRecord, *, reference: dt.date | None = None) -> PatientContext:
    """What a record says; by default the reference is the day that the record describes."""
    day = reference or (latest_day(record.as_of) if record.as_of else None)
    sex = record.demographics.sex
    return PatientContext(
        age_years=record.age_at(day),
        sex="female" if sex == "female" else "male" if sex == "male" else None,
        readings=[
            reading
            for observation in record.observations
            if not observation.is_withdrawn and not _is_from_a_note(observation)
            for part in observation.parts()
            for reading in _readings(part, _day(observation))
        ],
        reference=day,
    )


def _is_from_a_note(observation: Observation) -> bool:
    """What was read out of a note is left to the note, which says whether it is denied or past."""
    return any(item.kind == "span" for item in observation.evidence)


def _day(observation: Observation) -> dt.date | None:
    when = observation.time.at.date if observation.time and observation.time.at else None
    return earliest_day(when) if when else None


def _readings(observation: Observation, day: dt.date | None) -> list[Reading]:
    found = observation.quantity
    row = _measure_of(observation) if found else None
    if row is None or found is None or found.value is None:
        return []
    canonical = row.to_canonical(found.value, found.ucum or found.unit or row.unit)
    if canonical is None:
        return []
    evidence = observation.evidence[0] if observation.evidence else None
    return [Reading(measure=row.id.removeprefix("LAB:"), value=canonical, day=day, evidence=evidence)]


def _measure_of(observation: Observation) -> Measure | None:
    codes = {coding.code for coding in observation.codings if coding.system == "LOINC"}
    names = {name.casefold() for name in (observation.text, *(item.display for item in observation.codings)) if name}
    for row in measures():
        if codes & set(row.loinc) or names & {name.casefold() for name in (row.name, *row.synonyms)}:
            return row
    return None
