"""Cancer, markers, lines of therapy and radiation as mCODE resources (mCODE STU4), and back.

A part of ours is one resource with the profile that fits best; stages and metastases are written a second time as the
observations and conditions that readers of mCODE look for. Those copies bear a mark, so that our reader does not take
them for further facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from osler.core.patient.fhir.elements import Json, compact, read_codings, read_text, said, write_concept, write_quantity
from osler.core.patient.fhir.links import Links, reference_to, safe_id
from osler.core.patient.fhir.shared import common, head
from osler.core.patient.fhir.times import read_time, write_time
from osler.core.patient.types import Biomarker, Cancer, PatientRecord, Radiotherapy, Stage, TherapyLine
from osler.core.patient.types.base import Part

PROFILES = "http://hl7.org/fhir/us/mcode/StructureDefinition/mcode-"
HISTOLOGY = PROFILES + "histology-morphology-behavior"
SESSIONS = PROFILES + "radiotherapy-sessions"
_STAINS = re.compile(r"IHC|immunohisto|stain", re.IGNORECASE)
_OF_PROTEINS = frozenset({"HER2", "CD19", "CD20", "CD30", "CD38", "MLH1", "MSH2", "MSH6", "PMS2", "CLDN18.2"})
"""Markers that are stains unless a variant is named (CAP biomarker templates)."""
_FACT = "urn:osler:fact"
_SNOMED = "http://snomed.info/sct"
# SNOMED CT codes of the TNM observations, clinical and pathologic, as mCODE's examples use them.
_TNM = {
    "group": ("tnm-stage-group", "399537006", "399588009"),
    "tumour": ("tnm-primary-tumor-category", "399504009", "384625004"),
    "nodes": ("tnm-regional-nodes-category", "399534004", "371494008"),
    "metastases": ("tnm-distant-metastases-category", "399387003", "371497001"),
}


def mark(resource: Json) -> str | None:
    """Which part of a record a resource of ours carries; None for resources of others."""
    for concept in resource.get("category") or () if isinstance(resource.get("category"), list) else ():
        for coding in concept.get("coding", ()) if isinstance(concept, dict) else ():
            if coding.get("system") == _FACT:
                return str(coding.get("code"))
    concept = resource.get("category")
    if isinstance(concept, dict):
        return next((str(one.get("code")) for one in concept.get("coding", ()) if one.get("system") == _FACT), None)
    return None


def _marked(kind: str) -> Json:
    return {"coding": [{"system": _FACT, "code": kind}]}


def _profile(name: str) -> Json:
    return {"profile": [PROFILES + name]}


def write_cancer(fact: Cancer, subject: Json) -> Json:
    """A primary cancer condition."""
    words = said(fact.histology)
    return compact(
        {
            **head(fact, "Condition", subject),
            "meta": _profile("primary-cancer-condition"),
            "extension": [{"url": HISTOLOGY, "valueCodeableConcept": {"text": words}}] if words else [],
            "category": [_marked("cancer")],
            "code": write_concept(fact.codings, fact.text) or {"text": "cancer"},
            "bodySite": [{"text": fact.site}] if said(fact.site) else [],
            "stage": [
                {"summary": {"text": words}} for stage in fact.stages if (words := said(stage.group or stage.tnm))
            ],
            **write_time(fact.time, "onset"),
        }
    )


def read_cancer(resource: Json, links: Links) -> list[Cancer]:
    """The cancer that our writer wrote; its extensions carry the rest."""
    return [Cancer(**common(resource, links), time=read_time(resource, "onset"))]


def write_biomarker(fact: Biomarker, subject: Json) -> Json:
    """A tumour marker test, or a genomic variant where a gene was looked at and not what it makes."""
    profile = "genomic-variant" if _is_of_a_gene(fact) else "tumor-marker-test"
    parts = [("48018-6", fact.gene.symbol if fact.gene else None), ("48005-3", fact.variant)]
    value: Json = {}
    if quantity := write_quantity(fact.value):
        value = {"valueQuantity": quantity}
    elif said(fact.result):
        value = {"valueCodeableConcept": {"text": fact.result}}
    return compact(
        {
            **head(fact, "Observation", subject),
            "meta": _profile(profile),
            "status": "final",
            "category": [_marked("biomarker")],
            "code": write_concept(fact.codings, fact.name) or {"text": "biomarker"},
            **write_time(fact.time, "effective", forms="DateTime Period"),
            **value,
            "method": {"text": fact.method} if said(fact.method) else {},
            "component": [
                {
                    "code": {"coding": [{"system": "http://loinc.org", "code": code}]},
                    "valueCodeableConcept": {"text": words},
                }
                for code, words in parts
                if said(words)
            ],
        }
    )


def _is_of_a_gene(fact: Biomarker) -> bool:
    """Whether a marker is a change of a gene: a stain, its score or its percentage shows the protein."""
    if fact.gene is None:
        return False
    stained = fact.score is not None or _STAINS.search(fact.method or "") is not None or fact.name in _OF_PROTEINS
    return fact.variant is not None or not stained


def read_biomarker(resource: Json, links: Links) -> list[Biomarker]:
    """The marker that our writer wrote; its extensions carry the rest."""
    name = read_text(resource.get("code")) or "biomarker"
    return [Biomarker(**{**common(resource, links), "text": None}, name=name, time=read_time(resource, "effective"))]


def write_therapy_line(fact: TherapyLine, subject: Json) -> Json:
    """A line of therapy as one procedure; R4 and mCODE have no resource for it."""
    words = f"line {fact.line} of therapy" if fact.line else "systemic therapy"
    drugs = [drug for drug in fact.drugs if said(drug)]
    return compact(
        {
            **head(fact, "Procedure", subject),
            "status": "completed" if fact.stop_reason else "unknown",
            "category": _marked("therapy-line"),
            "code": {"text": f"{words}: {', '.join(drugs)}" if drugs else words},
            **write_time(fact.time, "performed"),
            "outcome": {"text": fact.response} if fact.response else {},
        }
    )


def read_therapy_line(resource: Json, links: Links) -> list[TherapyLine]:
    """The line that our writer wrote; its extensions carry the rest."""
    return [TherapyLine(**common(resource, links), time=read_time(resource, "performed"))]


def write_radiotherapy(fact: Radiotherapy, subject: Json) -> Json:
    """A summary of a course of radiotherapy."""
    sessions = [{"url": SESSIONS, "valueUnsignedInt": fact.fractions}] if fact.fractions and fact.fractions > 0 else []
    return compact(
        {
            **head(fact, "Procedure", subject),
            "meta": _profile("radiotherapy-course-summary"),
            "extension": sessions,
            "status": "completed",
            "category": _marked("radiotherapy"),
            "code": write_concept(fact.codings, fact.text) or {"text": "radiotherapy"},
            "bodySite": [{"text": fact.site}] if said(fact.site) else [],
            **write_time(fact.time, "performed"),
        }
    )


def read_radiotherapy(resource: Json, links: Links) -> list[Radiotherapy]:
    """The course that our writer wrote; its extensions carry the rest."""
    return [Radiotherapy(**common(resource, links), time=read_time(resource, "performed"))]


OWN: dict[str, Callable[[Json, Links], Sequence[Part]]] = {
    "cancer": read_cancer,
    "biomarker": read_biomarker,
    "therapy-line": read_therapy_line,
    "radiotherapy": read_radiotherapy,
}
"""The readers of marked resources."""


def copies(record: PatientRecord, subject: Json) -> Iterator[Json]:
    """The stages and metastases of a record's cancers as mCODE writes them, marked as copies."""
    for cancer in record.cancers:
        focus = reference_to("Condition", cancer.id)
        for number, stage in enumerate(cancer.stages):
            yield from _stage(stage, f"{safe_id(cancer.id)}-s{number}", focus, subject)
        for number, spread in enumerate(cancer.metastases):
            if said(spread.site):
                yield {
                    "resourceType": "Condition",
                    "id": f"{safe_id(cancer.id)[:50]}-m{number}",
                    "meta": _profile("secondary-cancer-condition"),
                    "extension": [
                        {"url": "http://hl7.org/fhir/StructureDefinition/condition-related", "valueReference": focus}
                    ],
                    "category": [_marked("copy")],
                    "code": {"text": f"metastasis to {spread.site}"},
                    "bodySite": [{"text": spread.site}],
                    "subject": subject,
                }


def _stage(stage: Stage, stem: str, focus: Json, subject: Json) -> Iterator[Json]:
    for field, (profile, clinical, pathologic) in _TNM.items():
        words = getattr(stage, field)
        if said(words):
            code = pathologic if stage.basis == "pathologic" else clinical
            yield compact(
                {
                    "resourceType": "Observation",
                    "id": f"{stem[:50]}-{field}",
                    "meta": _profile(profile),
                    "status": "final",
                    "category": [_marked("copy")],
                    "code": {"coding": [{"system": _SNOMED, "code": code}]},
                    "subject": subject,
                    "focus": [focus],
                    "valueCodeableConcept": {"text": words},
                    "method": {"text": stage.system} if said(stage.system) else {},
                }
            )


def display_of(concept: Json | None) -> str | None:
    """The words of a concept: its text, or the display of its first code."""
    return read_text(concept) or next((coding.display for coding in read_codings(concept) if coding.display), None)
