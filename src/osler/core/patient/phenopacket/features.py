"""Phenotypic features and diseases."""

from __future__ import annotations

from osler.core.patient.phenopacket.elements import (
    Json,
    read_class,
    read_classes,
    read_evidence,
    read_time,
    write_class,
    write_evidence,
    write_first,
    write_time,
)
from osler.core.patient.types import Condition, Phenotype, Presence, Status


def read_feature(body: Json, number: int) -> Phenotype:
    return Phenotype(
        id=f"phenotype-{number + 1}",
        codings=read_classes([body.get("type", {})]),
        presence=Presence.ABSENT if body.get("excluded") else Presence.PRESENT,
        time=read_time(body.get("onset")),
        resolution=read_time(body.get("resolution")),
        severity=read_class(body.get("severity")),
        modifiers=read_classes(body.get("modifiers")),
        note=body.get("description"),
        evidence=read_evidence(body.get("evidence"), f"phenotypicFeatures[{number}]"),
    )


def write_feature(fact: Phenotype) -> Json | None:
    """A feature; None for one that is neither observed nor excluded, which the format would make observed."""
    name = write_first(fact.codings, "HP")
    if not name or not is_settled(fact):
        return None
    return {
        "type": name,
        "excluded": fact.presence is Presence.ABSENT,
        **_present("severity", write_class(fact.severity)),
        "modifiers": [body for coding in fact.modifiers if (body := write_class(coding))],
        **_present("onset", write_time(fact.time)),
        **_present("resolution", write_time(fact.resolution)),
        "description": fact.note or "",
        "evidence": write_evidence(fact.evidence),
    }


def read_disease(body: Json, number: int) -> Condition:
    return Condition(
        id=f"disease-{number + 1}",
        codings=read_classes([body.get("term", {})]),
        presence=Presence.ABSENT if body.get("excluded") else Presence.PRESENT,
        time=read_time(body.get("onset")),
        abatement=read_time(body.get("resolution")),
        stages=read_classes([*body.get("diseaseStage", ()), *body.get("clinicalTnmFinding", ())]),
        body_sites=read_classes([body.get("primarySite", {}), body.get("laterality", {})]),
        evidence=read_evidence(None, f"diseases[{number}]"),
    )


def write_disease(fact: Condition) -> Json | None:
    """A disease; None for one that is only possible or unknown, which the format would make certain."""
    name = write_first(fact.codings)
    if not name or not is_settled(fact):
        return None
    return {
        "term": name,
        "excluded": fact.presence is Presence.ABSENT,
        **_present("onset", write_time(fact.time)),
        **_present("resolution", write_time(fact.abatement)),
        "diseaseStage": [body for coding in fact.stages if (body := write_class(coding))],
        **_present("primarySite", write_first(fact.body_sites)),
    }


def is_settled(fact: Condition | Phenotype) -> bool:
    """Whether the fact is plainly there or plainly not."""
    settled = fact.presence in (Presence.PRESENT, Presence.ABSENT)
    return settled and fact.status is not Status.ENTERED_IN_ERROR


def _present(name: str, body: Json) -> Json:
    return {name: body} if body else {}
