"""Writing what was confirmed into the record: each entry a fact with its evidence, duplicates merged."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from typing import Any

from osler.consult.extraction import (
    ConditionEntry,
    Extraction,
    MedicationEntry,
    OperationEntry,
    SymptomEntry,
    is_a_day,
    needs_day,
    roughly,
    years_of,
)
from osler.consult.heard.known import is_as_told
from osler.consult.home import SAID_HERE
from osler.consult.record.called import measure_named, words
from osler.consult.record.computing import APPROXIMATE
from osler.consult.record.concepts import TypeEntry, medicines_meant
from osler.consult.taking_back import take_back
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import (
    Allergy,
    ClinicalTime,
    Coding,
    Condition,
    Document,
    Encounter,
    HumanName,
    Medication,
    Observation,
    Organisation,
    Phenotype,
    Practitioner,
    Procedure,
    Quantity,
    Reaction,
    Regimen,
    Schedule,
)
from osler.core.terminology import Vocabularies

_INTAKE = {
    "started": Status.ACTIVE, "taking": Status.ACTIVE, "changed": Status.ACTIVE, "ran out": Status.ACTIVE,
    "stopped": Status.STOPPED,
    "planned": Status.PLANNED, "past": Status.COMPLETED,
}  # fmt: skip
_DOSE = re.compile(r"([\d.]+)\s*(.*)")
UNDATED = ClinicalTime(text="day not stated")
ONGOING = ClinicalTime(text="beginning not stated")
_CARE = {"emergency": "EMER", "inpatient": "IMP", "telehealth": "VR"}
"""HL7 v3 ActCode of encounters; everything else is ambulatory."""


def write(
    record: PatientRecord,
    found: Extraction,
    message: str,
    moment: dt.datetime,
    vocabularies: Vocabularies,
    *,
    replaced: Extraction | None = None,
) -> PatientRecord:
    """The record with the entries in it; the message stands beside them as a document that evidence quotes.

    What they replace was saved before: it is marked as entered in error and no longer counts.
    """
    made = record.model_copy(deep=True)
    if replaced is not None:
        take_back(made, replaced, moment)
    return _Writer(made, message, moment, vocabularies).written(found)


class _Writer:
    def __init__(self, record: PatientRecord, message: str, moment: dt.datetime, vocabularies: Vocabularies) -> None:
        self._vocabularies = vocabularies
        self.record = record
        self._moment = moment
        digest = hashlib.sha256(f"{moment.isoformat()} {message}".encode()).hexdigest()[:12]
        self._document = Document(
            # What was told later on one day stands behind what was told before.
            id=f"{SAID_HERE}{moment:%Y%m%dT%H%M%S}-{digest}",
            title="Said in conversation",
            text=message,
            written=moment.date().isoformat(),
        )
        self._count = 0

    def written(self, found: Extraction) -> PatientRecord:
        record = self.record
        record.documents.append(self._document)
        for m in found.measurements:
            self._add(record.observations, self._observation(m))
        for s in found.supplements:
            self._intake(s, "supplement")
        for d in found.medications:
            self._intake(d, "medication")
        for c in found.conditions:
            status = Status.RESOLVED if c.status == "resolved" else Status.ACTIVE
            self._add(
                record.conditions, Condition(**self._base(c.quote, _in_full(c)), status=status, time=_time(c.onset))
            )
        for y in found.symptoms:
            self._add(record.phenotypes, Phenotype(**self._base(y.quote, _in_full(y)), time=_time(y.onset)))
        for a in found.allergies:
            reactions = [Reaction(text=a.reaction)] if a.reaction else []
            made = Allergy(
                **self._base(a.quote, a.substance), status=Status.ACTIVE, reactions=reactions, time=_time(a.date)
            )
            self._add(record.allergies, made)
        for o in found.operations:
            self._add(
                record.procedures,
                Procedure(**self._base(o.quote, o.name), status=self._done(o), time=_time(o.date)),
            )
        self._care(found)
        if record.as_of is None or record.as_of[:10] < self._moment.date().isoformat():
            record.as_of = self._moment.date().isoformat()
        return record

    def _done(self, told: OperationEntry) -> Status:
        """Whether an operation was done, or is still to come, by what is said of it or by its day."""
        day = told.date
        ahead = is_a_day(day) and day and day > self._moment.date().isoformat()[: len(day)]
        return Status.PLANNED if ahead or told.status == "planned" else Status.COMPLETED

    def _care(self, found: Extraction) -> None:
        record = self.record
        places = {o.name: o.name or "" for o in record.organisations}
        for one in found.organizations:
            if not any(words(one.name) == words(name or "") for name in places):
                record.organisations.append(Organisation(id=self._id("organisation"), name=one.name))
        known = [words(name.label) for p in record.practitioners for name in p.names]
        for person in found.practitioners:
            if words(person.name) not in known:
                record.practitioners.append(
                    Practitioner(id=self._id("practitioner"), names=[HumanName(text=person.name)])
                )
        for visit in found.encounters:
            place = next(
                (o.id for o in record.organisations if visit.organization and o.name == visit.organization), None
            )
            who = [
                p.id
                for p in record.practitioners
                if visit.practitioner and any(n.label == visit.practitioner for n in p.names)
            ]
            code = _CARE.get(visit.type, "AMB")
            made = Encounter(
                **self._base(visit.quote, visit.type),
                status=Status.PLANNED if visit.status == "planned" else Status.COMPLETED,
                time=_time(visit.date),
                setting=Coding(system="http://terminology.hl7.org/CodeSystem/v3-ActCode", code=code),
                practitioner_ids=who,
                organisation_id=place,
            )
            self._add(record.encounters, made)

    def _observation(self, entry: Any) -> Observation:
        row = measure_named(entry.name)
        codings = [Coding(system="LOINC", code=code) for code in row.loinc[:1]] if row else []
        base = self._base(entry.quote, row.name if row else entry.name) | {"codings": codings}
        today = ClinicalTime.on(self._moment.date().isoformat())
        time = _time(entry.time) or (UNDATED if needs_day(entry) else today)
        said = roughly(entry)
        return Observation(
            **base,
            status=Status.FINAL,
            time=time,
            quantity=Quantity(value=entry.value, unit=entry.unit or None),
            note=APPROXIMATE.format(said=said) if said else _measured(entry),
        )

    def _intake(self, entry: MedicationEntry, kind: Any) -> None:
        earlier = [
            m
            for m in self.record.medications
            if m.status is Status.ACTIVE
            and (
                words(m.label)[:1] == words(entry.name)[:1]
                or medicines_meant(entry.name, [TypeEntry(m.id, m.label)], self._vocabularies)
            )
        ]
        if entry.date is None and entry.status in {None, "taking"} and any(is_as_told(entry, one) for one in earlier):
            return  # the record says so
        other_dose = entry.dose is not None and entry.status in {None, "taking"}
        if entry.status in {"stopped", "changed"} or other_dose:
            for one in earlier:
                one.status = Status.STOPPED
                one.time = ClinicalTime.between(_start(one), entry.date or self._moment.date().isoformat())
                one.evidence = [*one.evidence, *self._quoted(entry.quote)]
            if entry.status == "stopped" and earlier:
                return
        elif earlier and entry.status == "ran out":
            for one in earlier:  # nobody ended it: it is prescribed, and there is none
                one.evidence = [*one.evidence, *self._quoted(entry.quote)]
            return
        elif earlier and entry.dose is None:
            self._schedule(earlier, entry)
            return
        dose = _DOSE.match(entry.dose or "")
        regimen = Regimen(
            dose=Quantity(value=float(dose[1]), unit=dose[2] or None) if dose else None,
            route_text=entry.route,
            schedule=Schedule(text=entry.frequency) if entry.frequency else None,
        )
        made = Medication(
            **self._base(entry.quote, entry.name),
            kind=kind,
            status=_INTAKE.get(entry.status or "taking"),
            intent="statement",
            time=self._taken(entry),
            regimens=[regimen],
        )
        self._add(self.record.medications, made)

    def _schedule(self, earlier: list[Medication], entry: MedicationEntry) -> None:
        """How often a medicine of the record is taken, where that is told anew."""
        for one in earlier if entry.frequency else []:
            told = Schedule(text=entry.frequency)
            kept = one.regimens[-1].model_copy(update={"schedule": told}) if one.regimens else Regimen(schedule=told)
            one.regimens = [*one.regimens[:-1], kept]
            one.evidence = [*one.evidence, *self._quoted(entry.quote)]

    def _taken(self, entry: MedicationEntry) -> ClinicalTime:
        """When it was taken: up to the day it was stopped, or from the day it was begun."""
        if entry.status == "ran out" or (entry.date is None and entry.status in {None, "taking"}):
            return ONGOING  # who takes a medicine did not begin today
        day = entry.date or self._moment.date().isoformat()
        return ClinicalTime.between(None, day) if entry.status == "stopped" else ClinicalTime.between(day, None)

    def _base(self, quote: str, text: str) -> dict[str, Any]:
        day = self._moment.date().isoformat()
        return {"id": self._id("fact"), "text": text, "recorded": day, "evidence": self._quoted(quote)}

    def _quoted(self, quote: str) -> list[Any]:
        start = self._document.text.lower().find(quote.lower())
        return [self._document.span(start, start + len(quote))] if start >= 0 and quote else []

    def _add(self, facts: list[Any], made: Any) -> None:
        """Add a fact unless the record already says the same of the same time."""
        for fact in facts:
            if fact.status is Status.ENTERED_IN_ERROR:
                continue
            same_name = words(fact.label) == words(made.label)
            same_time = _day(fact) == _day(made)
            same_value = all(
                getattr(fact, part, None) == getattr(made, part, None) for part in ("quantity", "regimens")
            ) and (not isinstance(made, Medication) or fact.status is made.status)
            if same_name and same_value and (same_time or (_day(made) is None and not isinstance(made, Observation))):
                return
        facts.append(made)

    def _id(self, kind: str) -> str:
        self._count += 1
        return f"{self._document.id}-{kind}-{self._count}"


def _in_full(entry: ConditionEntry | SymptomEntry) -> str:
    """The name of a finding with where it is and how often it comes."""
    told = ", ".join(filter(None, (entry.site, entry.frequency)))
    return f"{entry.name} ({told})" if told else entry.name


def _measured(entry: Any) -> str | None:
    """In which circumstances a value was measured, as a note."""
    return f"Measured {entry.circumstance}." if entry.circumstance else None


def _time(value: str | None) -> ClinicalTime | None:
    if value is None:
        return None
    if not is_a_day(value):
        years = years_of(value)
        return ClinicalTime.aged(years, text=value) if years is not None else ClinicalTime(text=value)
    return ClinicalTime.on(f"{value}:00Z" if "T" in value and len(value) == len("2026-01-01T08:00") else value)


def _start(fact: Medication) -> str | None:
    point = (fact.time.start or fact.time.at) if fact.time else None
    return point.date if point else None


def _day(fact: Any) -> str | None:
    point = (fact.time.at or fact.time.start) if fact.time else None
    return point.date[:10] if point and point.date else None
