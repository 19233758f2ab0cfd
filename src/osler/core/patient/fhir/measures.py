"""Observation: results, vital signs, and phenotypes that are coded in HPO."""

from __future__ import annotations

from typing import Any

from osler.core.patient.fhir.elements import (
    Json,
    coded,
    compact,
    read_all_codings,
    read_codings,
    read_quantity,
    read_range,
    read_text,
    said,
    write_concept,
    write_concepts,
    write_quantity,
    write_range,
)
from osler.core.patient.fhir.links import Links
from osler.core.patient.fhir.shared import common, head
from osler.core.patient.fhir.statuses import OBSERVATION, word_for
from osler.core.patient.fhir.times import read_time, write_date, write_time
from osler.core.patient.types import Component, Observation, Phenotype, Presence, Quantity, ReferenceRange

_CATEGORY = "http://terminology.hl7.org/CodeSystem/observation-category"
# HL7 "negative" and "not detected", LOINC and SNOMED CT "absent", SNOMED CT "not detected".
_NEGATIVE = {"NEG", "ND", "LA9634-2", "2667000", "260415000"}


def read_observation(resource: Json, links: Links) -> list[Observation | Phenotype]:
    shared = common(resource, links) | {
        "status": OBSERVATION.get(resource.get("status", "")),
        "time": read_time(resource, "effective"),
        "recorded": resource.get("issued"),
    }
    measured = _read_measured(resource)
    if any(coding.system == "HP" for coding in shared["codings"]) and not _is_own(resource):
        return [Phenotype(**shared, presence=_phenotype_presence(measured))]
    components = [
        Component(codings=read_codings(item.get("code")), text=read_text(item.get("code")), **_read_measured(item))
        for item in resource.get("component", ())
    ]
    categories = read_all_codings(resource.get("category"))
    return [
        Observation(
            **shared,
            **measured,
            category=next((coding.code for coding in categories if coding.system != "urn:osler:fact"), None),
            method=read_text(resource.get("method")),
            body_sites=read_codings(resource.get("bodySite")),
            components=components,
        )
    ]


def write_observation(fact: Observation, subject: Json) -> Json:
    categories = [{"coding": [{"system": _CATEGORY, "code": fact.category}]}] if coded(fact.category) else []
    if any(coding.system == "HP" for coding in fact.codings):
        categories.append({"coding": [{"system": "urn:osler:fact", "code": "observation"}]})
    return compact(
        {
            **head(fact, "Observation", subject),
            "status": word_for(OBSERVATION, fact.status, "unknown"),
            "category": categories,
            "code": write_concept(fact.codings, fact.text) or {"text": "not stated"},
            **write_time(fact.time, "effective", forms="DateTime Period"),
            "issued": write_date(fact.recorded) if fact.recorded and "T" in fact.recorded else None,
            **_write_measured(fact),
            "method": {"text": fact.method} if said(fact.method) else {},
            "bodySite": write_concept(fact.body_sites),
            "component": [_write_component(part) for part in fact.components],
        }
    )


def _write_component(part: Component) -> Json:
    code = write_concept(part.codings, part.text) or {"text": "not stated"}
    return {"code": code, **_write_measured(part)}


def _read_measured(body: Json) -> dict[str, Any]:
    """The value and its reading; values of rarer types are kept as words."""
    limits = body.get("valueRange")
    concept = body.get("valueCodeableConcept")
    words = body.get("valueString") or read_text(concept)
    if ratio := body.get("valueRatio"):
        words = ":".join(str((ratio.get(side) or {}).get("value", "?")) for side in ("numerator", "denominator"))
    if period := body.get("valuePeriod"):
        words = f"{period.get('start', '')}/{period.get('end', '')}"
    quantity = read_quantity(body.get("valueQuantity"))
    if "valueInteger" in body:
        quantity = Quantity(value=float(body["valueInteger"]))
    return {
        "quantity": quantity,
        "value_range": read_range(limits) if limits else None,
        "value_codings": read_codings(concept),
        "value_boolean": body.get("valueBoolean"),
        "value_text": words or body.get("valueTime") or body.get("valueDateTime"),
        "reference_ranges": [read_range(item) for item in body.get("referenceRange", ())],
        "interpretations": read_all_codings(body.get("interpretation")),
        "missing_reason": _reason(body.get("dataAbsentReason")),
    }


def _write_measured(part: Observation | Component) -> Json:
    ranges = [body for limits in part.reference_ranges if (body := write_range(limits))]
    reason = {"text": part.missing_reason} if said(part.missing_reason) else {}
    value = _write_value(part)
    body = compact(
        {
            "referenceRange": ranges,
            "interpretation": write_concepts(part.interpretations),
            # R4 allows a reason only where there is no value.
            "dataAbsentReason": {} if value else reason,
        }
    )
    return value | body


def _write_value(part: Observation | Component) -> Json:
    """R4 allows one value; the first that is there is taken and the rest goes to the extension."""
    limits = part.value_range or ReferenceRange()
    concept = write_concept(part.value_codings, part.value_text) if part.value_codings else {}
    if quantity := write_quantity(part.quantity):
        return {"valueQuantity": quantity}
    if bounds := {name: side for name, side in write_range(limits).items() if name != "text"}:
        return {"valueRange": bounds}
    if concept:
        return {"valueCodeableConcept": concept}
    if part.value_boolean is not None:
        return {"valueBoolean": part.value_boolean}
    return {"valueString": part.value_text} if said(part.value_text) else {}


def _reason(concept: Json | None) -> str | None:
    return read_text(concept) or next((coding.code for coding in read_codings(concept)), None)


def _is_own(resource: Json) -> bool:
    marks = read_all_codings(resource.get("category"))
    return any(coding.system == "urn:osler:fact" and coding.code == "observation" for coding in marks)


def _phenotype_presence(measured: dict[str, Any]) -> Presence:
    """Whether an HPO-coded observation says that the feature is there."""
    codes = {coding.code for coding in [*measured["interpretations"], *measured["value_codings"]]}
    if measured["value_boolean"] is False or codes & _NEGATIVE:
        return Presence.ABSENT
    return Presence.UNKNOWN if measured["missing_reason"] else Presence.PRESENT
