"""Encounter, Appointment, Practitioner and Organization."""

from __future__ import annotations

from osler.core.patient.fhir.elements import (
    Json,
    compact,
    read_all_codings,
    read_codings,
    read_text,
    said,
    write_concept,
    write_concepts,
)
from osler.core.patient.fhir.links import Links, reference_to, safe_id
from osler.core.patient.fhir.people import (
    read_addresses,
    read_contacts,
    read_identifiers,
    read_names,
    write_addresses,
    write_contacts,
    write_identifiers,
    write_names,
)
from osler.core.patient.fhir.shared import common, head, read_reasons
from osler.core.patient.fhir.statuses import APPOINTMENT, ENCOUNTER, word_for
from osler.core.patient.fhir.times import read_period, write_date, write_period
from osler.core.patient.types import Appointment, ClinicalTime, Encounter, Organisation, Practitioner


def read_encounter(resource: Json, links: Links) -> list[Encounter]:
    types = resource.get("type", ())
    people = [item["individual"] for item in resource.get("participant", ()) if "individual" in item]
    return [
        Encounter(
            id=resource["id"],
            codings=read_all_codings(types),
            text=next((words for concept in types if (words := read_text(concept))), None),
            status=ENCOUNTER.get(resource.get("status", "")),
            time=read_period(resource.get("period")),
            setting=next(iter(read_codings({"coding": [resource.get("class") or {}]})), None),
            reasons=read_reasons(resource, links)[0],
            practitioner_ids=links.ids_of(people),
            organisation_id=links.id_of(resource.get("serviceProvider")),
        )
    ]


def write_encounter(fact: Encounter, subject: Json) -> Json:
    setting = write_concept([fact.setting])["coding"][0] if fact.setting and write_concept([fact.setting]) else {}
    concept = write_concept(fact.codings, fact.text)
    return compact(
        {
            **{
                key: value
                for key, value in head(fact, "Encounter", subject).items()
                if key not in ("note", "encounter")
            },
            "status": word_for(ENCOUNTER, fact.status, "unknown"),
            "class": setting or {"display": "not stated"},
            "type": [concept] if concept else [],
            "period": write_period(fact.time),
            "reasonCode": write_concepts(fact.reasons),
            "participant": [{"individual": reference_to("Practitioner", one)} for one in fact.practitioner_ids],
            "serviceProvider": reference_to("Organization", fact.organisation_id),
        }
    )


def read_appointment(resource: Json, links: Links) -> list[Appointment]:
    actors = [item.get("actor") or {} for item in resource.get("participant", ())]
    start, end = resource.get("start"), resource.get("end")
    people = [actor for actor in actors if "Practitioner/" in actor.get("reference", "")]
    return [
        Appointment(
            **_named_by_description(common(resource, links, "appointmentType"), resource),
            status=APPOINTMENT.get(resource.get("status", "")),
            time=ClinicalTime.between(start, end) if start or end else None,
            recorded=resource.get("created"),
            reasons=read_reasons(resource, links)[0],
            practitioner_ids=links.ids_of(people),
            minutes=resource.get("minutesDuration"),
        )
    ]


def _named_by_description(fields: Json, resource: Json) -> Json:
    """The fields of an appointment; one without a type is known by its description."""
    named = fields["text"] or fields["codings"]
    return fields | {"text": fields["text"] if named else resource.get("description"), "note": resource.get("comment")}


def write_appointment(fact: Appointment, subject: Json) -> Json:
    # R4 wants instants here, and both of them or neither.
    period = write_period(fact.time)
    whole = len(period) == 2 and all("T" in moment for moment in period.values())
    actors = [subject, *(reference_to("Practitioner", one) for one in fact.practitioner_ids)]
    return compact(
        {
            "resourceType": "Appointment",
            "id": safe_id(fact.id),
            "status": word_for(APPOINTMENT, fact.status, "proposed"),
            "appointmentType": write_concept(fact.codings, fact.text),
            **(period if whole else {}),
            "created": write_date(fact.recorded),
            "comment": said(fact.note),
            "reasonCode": write_concepts(fact.reasons),
            "minutesDuration": fact.minutes if fact.minutes and fact.minutes > 0 else None,
            "participant": [{"actor": actor, "status": "accepted"} for actor in actors],
        }
    )


def read_practitioner(resource: Json, links: Links) -> list[Practitioner]:
    return [
        Practitioner(
            id=resource["id"],
            names=read_names(resource.get("name")),
            identifiers=read_identifiers(resource.get("identifier")),
            contacts=read_contacts(resource.get("telecom")),
            addresses=read_addresses(resource.get("address")),
            specialties=[c for item in resource.get("qualification", ()) for c in read_codings(item.get("code"))],
        )
    ]


def write_practitioner(party: Practitioner, subject: Json) -> Json:
    return compact(
        {
            "resourceType": "Practitioner",
            "id": safe_id(party.id),
            "name": write_names(party.names),
            "identifier": write_identifiers(party.identifiers),
            "telecom": write_contacts(party.contacts),
            "address": write_addresses(party.addresses),
            "qualification": [{"code": concept} for concept in write_concepts(party.specialties)],
        }
    )


def read_organisation(resource: Json, links: Links) -> list[Organisation]:
    return [
        Organisation(
            id=resource["id"],
            name=resource.get("name"),
            identifiers=read_identifiers(resource.get("identifier")),
            contacts=read_contacts(resource.get("telecom")),
            addresses=read_addresses(resource.get("address")),
            types=read_all_codings(resource.get("type")),
        )
    ]


def write_organisation(party: Organisation, subject: Json) -> Json:
    return compact(
        {
            "resourceType": "Organization",
            "id": safe_id(party.id),
            "name": said(party.name),
            "identifier": write_identifiers(party.identifiers),
            "telecom": write_contacts(party.contacts),
            "address": write_addresses(party.addresses),
            "type": write_concepts(party.types),
        }
    )
