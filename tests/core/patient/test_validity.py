"""A resource that could not be read is told by the places and rules that are not R4."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fhir.resources.R4B import get_fhir_model_class
from scripts.build_fhir_elements import TARGET, table

from osler.core.patient import read_patient
from osler.core.patient.fhir.validity import fault_of

_CODE = {"coding": [{"system": "http://loinc.org", "code": "2951-2"}]}


def _observation(**fields: Any) -> dict[str, Any]:
    return {"resourceType": "Observation", "status": "final", "code": _CODE, **fields}


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({}, ""),
        ({"effectiveDateTime": "2021-02"}, ""),
        ({"effectiveDateTime": "2021-02-28T10:00:00.5+01:00", "valueQuantity": {"value": 4.5, "unit": "g"}}, ""),
        ({"_status": {"id": "a"}, "valueBoolean": False}, ""),
        ({"effectiveDateTime": "2021-02-30"}, "effectiveDateTime (is no dateTime)"),
        ({"effectiveDateTime": "28/02/2021"}, "effectiveDateTime (is no dateTime)"),
        ({"valueQuantity": {"value": "high"}}, "valueQuantity.value (is no decimal)"),
        ({"code": None}, "code (is missing)"),
        ({"category": _CODE}, "category (has to be a list)"),
        ({"subject": [{"reference": "Patient/p"}]}, "subject (may not be a list)"),
        ({"note": [{"text": "a"}, "b"]}, "note.1 (Annotation has to be an object)"),
        ({"colour": "red"}, "colour (Observation has no such element)"),
        ({"a secret of hers": 1}, "? (Observation has no such element)"),
        ({"component": [{"code": {"coding": [{"code": 5}]}}]}, "component.0.code.coding.0.code (is no code)"),
    ],
)
def test_the_places_of_what_is_no_r4(fields: dict[str, Any], fault: str) -> None:
    resource = _observation(**fields)
    assert fault_of("Observation", resource) == fault
    # A library that knows all of R4 says the same of it.
    try:
        get_fhir_model_class("Observation").model_validate({k: v for k, v in resource.items() if v is not None})
    except ValueError:
        assert fault
    else:
        assert not fault


def test_a_truth_value_is_no_number() -> None:
    assert fault_of("Observation", _observation(valueQuantity={"value": True})) == "valueQuantity.value (is no decimal)"


def test_five_places_are_enough() -> None:
    fault = fault_of("Observation", _observation(note=list("abcdefgh")))
    assert fault.count("has to be an object") == 5


def test_what_could_not_be_read_is_told_by_its_place() -> None:
    bundle = [{"resourceType": "Patient", "id": "p"}, _observation(valueQuantity={"value": "a lot"})]
    result = read_patient("\n".join(json.dumps(one) for one in bundle), "fhir")
    told = [problem.message for problem in result.problems if problem.level == "error"]
    assert told == ["Observation is not valid FHIR R4 and was left out: valueQuantity.value (is no decimal)"]


def test_the_table_is_that_of_the_standard() -> None:
    assert TARGET.read_text(encoding="utf-8") == table()
