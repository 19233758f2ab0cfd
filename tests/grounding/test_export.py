"""Coded trees, CSV for review, and FHIR that its own validator accepts."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from fhir.resources.R4B import get_fhir_model_class

from osler.core.criteria import Finding, MeasuredValue, atoms, parse_eligibility
from osler.grounding import CriterionText, GroundingState, ground
from osler.grounding.export import to_csv, to_fhir
from osler.grounding.trees import code_criteria

TEXT = """\
Inclusion Criteria:
- Women aged 18 to 65 years
- Diagnosis of osteoarthritis
- eGFR >= 30 mL/min
- No history of stroke
Exclusion Criteria:
- Prior treatment with heparin
- Known allergy to zorbulimab
"""


@pytest.fixture(scope="module")
def criteria() -> Any:
    return parse_eligibility(TEXT, source_id="p")


@pytest.fixture(scope="module")
def state(criteria: Any) -> GroundingState:
    return ground([CriterionText(id=item.id, text=item.text, criteria_type=item.kind) for item in criteria])


def test_accepted_entities_code_the_atoms(criteria: Any, state: GroundingState) -> None:
    coded = code_criteria(criteria, state.grounded_entities)
    codes = {
        atom.name: atom.codes
        for item in coded
        for atom in atoms(item.tree)
        if isinstance(atom, Finding | MeasuredValue) and atom.codes
    }
    assert "SCTID:396275006" in codes["osteoarthritis"]
    assert "LOINC:33914-3" in codes["eGFR"]
    assert "SCTID:372877000" in codes["heparin"]
    assert [item.text for item in coded] == [item.text for item in criteria]


def test_an_entity_that_is_only_a_part_of_an_atom_does_not_code_it(state: GroundingState) -> None:
    whole = parse_eligibility("Family history of osteoarthritis in the mother's side", source_id="p")
    (entity,) = [item for item in state.grounded_entities if item.text == "osteoarthritis"]
    moved = entity.model_copy(update={"criteria_id": "p/1", "span_start": 18, "span_end": 32})
    named = [atom for atom in atoms(code_criteria(whole, [moved])[0].tree) if isinstance(atom, Finding)]
    assert all(not atom.codes for atom in named if len(atom.name) > 25)


def test_what_waits_for_an_expert_codes_nothing(criteria: Any, state: GroundingState) -> None:
    waiting = [item.model_copy(update={"status": "expert_review"}) for item in state.grounded_entities]
    assert code_criteria(criteria, waiting) == criteria


def test_csv_has_a_row_for_every_entity_and_no_formula(state: GroundingState) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(state.grounded_entities))))
    assert len(rows) == len(state.grounded_entities)
    assert {row["entity_id"] for row in rows} == {item.entity_id for item in state.grounded_entities}
    hostile = state.grounded_entities[0].model_copy(update={"text": "=cmd()"})
    assert next(csv.DictReader(io.StringIO(to_csv([hostile]))))["text"] == "'=cmd()"


def test_fhir_is_a_study_with_its_group(criteria: Any, state: GroundingState) -> None:
    bundle = to_fhir("p", code_criteria(criteria, state.grounded_entities))
    get_fhir_model_class("Bundle").model_validate(bundle)
    study, group = (entry["resource"] for entry in bundle["entry"])
    assert study["enrollment"] == [{"reference": f"Group/{group['id']}"}]
    said = {
        (item.get("valueCodeableConcept", {}).get("text") or item["code"].get("text"), item["exclude"])
        for item in group["characteristic"]
    }
    assert {
        ("osteoarthritis", False),
        ("history of stroke", True),
        ("history of heparin", True),
        ("eGFR", False),
    } <= said
    codings = [
        coding
        for item in group["characteristic"]
        for coding in [*item["code"].get("coding", []), *item.get("valueCodeableConcept", {}).get("coding", [])]
    ]
    assert {"system": "http://snomed.info/sct", "code": "396275006"} in codings
    kidney = next(item for item in group["characteristic"] if item["code"].get("text") == "eGFR")
    assert kidney["valueQuantity"]["comparator"] == ">="
    assert all(item["extension"][0]["valueString"] in TEXT for item in group["characteristic"])


def test_fhir_says_only_what_is_true_of_every_member() -> None:
    text = """\
Inclusion Criteria:
- Women of childbearing potential must have a negative pregnancy test
- Men and women
- Asthma or COPD
Exclusion Criteria:
- Stroke or gout
- Diabetes with retinopathy
"""
    _, group = (entry["resource"] for entry in to_fhir("p", parse_eligibility(text, source_id="p"))["entry"])
    said = [(item["valueCodeableConcept"]["text"], item["exclude"]) for item in group["characteristic"]]
    assert said == [
        ("Women of childbearing potential must have a negative pregnancy test", False),
        ("Men and women", False),
        ("Asthma or COPD", False),
        ("Stroke", True),
        ("gout", True),
        ("Diabetes with retinopathy", True),
    ]


def test_fhir_of_nothing_is_still_valid() -> None:
    get_fhir_model_class("Bundle").model_validate(to_fhir("§ no ascii", []))
