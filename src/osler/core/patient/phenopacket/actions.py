"""Medical actions: procedures and treatments."""

from __future__ import annotations

from osler.core.patient.phenopacket.elements import (
    Json,
    read_class,
    read_classes,
    read_evidence,
    read_interval,
    read_time,
    write_class,
    write_first,
    write_interval,
    write_time,
)
from osler.core.patient.phenopacket.measures import read_quantity, write_quantity
from osler.core.patient.types import Coding, Medication, Presence, Procedure, Regimen, Schedule, Status

_DONE = {None, Status.COMPLETED, Status.IN_PROGRESS, Status.ACTIVE, Status.STOPPED, Status.UNKNOWN}


def read_action(body: Json, number: int) -> Procedure | Medication | None:
    """A procedure or a treatment; None for the kinds the record has no place for."""
    shared = {
        "reasons": read_classes([body.get("treatmentTarget", {})]),
        "evidence": read_evidence(None, f"medicalActions[{number}]"),
    }
    if procedure := body.get("procedure"):
        return Procedure(
            id=f"procedure-{number + 1}",
            codings=read_classes([procedure.get("code", {})]),
            body_sites=read_classes([procedure.get("bodySite", {})]),
            time=read_time(procedure.get("performed")),
            **shared,
        )
    if treatment := body.get("treatment"):
        route = read_class(treatment.get("routeOfAdministration"))
        return Medication(
            id=f"treatment-{number + 1}",
            codings=read_classes([treatment.get("agent", {})]),
            intent="order" if treatment.get("drugType") == "PRESCRIPTION" else None,
            regimens=[_read_dose(dose, route) for dose in treatment.get("doseIntervals", ())],
            **shared,
        )
    return None


def write_procedure(fact: Procedure) -> Json | None:
    """A procedure that was done; the format cannot say that one was not."""
    code = write_first(fact.codings)
    if not code or fact.presence is not Presence.PRESENT or fact.status not in _DONE:
        return None
    body = {"code": code, "bodySite": write_first(fact.body_sites), "performed": write_time(fact.time)}
    return _with_target({"procedure": {name: value for name, value in body.items() if value}}, fact.reasons)


def write_medication(fact: Medication) -> Json | None:
    """A treatment that is or was given; the format cannot say that one was not, or is only planned."""
    agent = write_first(fact.codings)
    if not agent or fact.presence is not Presence.PRESENT or fact.status not in _DONE:
        return None
    routes = [regimen.route for regimen in fact.regimens if regimen.route]
    doses = [_write_dose(regimen) for regimen in fact.regimens]
    treatment = {
        "agent": agent,
        "routeOfAdministration": write_class(routes[0]) if routes else {},
        "doseIntervals": doses,
        "drugType": "PRESCRIPTION" if fact.intent == "order" else "",
    }
    return _with_target({"treatment": {name: value for name, value in treatment.items() if value}}, fact.reasons)


def _with_target(body: Json, reasons: list[Coding]) -> Json:
    target = write_first(reasons)
    return body | ({"treatmentTarget": target} if target else {})


def _read_dose(body: Json, route: Coding | None) -> Regimen:
    often = body.get("scheduleFrequency") or {}
    words = often.get("label") or often.get("id")
    return Regimen(
        dose=read_quantity(body.get("quantity")),
        route=route,
        schedule=Schedule(text=words) if words else None,
        time=read_interval(body.get("interval")),
    )


def _write_dose(regimen: Regimen) -> Json:
    words = regimen.schedule.text if regimen.schedule else None
    body = {
        "quantity": write_quantity(regimen.dose),
        "scheduleFrequency": {"label": words} if words else {},
        "interval": write_interval(regimen.time),
    }
    return {name: value for name, value in body.items() if value}
