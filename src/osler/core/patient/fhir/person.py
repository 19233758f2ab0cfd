"""Patient: who the person is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from osler.core.patient.fhir.elements import (
    Json,
    compact,
    first_coding,
    read_codings,
    read_text,
    said,
    write_concept,
)
from osler.core.patient.fhir.extensions import extension_value
from osler.core.patient.fhir.links import safe_id
from osler.core.patient.fhir.people import (
    read_address,
    read_addresses,
    read_contacts,
    read_identifiers,
    read_name,
    read_names,
    write_address,
    write_addresses,
    write_contacts,
    write_identifiers,
    write_name,
    write_names,
)
from osler.core.patient.fhir.times import write_date
from osler.core.patient.types import ClinicalTime, Demographics, Relation, Sex

_US_CORE = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-"
_MAIDEN_NAME = "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName"
_BIRTH_PLACE = "http://hl7.org/fhir/StructureDefinition/patient-birthPlace"


def read_person(resource: Json) -> Demographics:
    gender = resource.get("gender")
    died = resource.get("deceasedDateTime")
    return Demographics(
        names=read_names(resource.get("name")),
        identifiers=read_identifiers(resource.get("identifier")),
        contacts=read_contacts(resource.get("telecom")),
        addresses=read_addresses(resource.get("address")),
        relations=[_read_relation(item) for item in resource.get("contact", ())],
        sex=Sex(gender) if gender in set(Sex) else None,
        birth_date=resource.get("birthDate"),
        deceased=resource.get("deceasedBoolean", True if died else None),
        death=ClinicalTime.on(died) if died else None,
        marital_status=first_coding(resource.get("maritalStatus")),
        race=_read_category(resource, "race"),
        ethnicity=_read_category(resource, "ethnicity"),
        languages=[words for item in resource.get("communication", ()) if (words := _language(item))],
        other_identifying=list(_other_identifying(resource)),
    )


def write_person(person: Demographics, record_id: str) -> Json:
    died = write_date(person.death.at.date) if person.death and person.death.at and person.death.at.date else None
    birth = person.birth_date if person.birth_date and "T" not in person.birth_date else None
    categories = [("race", person.race), ("ethnicity", person.ethnicity)]
    return compact(
        {
            "resourceType": "Patient",
            "id": safe_id(record_id),
            "name": write_names(person.names),
            "identifier": write_identifiers(person.identifiers),
            "telecom": write_contacts(person.contacts),
            "address": write_addresses(person.addresses),
            "contact": [body for relation in person.relations if (body := _write_relation(relation))],
            "gender": person.sex.value if person.sex else None,
            "birthDate": birth,
            "maritalStatus": write_concept([person.marital_status] if person.marital_status else []),
            "communication": [{"language": {"text": words}} for words in person.languages if said(words)],
            **({"deceasedDateTime": died} if died else {"deceasedBoolean": person.deceased}),
            "extension": [body for name, words in categories if (body := _write_category(name, words))],
        }
    )


def _read_relation(item: Json) -> Relation:
    relationships = item.get("relationship", ())
    return Relation(
        name=read_name(item["name"]) if "name" in item else None,
        relationship=next((words for concept in relationships if (words := _words(concept))), None),
        contacts=read_contacts(item.get("telecom")),
        address=read_address(item["address"]) if "address" in item else None,
    )


def _write_relation(relation: Relation) -> Json:
    return compact(
        {
            "name": write_name(relation.name),
            "relationship": [{"text": relation.relationship}] if said(relation.relationship) else [],
            "telecom": write_contacts(relation.contacts),
            "address": write_address(relation.address),
        }
    )


def _read_category(resource: Json, name: str) -> list[str]:
    parts = extension_value(resource, _US_CORE + name, "extension") or ()
    codes = [part["valueCoding"].get("display") for part in parts if "valueCoding" in part]
    words = [part["valueString"] for part in parts if part.get("url") == "text" and "valueString" in part]
    return list(dict.fromkeys(word for word in codes + words if word))


def _write_category(name: str, words: list[str]) -> Json:
    text = "; ".join(words)
    return {"url": _US_CORE + name, "extension": [{"url": "text", "valueString": text}]} if said(text) else {}


def _language(item: Json) -> str | None:
    return _words(item.get("language"))


def _words(concept: Json | None) -> str | None:
    return read_text(concept) or next((coding.display or coding.code for coding in read_codings(concept)), None)


def _other_identifying(resource: Json) -> Iterator[str]:
    maiden = extension_value(resource, _MAIDEN_NAME, "valueString")
    place: dict[str, Any] = extension_value(resource, _BIRTH_PLACE, "valueAddress") or {}
    yield from (value for value in (maiden, place.get("city")) if value)
