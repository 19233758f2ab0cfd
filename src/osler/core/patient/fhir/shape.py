"""A resource in the shape that the readers expect: nulls gone, single things where lists are meant put into lists.

Systems write `"coding": null`, one object where R4 has a list, or numbers that no chart holds. What can be understood is
kept; what cannot is left out and named by its place, and the rest of the resource is read.
"""

from __future__ import annotations

import math
from typing import Any

from osler.core.patient.fhir.elements import Json

_DEEPEST = 60

LISTS = frozenset(
    (
        "coding", "extension", "identifier", "name", "given", "prefix", "suffix", "telecom", "address", "line", "contact",
        "communication", "category", "note", "component", "referenceRange", "interpretation", "performer", "reasonCode",
        "reasonReference", "dosageInstruction", "dosage", "additionalInstruction", "doseAndRate", "reaction",
        "manifestation", "condition", "bodySite", "stage", "evidence", "type", "serviceType", "specialty", "participant",
        "location", "content", "result", "conclusionCode", "series", "contained", "author", "conclusion_code", "entry",
        "presentedForm", "protocolApplied", "relationship", "link", "item", "qualification", "complication", "followUp",
        "assessment", "event", "when", "dayOfWeek", "timeOfDay", "hasMember", "derivedFrom", "ingredient",
    )
)  # fmt: skip
# In some resources these are one object: what is there is taken as it is.
_EITHER = frozenset(
    ("name", "type", "category", "bodySite", "relationship", "location", "condition", "content", "line", "link",
     "assessment", "event", "stage", "evidence", "reaction", "item", "result", "address", "contact", "specialty", "when", "author", "dosage", "performer", "ingredient")
)  # fmt: skip
OBJECTS = frozenset(
    (
        "valueQuantity", "valueCodeableConcept", "valueRange",
        "valueRatio", "valuePeriod", "effectivePeriod", "onsetPeriod", "onsetAge", "onsetRange", "abatementPeriod",
        "abatementAge", "performedPeriod", "clinicalStatus", "verificationStatus", "method",
        "dataAbsentReason", "low", "high", "medicationCodeableConcept", "medicationReference", "timing", "repeat",
        "route", "asNeededCodeableConcept", "doseQuantity", "doseRange", "maritalStatus", "vaccineCode",
        "statusReason", "attachment", "meta", "bornPeriod", "deceasedAge",
        "numerator", "denominator",
    )
)  # fmt: skip

_NO_WORDS = OBJECTS | (LISTS - _EITHER)
"""What a bare word cannot stand for."""


def shaped(resource: Json) -> tuple[Json, list[str]]:
    """The resource in its usual shape, and the places of what had to be left out."""
    left_out: list[str] = []
    if _fits(resource, 0):
        return resource, left_out
    return _object(resource, "", left_out, 0), left_out


_ONLY_LISTS = LISTS - _EITHER
_ONE = OBJECTS | {"code"}
_LARGEST = 10**300


def _fits(body: Json, depth: int) -> bool:
    """Whether a resource has its usual shape already, as nearly all have: then nothing of it need be built anew."""
    if depth > _DEEPEST:
        return False
    for key, value in body.items():
        kind = type(value)
        if kind is str or kind is bool:
            if key in _NO_WORDS:
                return False
        elif kind is dict:
            if key in _ONLY_LISTS or not _fits(value, depth + 1):
                return False
        elif kind is list:
            if key in _ONE or not all(
                _fits(one, depth + 1) if type(one) is dict else type(one) is str for one in value
            ):
                return False
        elif not _is_plain_number(value):
            return False
    return True


def _is_plain_number(value: Any) -> bool:
    return (type(value) is int and -_LARGEST < value < _LARGEST) or (type(value) is float and math.isfinite(value))


def _object(body: Json, path: str, left_out: list[str], depth: int) -> Json:
    if depth > _DEEPEST:
        raise RecursionError
    found: Json = {}
    for key, value in body.items():
        if value is None:
            continue
        if type(value) is str and key not in _NO_WORDS:
            # Most of a bundle: taken as it is, before a name is made for its place.
            found[key] = value
            continue
        place = f"{path}.{key}" if path else key
        kept = _value(key, value, place, left_out, depth)
        if kept is None:
            left_out.append(place)
        else:
            found[key] = kept
    return found


def _value(key: str, value: Any, place: str, left_out: list[str], depth: int) -> Any:
    if isinstance(value, dict):
        body = _object(value, place, left_out, depth + 1)
        return [body] if key in LISTS and key not in _EITHER else body
    if isinstance(value, list):
        members = [_member(one, f"{place}[{index}]", left_out, depth) for index, one in enumerate(value)]
        kept = [one for one in members if one is not None]
        if key in OBJECTS or key == "code":
            # One thing is meant: the first is taken, and the others are named.
            left_out.extend(f"{place}[{index}]" for index in range(1, len(value)))
            return kept[0] if kept and isinstance(kept[0], dict) else None
        return kept
    if isinstance(value, str | bool):
        return None if key in _NO_WORDS else value
    return _number(value)


def _member(value: Any, place: str, left_out: list[str], depth: int) -> Any:
    if isinstance(value, dict):
        return _object(value, place, left_out, depth + 1)
    if isinstance(value, str | bool):
        return value
    if value is None or isinstance(value, list):
        return None
    return _number(value)


def _number(value: Any) -> Any:
    """A number that has a place among real numbers; None for others."""
    if not isinstance(value, int | float):
        return None
    try:
        return value if math.isfinite(float(value)) else None
    except OverflowError:
        return None
