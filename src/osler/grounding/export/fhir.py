"""Coded criteria as a FHIR R4 Group, and the ResearchStudy that enrols it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from osler.core.criteria import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Bound,
    Criterion,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    SexIs,
    ValueTest,
)
from osler.core.patient.fhir.systems import coding_to_fhir
from osler.core.patient.types import Coding

_CRITERION = "urn:osler:criterion"
_AGE = {"coding": [{"system": "http://loinc.org", "code": "30525-0", "display": "Age"}], "text": "age"}
_COMPARATORS = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}
_UCUM = "http://unitsofmeasure.org"
_TIME_UNITS = {"years": "a", "months": "mo", "weeks": "wk", "days": "d", "hours": "h"}


def to_fhir(protocol_id: str, criteria: Sequence[Criterion]) -> dict[str, Any]:
    """A collection Bundle with the study and its eligibility as a Group.

    A Group holds a list of characteristics: "and", "or" and "at least" cannot be said in it. The words of each criterion
    therefore go with every characteristic that was read from it.
    """
    group_id, study_id = f"{_safe(protocol_id)}-eligibility", _safe(protocol_id)
    characteristics = [item for criterion in criteria for item in _characteristics(criterion)]
    group: dict[str, Any] = {
        "resourceType": "Group",
        "id": group_id,
        "type": "person",
        "actual": False,
        "name": f"Eligibility of {protocol_id}",
    }
    if characteristics:
        group["characteristic"] = characteristics
    study = {
        "resourceType": "ResearchStudy",
        "id": study_id,
        "identifier": [{"value": protocol_id}],
        "status": "active",
        "enrollment": [{"reference": f"Group/{group_id}"}],
    }
    entries = [
        {"fullUrl": f"urn:osler:{item['resourceType']}:{item['id']}", "resource": item} for item in (study, group)
    ]
    return {"resourceType": "Bundle", "type": "collection", "entry": entries}


def _characteristics(criterion: Criterion) -> Iterator[dict[str, Any]]:
    for atom, negated in _signed(criterion.tree, criterion.kind == "exclusion"):
        body = _body(atom)
        if body is not None:
            words = {"url": _CRITERION, "valueString": criterion.text}
            yield {"extension": [words], **body, "exclude": negated}


def _signed(tree: Expression, negated: bool) -> Iterable[tuple[Atom, bool]]:
    """Every atom, with whether a person who has it is left out."""
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        for child in tree.children:
            yield from _signed(child, negated)
    elif isinstance(tree, Not):
        yield from _signed(tree.child, not negated)
    elif isinstance(tree, Except):
        yield from _signed(tree.child, negated)
        for exception in tree.exceptions:
            yield from _signed(exception, not negated)
    else:
        yield tree, negated


def _body(atom: Atom) -> dict[str, Any] | None:
    if isinstance(atom, Finding):
        return {"code": {"text": "finding"}, "valueCodeableConcept": _concept(atom.name, atom.codes)}
    if isinstance(atom, MeasuredValue):
        return {"code": _concept(atom.name, atom.codes), **_value(atom.test)}
    if isinstance(atom, Age):
        return {"code": _AGE, **_value(atom.test)}
    if isinstance(atom, SexIs):
        return {"code": {"text": "sex"}, "valueCodeableConcept": {"text": atom.sex}}
    if isinstance(atom, Pregnancy):
        return {"code": {"text": atom.state.replace("_", " ")}, "valueBoolean": True}
    return {"code": {"text": "criterion"}, "valueCodeableConcept": {"text": atom.text}}


def _concept(name: str, codes: Sequence[str]) -> dict[str, Any]:
    codings = []
    for code in codes:
        system, _, local = code.partition(":")
        codings.append(coding_to_fhir(Coding(system=system, code=local)))
    return {"coding": codings, "text": name} if codings else {"text": name}


def _value(test: ValueTest) -> dict[str, Any]:
    if test.result is not None:
        return {"valueCodeableConcept": {"text": test.result}}
    plain = [bound for bound in test.bounds if not bound.times]
    lower = next((bound for bound in plain if bound.comparator in (">", ">=")), None)
    upper = next((bound for bound in plain if bound.comparator in ("<", "<=")), None)
    if lower is not None and upper is not None:
        return {"valueRange": {"low": _quantity(lower), "high": _quantity(upper)}}
    if len(plain) == 1:
        compared = _COMPARATORS.get(plain[0].comparator.value)
        return {"valueQuantity": {**_quantity(plain[0]), **({"comparator": compared} if compared else {})}}
    words = [f"{bound.comparator.value} {bound.value:g} {bound.unit or bound.times}".strip() for bound in test.bounds]
    listed = ", ".join(f"{value:g}" for value in test.values)
    return {"valueCodeableConcept": {"text": " and ".join(words) or listed or "measured"}}


def _quantity(bound: Bound) -> dict[str, Any]:
    body: dict[str, Any] = {"value": bound.value}
    if bound.unit:
        body["unit"] = bound.unit
        if bound.unit in _TIME_UNITS:
            body |= {"system": _UCUM, "code": _TIME_UNITS[bound.unit]}
    return body


def _safe(name: str) -> str:
    return (
        "".join(char if char.isascii() and (char.isalnum() or char in "-.") else "-" for char in name)[:50] or "study"
    )
