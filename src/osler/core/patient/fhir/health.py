"""Condition, Procedure and ImagingStudy."""

from __future__ import annotations

from osler.core.patient.fhir.elements import (
    Json,
    coded,
    compact,
    first_coding,
    read_all_codings,
    read_codings,
    read_note,
    read_text,
    said,
    write_concept,
    write_concepts,
)
from osler.core.patient.fhir.links import Links, reference_to
from osler.core.patient.fhir.shared import common, head, read_reasons, read_state, write_state
from osler.core.patient.fhir.statuses import CONDITION, IMAGING, PROCEDURE, word_for
from osler.core.patient.fhir.times import read_time, write_date, write_time
from osler.core.patient.types import (
    ClinicalTime,
    Coding,
    Condition,
    Phenotype,
    Presence,
    Procedure,
    Status,
)

_CATEGORY = "http://terminology.hl7.org/CodeSystem/condition-category"
_PHENOTYPE = {"coding": [{"system": "urn:osler:fact", "code": "phenotype"}], "text": "Phenotypic feature"}
_CONDITION = {"coding": [{"system": "urn:osler:fact", "code": "condition"}]}


def read_condition(resource: Json, links: Links) -> list[Condition | Phenotype]:
    """A condition, or a phenotype when it is coded in HPO."""
    status, presence = read_state(resource, CONDITION)
    shared = common(resource, links) | {
        "status": status,
        "presence": presence,
        "time": read_time(resource, "onset"),
        "recorded": resource.get("recordedDate"),
        "severity": first_coding(resource.get("severity")),
    }
    ended = read_time(resource, "abatement")
    categories = read_all_codings(resource.get("category"))
    kinds = {coding.code for coding in categories if coding.system == "urn:osler:fact"}
    if "phenotype" in kinds or ("condition" not in kinds and any(c.system == "HP" for c in shared["codings"])):
        return [Phenotype(**shared, resolution=ended)]
    sites = read_all_codings(resource.get("bodySite"))
    stages = [coding for stage in resource.get("stage", ()) for coding in read_codings(stage.get("summary"))]
    category = next((coding.code for coding in categories if coding.system != "urn:osler:fact"), None)
    return [Condition(**shared, abatement=ended, category=category, body_sites=sites, stages=stages)]


def write_condition(fact: Condition, subject: Json) -> Json:
    category = [{"coding": [{"system": _CATEGORY, "code": fact.category}]}] if coded(fact.category) else []
    kind = [_CONDITION] if any(coding.system == "HP" for coding in fact.codings) else []
    return compact(
        {
            **_condition(fact, subject, fact.abatement, fact.severity),
            "category": category + kind,
            "bodySite": write_concepts(fact.body_sites),
            "stage": [{"summary": concept} for concept in write_concepts(fact.stages)],
        }
    )


def write_phenotype(fact: Phenotype, subject: Json) -> Json:
    return _condition(fact, subject, fact.resolution, fact.severity) | {"category": [_PHENOTYPE]}


def _condition(fact: Condition | Phenotype, subject: Json, ended: ClinicalTime | None, severity: Coding | None) -> Json:
    return compact(
        {
            **head(fact, "Condition", subject),
            **write_state(fact, CONDITION, "condition"),
            "code": write_concept(fact.codings, fact.text),
            "severity": write_concept([severity]) if severity else {},
            **write_time(fact.time, "onset"),
            **write_time(ended, "abatement"),
            "recordedDate": write_date(fact.recorded),
        }
    )


def read_procedure(resource: Json, links: Links) -> list[Procedure]:
    status = PROCEDURE.get(resource.get("status", ""))
    performers = [item.get("actor") for item in resource.get("performer", ())]
    return [
        Procedure(
            **common(resource, links),
            status=status,
            presence=Presence.ABSENT if status is Status.NOT_DONE else Presence.PRESENT,
            time=read_time(resource, "performed"),
            category=_category(resource.get("category")),
            body_sites=read_all_codings(resource.get("bodySite")),
            reasons=read_reasons(resource, links)[0],
            outcome=read_text(resource.get("outcome")),
            practitioner_ids=links.ids_of(performers),
        )
    ]


def write_procedure(fact: Procedure, subject: Json) -> Json:
    absent = fact.presence is Presence.ABSENT
    return compact(
        {
            **head(fact, "Procedure", subject),
            "status": "not-done" if absent else word_for(PROCEDURE, fact.status, "unknown"),
            "code": write_concept(fact.codings, fact.text),
            "category": {"text": fact.category} if said(fact.category) else {},
            **write_time(fact.time, "performed"),
            "bodySite": write_concepts(fact.body_sites),
            "reasonCode": write_concepts(fact.reasons),
            "outcome": {"text": fact.outcome} if said(fact.outcome) else {},
            "performer": [{"actor": reference_to("Practitioner", one)} for one in fact.practitioner_ids],
        }
    )


def read_imaging(resource: Json, links: Links) -> list[Procedure]:
    """An imaging study as a procedure: its modalities are its codes, its regions the body sites."""
    series = resource.get("series", ())
    codings = read_all_codings(resource.get("procedureCode"))
    modalities = [one["modality"] for one in series if "modality" in one]
    sites = [one["bodySite"] for one in series if "bodySite" in one]
    return [
        Procedure(
            id=resource["id"],
            codings=codings or read_codings({"coding": modalities}),
            text=resource.get("description"),
            status=IMAGING.get(resource.get("status", "")),
            time=ClinicalTime.on(resource["started"]) if resource.get("started") else None,
            encounter_id=links.id_of(resource.get("encounter")),
            note=read_note(resource),
            category="imaging",
            body_sites=read_codings({"coding": sites}),
            reasons=read_reasons(resource, links)[0],
        )
    ]


def _category(concept: Json | None) -> str | None:
    return read_text(concept) or next((coding.display or coding.code for coding in read_codings(concept)), None)
