"""Coded criteria as a FHIR R4 Group, and the ResearchStudy that enrols it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    Unparsed,
    ValueTest,
    render,
)
from osler.core.patient.fhir import coding_to_fhir
from osler.core.patient.types import Coding

_CRITERION = "urn:osler:criterion"
_AGE = {"coding": [{"system": "http://loinc.org", "code": "30525-0", "display": "Age"}], "text": "age"}
_COMPARATORS = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}
_SAYABLE = frozenset({"ever", "current"})
_UCUM = "http://unitsofmeasure.org"
_TIME_UNITS = {"years": "a", "months": "mo", "weeks": "wk", "days": "d", "hours": "h", "minutes": "min"}


def to_fhir(protocol_id: str, criteria: Sequence[Criterion]) -> dict[str, Any]:
    """A collection Bundle with the study and its eligibility as a Group.

    The members of a Group have every characteristic that is listed, and none that is marked as excluded (R4). What a tree
    says in that form becomes characteristics; any other criterion is one characteristic in its own words.
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
    excluded = criterion.kind == "exclusion"
    told = _told(criterion.tree, excluded)
    if told is None:
        told = [(Unparsed(text=criterion.text), excluded)]
    for atom, exclude in told:
        words = {"url": _CRITERION, "valueString": criterion.text}
        yield {"extension": [words], **_body(atom), "exclude": exclude}


def _told(tree: Expression, excluded: bool) -> list[tuple[Atom, bool]] | None:
    """The tree as characteristics that all members have or all lack; None where it says something else.

    Whoever must have A and B must have each; whoever must have neither A nor B must lack each. A choice that is offered,
    and a combination that is forbidden, cannot be taken apart, and a length of time or an antecedent cannot be said at all.
    """
    if isinstance(tree, Not):
        return _told(tree.child, not excluded)
    if isinstance(tree, AnyOf if excluded else AllOf) and _is_plain(tree):
        parts = [_told(child, excluded) for child in tree.children]
        return None if any(part is None for part in parts) else [item for part in parts for item in part or []]
    if isinstance(tree, AllOf | AnyOf | AtLeast | Except | Unparsed):
        return None
    if any(window.kind not in _SAYABLE or window.anchor for window in getattr(tree, "windows", ())):
        return None
    return [(tree, excluded)]


def _is_plain(tree: Expression) -> bool:
    return not isinstance(tree, AnyOf) or tree.sense != "requirement"


def _body(atom: Atom) -> dict[str, Any]:
    if isinstance(atom, Finding):
        return {"code": {"text": "finding"}, "valueCodeableConcept": _concept(render(atom), atom.codes)}
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
