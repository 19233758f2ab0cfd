"""Condition, Procedure, ImagingStudy, AllergyIntolerance, Immunization and FamilyMemberHistory."""

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
    write_note,
)
from osler.core.patient.fhir.links import Links, reference_to, safe_id
from osler.core.patient.fhir.shared import common, head, read_state, write_state
from osler.core.patient.fhir.statuses import ALLERGY, CONDITION, IMAGING, IMMUNISATION, PROCEDURE, word_for
from osler.core.patient.fhir.times import read_time, write_date, write_time
from osler.core.patient.types import (
    Allergy,
    ClinicalTime,
    Coding,
    Condition,
    FamilyHistory,
    Immunisation,
    Phenotype,
    Presence,
    Procedure,
    Reaction,
    Sex,
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
            reasons=read_all_codings(resource.get("reasonCode")),
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
            reasons=read_all_codings(resource.get("reasonCode")),
        )
    ]


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


def read_family(resource: Json, links: Links) -> list[FamilyHistory]:
    """One fact for each condition of the relative, or one for the relative when none is given."""
    relation = resource.get("relationship")
    sex = next((coding.code for coding in read_codings(resource.get("sex")) if coding.code in set(Sex)), None)
    age = read_time(resource, "age")
    shared = {
        "presence": Presence.UNKNOWN if resource.get("status") == "health-unknown" else Presence.PRESENT,
        "status": Status.ENTERED_IN_ERROR if resource.get("status") == "entered-in-error" else None,
        "recorded": resource.get("date"),
        "relation": read_text(relation) or next((c.display for c in read_codings(relation) if c.display), None),
        "relation_coding": first_coding(relation),
        "sex": sex,
        "deceased": resource.get("deceasedBoolean", True if "deceasedDate" in resource else None),
        "relative_age": age.at.age if age and age.at else None,
    }
    conditions = resource.get("condition", ())
    if not conditions:
        return [FamilyHistory(id=resource["id"], note=read_note(resource), **shared)]
    return [
        FamilyHistory(
            id=resource["id"] if len(conditions) == 1 else f"{resource['id']}-{number}",
            codings=read_codings(item.get("code")),
            text=read_text(item.get("code")),
            time=read_time(item, "onset"),
            note=read_note(item) or read_note(resource),
            **shared,
        )
        for number, item in enumerate(conditions, start=1)
    ]


def write_family(fact: FamilyHistory, subject: Json) -> Json:
    """A condition that the relative does not have is left to the extension: R4 would read it as present."""
    unknown = fact.presence is Presence.UNKNOWN
    wrong = fact.status is Status.ENTERED_IN_ERROR
    code = write_concept(fact.codings, fact.text) if fact.presence is Presence.PRESENT else {}
    condition = compact({"code": code, **write_time(fact.time, "onset", forms="Age Range Period String")})
    relation = write_concept([fact.relation_coding] if fact.relation_coding else [], fact.relation)
    return compact(
        {
            "resourceType": "FamilyMemberHistory",
            "id": safe_id(fact.id),
            "patient": subject,
            "status": "health-unknown" if unknown else "entered-in-error" if wrong else "completed",
            "date": write_date(fact.recorded),
            "relationship": relation or {"text": "relative, not stated which"},
            "sex": _write_sex(fact.sex),
            **write_time(ClinicalTime.aged(fact.relative_age) if fact.relative_age else None, "age", forms="Age"),
            "deceasedBoolean": fact.deceased,
            "condition": [condition] if code else [],
            "note": write_note(fact.note),
        }
    )


def _write_sex(sex: Sex | None) -> Json:
    system = "http://hl7.org/fhir/administrative-gender"
    return {"coding": [{"system": system, "code": sex.value}]} if sex else {}


def _category(concept: Json | None) -> str | None:
    return read_text(concept) or next((coding.display or coding.code for coding in read_codings(concept)), None)
