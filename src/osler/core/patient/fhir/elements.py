"""FHIR's data types that many resources share: codes, quantities, annotations, and what may stand in a string."""

from __future__ import annotations

import re
from typing import Any

from osler.core.patient.fhir.systems import coding_from_fhir, coding_to_fhir
from osler.core.patient.types import Coding, Quantity, ReferenceRange

Json = dict[str, Any]

# FHIR R4: a code has no outer and no doubled white space; a string is not empty and has no control characters.
_CODE = re.compile(r"[^\s]+( [^\s]+)*")
_STRING = re.compile(r"[ \r\n\t\S]+")


def said(value: str | None) -> str | None:
    """The string if FHIR can carry it, else nothing; what is left out here travels in an extension."""
    return value if value is not None and _STRING.fullmatch(value) and value.strip() else None


def coded(value: str | None) -> str | None:
    """The string if FHIR can carry it as a code, else nothing."""
    return value if value is not None and _CODE.fullmatch(value) else None


def compact(resource: Json) -> Json:
    """The resource without empty elements, which FHIR does not allow."""
    return {key: value for key, value in resource.items() if value not in (None, "", [], {})}


def _listed(resource: Json, name: str) -> list[Any]:
    """What an element lists; nothing where it holds something else than a list."""
    found = resource.get(name)
    return found if isinstance(found, list) else []


def read_codings(concept: Json | None) -> list[Coding]:
    """The codes of a CodeableConcept."""
    if not isinstance(concept, dict):
        return []
    return [
        coding_from_fhir(item.get("system"), item["code"], item.get("display"))
        for item in _listed(concept, "coding")
        if isinstance(item, dict) and isinstance(item.get("code"), str) and item["code"]
    ]


def loinc_codes(concept: Json | None) -> set[str]:
    """The LOINC codes of a CodeableConcept; the same digits mean something else in another vocabulary."""
    return {coding.code for coding in read_codings(concept) if coding.system == "LOINC"}


def read_text(concept: Json | None) -> str | None:
    """The words of a CodeableConcept: its text, or a display that has no code to go with it."""
    if not isinstance(concept, dict):
        return concept if isinstance(concept, str) else None
    bare = (
        item.get("display") for item in _listed(concept, "coding") if isinstance(item, dict) and not item.get("code")
    )
    return concept.get("text") or next((display for display in bare if display), None)


def read_all_codings(concepts: list[Json] | None) -> list[Coding]:
    """The codes of several CodeableConcepts, in order."""
    listed = concepts if isinstance(concepts, list) else [concepts]
    return [coding for concept in listed for coding in read_codings(concept)]


def first_coding(concept: Json | None) -> Coding | None:
    """The first code of a CodeableConcept."""
    return next(iter(read_codings(concept)), None)


def write_concept(codings: list[Coding], text: str | None = None) -> Json:
    """A CodeableConcept, or an empty object when there is nothing to say."""
    written = [compact(coding_to_fhir(coding)) for coding in codings if _writable(coding)]
    return compact({"coding": written, "text": said(text)})


def write_concepts(codings: list[Coding]) -> list[Json]:
    """One CodeableConcept for each code."""
    return [concept for coding in codings if (concept := write_concept([coding]))]


def _writable(coding: Coding) -> bool:
    sound = bool(_CODE.fullmatch(coding.code)) and not re.search(r"\s", coding.system)
    return sound and (coding.display is None or said(coding.display) is not None)


def read_quantity(body: Json | None) -> Quantity | None:
    """A Quantity, Age or SimpleQuantity."""
    if body is None:
        return None
    number = body.get("value")
    return Quantity(
        value=None if number is None else float(number),
        comparator=body.get("comparator"),
        unit=body.get("unit") or body.get("code"),
        ucum=body.get("code") if body.get("system") == "http://unitsofmeasure.org" else None,
    )


def write_quantity(quantity: Quantity | None) -> Json:
    """A Quantity, or an empty object."""
    if quantity is None:
        return {}
    body = {"value": quantity.value, "comparator": quantity.comparator, "unit": said(quantity.unit)}
    if quantity.ucum and _CODE.fullmatch(quantity.ucum):
        body |= {"system": "http://unitsofmeasure.org", "code": quantity.ucum}
    return compact(body)


def read_range(body: Json) -> ReferenceRange:
    """A Range or an Observation.referenceRange."""
    return ReferenceRange(
        low=read_quantity(body.get("low")), high=read_quantity(body.get("high")), text=body.get("text")
    )


def write_range(limits: ReferenceRange) -> Json:
    """An Observation.referenceRange, or an empty object."""
    # R4 forbids comparators here: both sides are plain numbers.
    sides = {"low": write_quantity(limits.low), "high": write_quantity(limits.high)}
    plain = {name: {k: v for k, v in side.items() if k != "comparator"} for name, side in sides.items()}
    return compact({**plain, "text": said(limits.text)})


def read_note(resource: Json) -> str | None:
    """All annotations of a resource as one text."""
    return "\n".join(item["text"] for item in resource.get("note", ()) if item.get("text")) or None


def write_note(note: str | None) -> list[Json]:
    """A text as annotations."""
    return [{"text": note}] if said(note) else []
