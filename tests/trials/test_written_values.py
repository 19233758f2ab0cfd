"""Values and results that stand beside the name that a criterion asks for, with other wordings that leave it open."""

from __future__ import annotations

import json

import pytest

from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView, judge_criterion
from tests.trials.patients import criterion, view

NOTE = (
    "70-year-old man. QoLIBRI 41. WOMAC pain 7/10. TUG 11 s. 4 painful entheses, 2 swollen digits. Cmax 3.1 mg/L. "
    "T-SPOT negative. Goitre 44 cc. HADS 17. THI 36. Mother: KOOS 80."
)
CASES = [
    ("Brain Injury Quality Score (QOLIBRI) <= 60", "MET"),
    ("Brain Injury Quality Score (QOLIBRI) > 60", "NOT_MET"),
    ("Hospital Anxiety and Depression Scale (HADS) > 10", "MET"),
    ("Tinnitus and Depression Scale (HADS) > 10", "UNKNOWN"),
    ("Tinnitus Handicap Inventory (THI) score >= 18 (scale of 0 to 100)", "MET"),
    ("WOMAC pain >= 4", "MET"),
    ("Painful entheses >= 3", "MET"),
    ("Swollen digits >= 3", "NOT_MET"),
    ("Painful digits >= 1", "UNKNOWN"),
    ("Peak plasma concentration (Cmax) > 2 mg/L", "MET"),
    ("Positive T-SPOT test", "NOT_MET"),
    ("Goitre volume > 30 mL", "MET"),
    ("Knee injury and osteoarthritis outcome score (KOOS) >= 50", "UNKNOWN"),
]


@pytest.mark.parametrize(("text", "verdict"), CASES)
def test_values_beside_their_name(text: str, verdict: str) -> None:
    result = judge_criterion(criterion(text), view(NOTE), "strict")
    assert result.verdict.value == verdict, result.reasoning


def _bundle(*results: tuple[str, str, float, str]) -> PatientView:
    """A FHIR record with results under the names that its sender gives them."""
    observations = [
        {
            "resourceType": "Observation",
            "status": "final",
            "subject": {"reference": "Patient/p"},
            "code": {"text": name, "coding": [{"system": "http://loinc.org", "code": code}] if code else []},
            "valueQuantity": {"value": value, "unit": unit},
            "effectiveDateTime": "2026-11-02",
        }
        for name, code, value, unit in results
    ]
    person = {"resourceType": "Patient", "id": "p", "gender": "male", "birthDate": "1960-01-01"}
    bundle = {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [{"resource": r} for r in (person, *observations)],
    }
    return PatientView(read_patient(json.dumps(bundle), "fhir").record, bundled_vocabularies())


def test_results_are_found_whatever_joins_their_words() -> None:
    record = _bundle(("Toe-brachial index", "", 0.5, "1"), ("Wagner grade category", "", 3, "{score}"))
    result = judge_criterion(criterion("Toe brachial index < 0.7"), record, "strict")
    assert result.verdict.value == "MET", result.reasoning


def test_the_part_of_the_predicted_volume_answers_for_the_volume() -> None:
    record = _bundle(("Spirometry", "19872-1", 52, "%"))
    met = judge_criterion(criterion("FVC >= 50% of predicted"), record, "strict")
    litres = judge_criterion(criterion("FVC >= 2 L"), record, "strict")
    assert (met.verdict.value, litres.verdict.value) == ("MET", "UNKNOWN"), met.reasoning


def test_what_a_coded_record_holds_in_other_words_is_not_assumed_absent() -> None:
    person = {"resourceType": "Patient", "id": "p", "gender": "female", "birthDate": "1950-01-01"}
    fracture = {
        "resourceType": "Condition",
        "subject": {"reference": "Patient/p"},
        "code": {"text": "Fragility fracture of distal humerus"},
    }
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": r} for r in (person, fracture)]}
    record = PatientView(read_patient(json.dumps(bundle), "fhir").record, bundled_vocabularies())
    result = judge_criterion(criterion("Recent humerus fragility breakage or fracture"), record, "clinical")
    assert result.verdict.value != "NOT_MET", result.reasoning
