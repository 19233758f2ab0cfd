"""Record → FHIR R4 Bundle."""

from __future__ import annotations

import json
from collections.abc import Sequence

from osler.core.patient.fhir.cancer import copies
from osler.core.patient.fhir.elements import Json
from osler.core.patient.fhir.extensions import seal
from osler.core.patient.fhir.families import HOMES, READERS
from osler.core.patient.fhir.links import Links, reference_to
from osler.core.patient.fhir.person import read_person, write_person
from osler.core.patient.fhir.read import RECORD_FIELDS
from osler.core.patient.types import PatientRecord
from osler.core.patient.types.base import Part
from osler.core.patient.written import WriteResult


def to_fhir(record: PatientRecord) -> WriteResult:
    """The record as a collection Bundle; what R4 has no field for is in extensions, and listed."""
    links = Links()
    person = write_person(record.demographics, record.id)
    extended = {f"demographics.{name}" for name in seal(record.demographics, person, read_person(person))}
    own = record.model_dump(mode="json", include={"id", "as_of", "sources", "denials"})
    person.setdefault("extension", []).extend(
        {"url": f"{RECORD_FIELDS}{name}", "valueString": json.dumps(value)} for name, value in own.items()
    )
    resources = [person]
    subject = reference_to("Patient", record.id)
    for home in HOMES.values():
        for part in getattr(record, home.field):
            resource = home.write(part, subject)
            back: Sequence[Part] = READERS[resource["resourceType"]](resource, links)
            lost = seal(part, resource, back[0] if len(back) == 1 else None)
            extended |= {f"{home.field}.{name}" for name in lost}
            resources.append(resource)
    resources += copies(record, subject)
    document = {"resourceType": "Bundle", "type": "collection", "entry": [_entry(one) for one in resources]}
    return WriteResult(document=document, not_carried=[], extended=sorted(extended))


def _entry(resource: Json) -> Json:
    return {"fullUrl": f"urn:osler:{resource['resourceType']}/{resource['id']}", "resource": resource}
