"""AllergyIntolerance and Immunization."""

from __future__ import annotations

from osler.core.patient.fhir.elements import (
    Json,
    compact,
    read_all_codings,
    said,
    write_concept,
    write_concepts,
)
from osler.core.patient.fhir.links import Links
from osler.core.patient.fhir.shared import common, head, read_state, write_state
from osler.core.patient.fhir.statuses import ALLERGY, IMMUNISATION, word_for
from osler.core.patient.fhir.times import read_time, write_date, write_time
from osler.core.patient.types import Allergy, Immunisation, Presence, Reaction, Status


def read_allergy(resource: Json, links: Links) -> list[Allergy]:
    status, presence = read_state(resource, ALLERGY)
    reactions = [
        Reaction(
            manifestations=read_all_codings(item.get("manifestation")),
            text=item.get("description")
            or next((c["text"] for c in item.get("manifestation", ()) if "text" in c), None),
            severity=item.get("severity"),
        )
        for item in resource.get("reaction", ())
    ]
    return [
        Allergy(
            **common(resource, links),
            status=status,
            presence=presence,
            time=read_time(resource, "onset"),
            recorded=resource.get("recordedDate"),
            kind=resource.get("type"),
            categories=resource.get("category", []),
            criticality=resource.get("criticality"),
            reactions=reactions,
        )
    ]


def write_allergy(fact: Allergy, subject: Json) -> Json:
    categories = [one for one in fact.categories if one in {"food", "medication", "environment", "biologic"}]
    return compact(
        {
            **head(fact, "AllergyIntolerance", subject, subject_field="patient"),
            **write_state(fact, ALLERGY, "allergyintolerance"),
            "code": write_concept(fact.codings, fact.text),
            **write_time(fact.time, "onset"),
            "recordedDate": write_date(fact.recorded),
            "type": fact.kind,
            "category": categories,
            "criticality": fact.criticality,
            "reaction": [body for reaction in fact.reactions if (body := _write_reaction(reaction))],
        }
    )


def _write_reaction(reaction: Reaction) -> Json:
    manifestations = write_concepts(reaction.manifestations) or (
        [{"text": reaction.text}] if said(reaction.text) else []
    )
    body = {"manifestation": manifestations, "description": said(reaction.text), "severity": reaction.severity}
    return compact(body) if manifestations else {}


def read_immunisation(resource: Json, links: Links) -> list[Immunisation]:
    status = IMMUNISATION.get(resource.get("status", ""))
    protocols = resource.get("protocolApplied", ())
    return [
        Immunisation(
            **common(resource, links, "vaccineCode"),
            status=status,
            presence=Presence.ABSENT if status is Status.NOT_DONE else Presence.PRESENT,
            time=read_time(resource, "occurrence"),
            recorded=resource.get("recorded"),
            dose_number=next(
                (one["doseNumberPositiveInt"] for one in protocols if "doseNumberPositiveInt" in one), None
            ),
            lot_number=resource.get("lotNumber"),
        )
    ]


def write_immunisation(fact: Immunisation, subject: Json) -> Json:
    absent = fact.presence is Presence.ABSENT
    time = write_time(fact.time, "occurrence", forms="DateTime String")
    dose = [{"doseNumberPositiveInt": fact.dose_number}] if fact.dose_number and fact.dose_number > 0 else []
    return compact(
        {
            **head(fact, "Immunization", subject, subject_field="patient"),
            "status": "not-done" if absent else word_for(IMMUNISATION, fact.status, "completed"),
            "vaccineCode": write_concept(fact.codings, fact.text) or {"text": "not stated"},
            **(time or {"occurrenceString": "not stated"}),
            "recorded": write_date(fact.recorded),
            "protocolApplied": dose,
            "lotNumber": said(fact.lot_number),
        }
    )
