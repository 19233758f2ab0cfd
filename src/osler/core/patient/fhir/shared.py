"""What the mappings of all resources have in common."""

from __future__ import annotations

from typing import Any

from osler.core.patient.fhir.elements import (
    Json,
    compact,
    read_all_codings,
    read_codings,
    read_note,
    read_text,
    write_note,
)
from osler.core.patient.fhir.links import Links, reference_to, safe_id
from osler.core.patient.fhir.statuses import VERIFICATION, Words, word_for
from osler.core.patient.types import Coding, Fact, Presence, Status


def common(resource: Json, links: Links, concept: str = "code") -> dict[str, Any]:
    """The fields of every fact: id, codes, words, encounter, note."""
    return {
        "id": resource["id"],
        "codings": read_codings(resource.get(concept)),
        "text": read_text(resource.get(concept)),
        "encounter_id": links.id_of(resource.get("encounter")),
        "note": read_note(resource),
    }


def read_reasons(resource: Json, links: Links) -> tuple[list[Coding], str | None]:
    """Why something was done or given, as codes and in words: what it names itself, and the conditions that it refers to."""
    concepts = [
        *(concept for concept in resource.get("reasonCode") or () if isinstance(concept, dict)),
        *links.concepts_of(resource.get("reasonReference"), resource),
    ]
    codes = {coding.id: coding for coding in read_all_codings(concepts)}
    return list(codes.values()), next((words for concept in concepts if (words := read_text(concept))), None)


def head(fact: Fact, kind: str, subject: Json, *, subject_field: str = "subject") -> Json:
    """The elements that every written resource begins with."""
    return compact(
        {
            "resourceType": kind,
            "id": safe_id(fact.id),
            subject_field: subject,
            "encounter": reference_to("Encounter", fact.encounter_id),
            "note": write_note(fact.note),
        }
    )


def read_state(resource: Json, words: Words) -> tuple[Status | None, Presence]:
    """Status and presence of resources that have a clinical and a verification status."""
    clinical = _code(resource.get("clinicalStatus"))
    verified = _code(resource.get("verificationStatus"))
    if verified == "entered-in-error":
        return Status.ENTERED_IN_ERROR, Presence.PRESENT
    return words.get(clinical or ""), VERIFICATION.get(verified or "", Presence.PRESENT)


def write_state(fact: Fact, words: Words, systems: str) -> Json:
    """The clinical and the verification status; `systems` is the stem of the two code systems' names."""
    # R4 forbids a clinical status on what was entered in error.
    if fact.status is Status.ENTERED_IN_ERROR:
        clinical, verified = "", "entered-in-error"
    else:
        clinical = word_for(words, fact.status, "")
        verified = next((word for word, meaning in VERIFICATION.items() if meaning is fact.presence), "unconfirmed")
    stem = "http://terminology.hl7.org/CodeSystem/"
    verification = "allergyintolerance-verification" if systems == "allergyintolerance" else f"{systems}-ver-status"
    body = {"verificationStatus": {"coding": [{"system": stem + verification, "code": verified}]}}
    if clinical:
        body["clinicalStatus"] = {"coding": [{"system": f"{stem}{systems}-clinical", "code": clinical}]}
    return body


def _code(concept: Json | None) -> str | None:
    return next((item.get("code") for item in (concept or {}).get("coding", ())), None)
