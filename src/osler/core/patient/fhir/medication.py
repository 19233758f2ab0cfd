"""MedicationRequest and MedicationStatement."""

from __future__ import annotations

from osler.core.patient.fhir.elements import (
    Json,
    compact,
    first_coding,
    read_codings,
    read_quantity,
    read_text,
    said,
    write_concept,
    write_concepts,
    write_quantity,
)
from osler.core.patient.fhir.links import Links, reference_to
from osler.core.patient.fhir.shared import common, head, read_reasons
from osler.core.patient.fhir.statuses import MEDICATION, word_for
from osler.core.patient.fhir.times import read_period, read_time, write_date, write_period, write_time
from osler.core.patient.types import ClinicalTime, Medication, Presence, Regimen, Schedule, Status

_REQUEST_INTENTS = {
    "proposal",
    "plan",
    "order",
    "original-order",
    "reflex-order",
    "filler-order",
    "instance-order",
    "option",
}
_STATEMENT_WORDS = {word: meaning for word, meaning in MEDICATION.items() if word not in {"draft", "cancelled"}}
_REQUEST_WORDS = {word: meaning for word, meaning in MEDICATION.items() if word not in {"intended", "not-taken"}}


def read_medication(resource: Json, links: Links) -> list[Medication]:
    """An order or a statement; the drug may stand in a resource of its own."""
    drug = resource.get("medicationCodeableConcept")
    if drug is None:
        reference = resource.get("medicationReference")
        target = links.resource(reference, resource)
        drug = (target or {}).get("code") or {"text": (reference or {}).get("display")}
    status = MEDICATION.get(resource.get("status", ""))
    negative = resource.get("doNotPerform") or status is Status.NOT_DONE
    doses = resource.get("dosageInstruction") or resource.get("dosage") or ()
    request = resource["resourceType"] == "MedicationRequest"
    prescriber = resource.get("requester") if request else resource.get("informationSource")
    recorded = resource.get("authoredOn") if request else resource.get("dateAsserted")
    context = resource.get("encounter") or resource.get("context")
    reasons, words = read_reasons(resource, links)
    return [
        Medication(
            **common({**resource, "code": drug, "encounter": context}, links),
            status=status,
            presence=Presence.ABSENT if negative else Presence.PRESENT,
            time=read_time(resource, "effective") or (ClinicalTime.between(recorded, None) if recorded else None),
            recorded=recorded,
            intent=resource.get("intent") if request else "statement",
            regimens=[_read_regimen(dose) for dose in doses],
            reasons=reasons,
            reason_text=words,
            practitioner_ids=links.ids_of([prescriber] if _is_practitioner(prescriber) else []),
        )
    ]


def write_medication(fact: Medication, subject: Json) -> Json:
    absent = fact.presence is Presence.ABSENT
    certain = fact.presence in (Presence.PRESENT, Presence.ABSENT)
    reasons = write_concepts(fact.reasons)
    if said(fact.reason_text):
        reasons = [{**(reasons[0] if reasons else {}), "text": fact.reason_text}, *reasons[1:]]
    shared = {
        "medicationCodeableConcept": write_concept(fact.codings, fact.text) or {"text": "not stated"},
        "reasonCode": reasons,
    }
    doses = [body for regimen in fact.regimens if (body := _write_regimen(regimen))]
    people = [reference_to("Practitioner", one) for one in fact.practitioner_ids][:1]
    if fact.intent in _REQUEST_INTENTS:
        request = {
            **head(fact, "MedicationRequest", subject),
            "status": word_for(_REQUEST_WORDS, fact.status, "unknown") if certain else "unknown",
            "intent": fact.intent,
            "doNotPerform": True if absent else None,
            "authoredOn": write_date(fact.recorded),
            "requester": people[0] if people else {},
            "dosageInstruction": doses,
        }
        return compact(request | shared)
    statement = head(fact, "MedicationStatement", subject)
    encounter = statement.pop("encounter", None)
    body = {
        **statement,
        "context": encounter,
        "status": "not-taken"
        if absent
        else word_for(_STATEMENT_WORDS, fact.status, "unknown")
        if certain
        else "unknown",
        "dateAsserted": write_date(fact.recorded),
        **write_time(fact.time, "effective", forms="DateTime Period"),
        "informationSource": people[0] if people else {},
        "dosage": doses,
    }
    return compact(body | shared)


def _read_regimen(dose: Json) -> Regimen:
    amounts = [item for item in dose.get("doseAndRate", ()) if "doseQuantity" in item or "doseRange" in item]
    amount: Json = amounts[0] if amounts else {}
    span: Json = amount.get("doseRange") or {}
    return Regimen(
        dose=read_quantity(amount.get("doseQuantity") or span.get("low")),
        dose_high=read_quantity(span.get("high")),
        route=first_coding(dose.get("route")),
        route_text=read_text(dose.get("route")),
        schedule=_read_schedule(dose),
        time=read_period(((dose.get("timing") or {}).get("repeat") or {}).get("boundsPeriod")),
        text=dose.get("text") or _instructions(dose),
    )


def _read_schedule(dose: Json) -> Schedule | None:
    timing = dose.get("timing") or {}
    repeat = timing.get("repeat") or {}
    period = repeat.get("period")
    schedule = Schedule(
        frequency=repeat.get("frequency"),
        period=None if period is None else float(period),
        period_unit=repeat.get("periodUnit"),
        as_needed=dose.get("asNeededBoolean", True if "asNeededCodeableConcept" in dose else None),
        text=read_text(timing.get("code"))
        or next((c.display or c.code for c in read_codings(timing.get("code"))), None),
    )
    return schedule if schedule != Schedule() else None


def _instructions(dose: Json) -> str | None:
    texts = (item.get("text") for item in dose.get("additionalInstruction", ()))
    return " ".join(text for text in texts if text) or dose.get("patientInstruction")


def _write_regimen(regimen: Regimen) -> Json:
    schedule = regimen.schedule or Schedule()
    repeat = {
        "boundsPeriod": write_period(regimen.time),
        "frequency": schedule.frequency if schedule.frequency and schedule.frequency > 0 else None,
        # R4: a period needs its unit, and the unit its period.
        "period": schedule.period if schedule.period_unit and schedule.period and schedule.period > 0 else None,
        "periodUnit": schedule.period_unit if schedule.period and schedule.period > 0 else None,
    }
    timing = {"repeat": compact(repeat), "code": {"text": schedule.text} if said(schedule.text) else {}}
    dose, high = (
        {key: value for key, value in write_quantity(one).items() if key != "comparator"}
        for one in (regimen.dose, regimen.dose_high)
    )
    amount = {"doseRange": compact({"low": dose, "high": high})} if high else {"doseQuantity": dose} if dose else {}
    return compact(
        {
            "text": said(regimen.text),
            "timing": compact(timing),
            "asNeededBoolean": schedule.as_needed,
            "route": write_concept([regimen.route] if regimen.route else [], regimen.route_text),
            "doseAndRate": [amount] if amount else [],
        }
    )


def _is_practitioner(reference: Json | None) -> bool:
    target = (reference or {}).get("reference", "")
    return target.startswith("urn:") or "Practitioner" in target
