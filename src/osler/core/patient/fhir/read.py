"""FHIR R4 → record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from osler.core.evidence import Pointer, Source
from osler.core.patient.fhir.entries import BundleEntry, entries_of, invalid, reshaped, sound
from osler.core.patient.fhir.extensions import restore, unseal
from osler.core.patient.fhir.families import HOMES, READERS
from osler.core.patient.fhir.links import Links
from osler.core.patient.fhir.mcode import add_mcode
from osler.core.patient.fhir.person import read_person
from osler.core.patient.fhir.validity import fault_of, without_faulty_dates
from osler.core.patient.problems import Level, Problem, ReadResult
from osler.core.patient.types import PatientRecord, Status, latest_day
from osler.core.patient.types.base import Part
from osler.errors import DataError

_Read = TypeVar("_Read")

RECORD_FIELDS = "urn:osler:record:"
"""The stem of the extensions that carry fields of the record itself, on its Patient."""

SOURCE_ID = "fhir"
# What a reader meets in a resource of an unexpected shape; the resource is left out and named, the others are read.
_UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, IndexError, ArithmeticError, RecursionError)


def read_fhir(document: Any) -> ReadResult:
    """The record of the one patient in a Bundle, a list of resources or a single resource."""
    entries, problems = entries_of(document)
    kept, faults = sound(entries, {*READERS, "Patient", "Medication"})
    problems += faults
    links = Links([(entry.url, entry.resource) for entry in kept])
    patient = _the_patient(kept)
    record = _empty_record(patient, kept, problems)
    for entry in kept:
        reader = READERS.get(entry.resource["resourceType"])
        if reader is None:
            continue
        if not _is_about(entry, record.id, links):
            problems.append(_foreign(entry))
            continue
        for part in _read(entry, lambda one: _read_parts(one, links), problems) or ():
            getattr(record, HOMES[type(part)].field).append(part)
    add_mcode(record, kept, links, SOURCE_ID)
    problems += links.problems()
    if patient is not None:
        try:
            record = _restore_record(record, patient)
        except _UNREADABLE:
            problems.append(_unusable(patient))
    if record.as_of is None:
        record.as_of = _last_day(record)
    return ReadResult(record, problems)


def _the_patient(entries: list[BundleEntry]) -> BundleEntry | None:
    patients = [entry for entry in entries if entry.resource["resourceType"] == "Patient"]
    if len({entry.resource["id"] for entry in patients}) > 1:
        raise DataError(
            f"the FHIR data holds {len(patients)} patients",
            mend="give one patient at a time: a Bundle or NDJSON with one Patient and the resources about them",
        )
    return patients[0] if patients else None


def _empty_record(patient: BundleEntry | None, entries: list[BundleEntry], problems: list[Problem]) -> PatientRecord:
    source = Source(id=SOURCE_ID, kind="fhir")
    if patient is not None:
        person = _read(patient, lambda one: read_person(one.resource), problems)
        if person is None:
            return PatientRecord(id=patient.resource["id"], sources=[source])
        person.evidence = [_pointer(patient)]
        return PatientRecord(id=patient.resource["id"], demographics=person, sources=[source])
    subjects = {subject for entry in entries if (subject := _subject(entry, Links()))}
    if len(subjects) > 1:
        raise DataError(
            "the FHIR data has no Patient and speaks of several patients",
            mend="give one patient at a time, with the Patient resource",
        )
    problems.append(
        Problem(
            code="input.not_read",
            level=Level.WARNING,
            message="the FHIR data has no Patient resource: sex, age and names are not known",
            mend="export the bundle with its Patient",
        )
    )
    return PatientRecord(id=next(iter(subjects), "patient"), sources=[source])


def _read(entry: BundleEntry, reader: Callable[[BundleEntry], _Read], problems: list[Problem]) -> _Read | None:
    """What a reader makes of a resource, without the dates that are none; None where it cannot be read at all.

    Who has a disease of which the date is wrong has the disease: the date is left out and named.
    """
    try:
        return reader(entry)
    except _UNREADABLE:
        kind = entry.resource["resourceType"]
        resource, left_out = without_faulty_dates(kind, entry.resource)
    try:
        found = reader(entry._replace(resource=resource)) if left_out else None
    except _UNREADABLE:
        found = None
    problems.append(_unusable(entry) if found is None else reshaped(entry.path, kind, left_out))
    return found


def _read_parts(entry: BundleEntry, links: Links) -> list[Part]:
    parts = list(READERS[entry.resource["resourceType"]](entry.resource, links))
    fields = unseal(entry.resource)
    if fields and len(parts) == 1:
        parts = [restore(parts[0], fields)]
    if "evidence" not in fields:
        for part in parts:
            part.evidence = [_pointer(entry)]  # type: ignore[attr-defined]  # every part with a home has evidence
    return parts


def _pointer(entry: BundleEntry) -> Pointer:
    return Pointer(
        source_id=SOURCE_ID,
        path=entry.path,
        reference=f"{entry.resource['resourceType']}/{entry.resource['id']}",
    )


def _subject(entry: BundleEntry, links: Links) -> str | None:
    reference = entry.resource.get("subject") or entry.resource.get("patient")
    return links.id_of(reference)


def _is_about(entry: BundleEntry, patient_id: str, links: Links) -> bool:
    subject = _subject(entry, links)
    return subject is None or subject == patient_id


def _foreign(entry: BundleEntry) -> Problem:
    return Problem(
        code="input.not_read",
        level=Level.ERROR,
        message=f"{entry.resource['resourceType']} is about another patient, or one that is missing, and was left out",
        mend="check the subject of the resource; facts of two people must not be mixed",
        path=entry.path,
    )


def _unusable(entry: BundleEntry) -> Problem:
    kind = entry.resource["resourceType"]
    fault = fault_of(kind, entry.resource)
    if fault:
        return invalid(entry.path, kind, fault)
    return Problem(
        code="input.unusable",
        level=Level.ERROR,
        message=f"{entry.resource['resourceType']} holds a date, number or code that cannot be used and was left out",
        mend="check its dates, numbers and extensions; the other resources were read",
        path=entry.path,
    )


def _restore_record(record: PatientRecord, patient: BundleEntry) -> PatientRecord:
    """Put back what only our own writer adds to a Patient."""
    own = unseal(patient.resource)
    fields = unseal(patient.resource, RECORD_FIELDS)
    if not own and not fields:
        return record
    demographics = restore(record.demographics, own)
    return restore(record.model_copy(update={"demographics": demographics}), fields)


def _last_day(record: PatientRecord) -> str | None:
    """The last day of care that is on record, leaving out what is only planned."""
    times = [fact.time for fact in record.encounters if fact.time and fact.status is not Status.PLANNED]
    times = times or [fact.time for fact in record.facts() if fact.time and fact.status is not Status.PLANNED]
    points = [point for time in times for point in (time.at, time.start, time.end) if point and point.date]
    days = [latest_day(point.date) for point in points if point.date]
    return max(days).isoformat() if days else None
