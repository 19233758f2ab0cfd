"""FamilyMemberHistory."""

from __future__ import annotations

from osler.core.patient.fhir.elements import (
    Json,
    compact,
    first_coding,
    read_codings,
    read_note,
    read_text,
    write_concept,
    write_note,
)
from osler.core.patient.fhir.links import Links, safe_id
from osler.core.patient.fhir.times import read_time, write_date, write_time
from osler.core.patient.types import ClinicalTime, FamilyHistory, Presence, Sex, Status


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
