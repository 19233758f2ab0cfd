"""The patient record: every fact of one patient, and the questions that others ask of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import chain

from pydantic import Field

from osler.core.evidence import Source
from osler.core.patient.types.base import Part
from osler.core.patient.types.cancer import Biomarker, Cancer, Radiotherapy, TherapyLine
from osler.core.patient.types.care import Appointment, Encounter, Organisation, Practitioner
from osler.core.patient.types.demographics import Demographics
from osler.core.patient.types.document import Document
from osler.core.patient.types.facts import (
    Allergy,
    Condition,
    Denial,
    Fact,
    FamilyHistory,
    Immunisation,
    Phenotype,
    Procedure,
)
from osler.core.patient.types.genetics import GeneticTest, GenomicInterpretation
from osler.core.patient.types.identifying import KnownIdentifier, identifying_strings
from osler.core.patient.types.measures import Observation
from osler.core.patient.types.medication import Medication
from osler.core.patient.types.status import Presence, Status
from osler.core.patient.types.time import DAYS_PER_YEAR, PartialDate, duration_years, earliest_day, latest_day

FACT_LISTS = (
    "conditions",
    "phenotypes",
    "observations",
    "medications",
    "procedures",
    "encounters",
    "appointments",
    "allergies",
    "immunisations",
    "family_history",
    "genetic_tests",
    "genomic_interpretations",
    "cancers",
    "biomarkers",
    "therapy_lines",
    "radiotherapies",
)
"""The fields of a record that hold facts, in the order in which they are shown."""

# What an answer is when several facts speak of the same thing: a finding outweighs a denial.
_WEIGHT = (Presence.PRESENT, Presence.POSSIBLE, Presence.ABSENT, Presence.UNKNOWN)


class PatientRecord(Part):
    """Everything that is known of one patient, whichever format it came in."""

    id: str
    as_of: PartialDate | None = None
    """The day the record describes: the last encounter, or the date of the note."""
    demographics: Demographics = Field(default_factory=Demographics)
    documents: list[Document] = Field(default_factory=list)
    conditions: list[Condition] = Field(default_factory=list)
    phenotypes: list[Phenotype] = Field(default_factory=list)
    observations: list[Observation] = Field(default_factory=list)
    medications: list[Medication] = Field(default_factory=list)
    procedures: list[Procedure] = Field(default_factory=list)
    encounters: list[Encounter] = Field(default_factory=list)
    appointments: list[Appointment] = Field(default_factory=list)
    allergies: list[Allergy] = Field(default_factory=list)
    immunisations: list[Immunisation] = Field(default_factory=list)
    family_history: list[FamilyHistory] = Field(default_factory=list)
    genetic_tests: list[GeneticTest] = Field(default_factory=list)
    genomic_interpretations: list[GenomicInterpretation] = Field(default_factory=list)
    cancers: list[Cancer] = Field(default_factory=list)
    biomarkers: list[Biomarker] = Field(default_factory=list)
    therapy_lines: list[TherapyLine] = Field(default_factory=list)
    radiotherapies: list[Radiotherapy] = Field(default_factory=list)
    denials: list[Denial] = Field(default_factory=list)
    """What was said in general not to be there: "no past medical history", "otherwise healthy"."""
    practitioners: list[Practitioner] = Field(default_factory=list)
    organisations: list[Organisation] = Field(default_factory=list)
    sources: list[Source] = Field(default_factory=list)
    """The structured sources that pointers point into; documents are sources by themselves."""

    def _repr_html_(self) -> str:
        """The record as a page that a person can read: what a notebook shows who asks for it."""
        from osler.core.patient.summary import summarise
        from osler.core.results import preformatted

        return preformatted(summarise(self))

    def facts(self) -> Iterator[Fact]:
        """Every fact, in the order of `FACT_LISTS`."""
        for name in FACT_LISTS:
            yield from getattr(self, name)

    def document(self, document_id: str) -> Document | None:
        """The document with this id."""
        return next((document for document in self.documents if document.id == document_id), None)

    def age_bounds_at(self, when: date | None = None) -> tuple[float, float] | None:
        """The least and the greatest age in years that the record allows on a day (default: the day it describes)."""
        day = when or (latest_day(self.as_of) if self.as_of else None)
        birth = self.demographics.birth_date
        if birth and day:
            return _years(latest_day(birth), day), _years(earliest_day(birth), day)
        if self.demographics.age is None:
            return None
        years = duration_years(self.demographics.age)
        if when is None or self.as_of is None:
            return years, years
        return years + _years(latest_day(self.as_of), when), years + _years(earliest_day(self.as_of), when)

    def age_at(self, when: date | None = None) -> float | None:
        """The age in years on a day (default: the day the record describes); the middle where only bounds are known."""
        bounds = self.age_bounds_at(when)
        return None if bounds is None else sum(bounds) / 2

    def about(self, *curies: str) -> list[Fact]:
        """The facts that bear one of these codes and do speak of the patient (not of relatives)."""
        mine = chain(self.conditions, self.phenotypes, self.medications, self.procedures, self.allergies)
        facts: Iterator[Fact] = chain(mine, self.immunisations)
        return [fact for fact in facts if fact.has_code(*curies) and fact.status is not Status.ENTERED_IN_ERROR]

    def presence(self, *curies: str) -> Presence:
        """Whether the patient has any of these; NOT_MENTIONED when no fact speaks of them."""
        said = {fact.presence for fact in self.about(*curies)}
        return next((presence for presence in _WEIGHT if presence in said), Presence.NOT_MENTIONED)

    def observations_of(self, *wanted: str, before: date | None = None) -> list[Observation]:
        """Observations and components by code (`LOINC:4548-4`) or name, oldest first, undated ones before all."""
        names = {word.casefold() for word in wanted}
        birth = self.demographics.birth_date
        found = []
        for observation in self.observations:
            if observation.is_withdrawn:
                continue
            day = observation.time.latest(birth) or observation.time.earliest(birth) if observation.time else None
            if before is not None and day is not None and day > before:
                continue
            moment = observation.time.at.date or "" if observation.time and observation.time.at else ""
            found += [((day or date.min, moment), part) for part in observation.parts() if names & names_of(part)]
        return [part for _, part in sorted(found, key=lambda item: item[0])]

    def latest_observation(self, *wanted: str, before: date | None = None) -> Observation | None:
        """The last observation of a measure on or before a day, by code or name."""
        found = self.observations_of(*wanted, before=before)
        return found[-1] if found else None

    def known_identifiers(self) -> list[KnownIdentifier]:
        """Every string that names the patient or someone near, for the de-identification gate; longest first."""
        found = identifying_strings(self.demographics, self.practitioners, self.organisations)
        return sorted(found | {KnownIdentifier("id", self.id)}, key=lambda item: (-len(item.value), item))


def _years(start: date, end: date) -> float:
    """Completed years and the fraction of the running one, so that a birthday is a whole number."""
    whole = end.year - start.year - ((end.month, end.day) < (start.month, start.day))
    return whole + (end - _anniversary(start, start.year + whole)).days / DAYS_PER_YEAR


def _anniversary(day: date, year: int) -> date:
    try:
        return day.replace(year=year)
    except ValueError:  # 29 February
        return date(year, 3, 1)


def names_of(observation: Observation) -> set[str]:
    """Everything an observation can be asked for by, in small letters: its text, its codes and their displays."""
    texts = [observation.text, *(text for coding in observation.codings for text in (coding.id, coding.display))]
    return {text.casefold() for text in texts if text}
