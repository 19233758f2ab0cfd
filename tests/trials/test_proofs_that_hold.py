"""Ends of treatments, dates that cannot be true, denials that reach no further, and proofs that prove something else."""

from __future__ import annotations

import json
from datetime import date

import pytest

from osler.core.criteria import CriterionKind
from osler.core.patient import Status, read_patient
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView, judge_criterion
from osler.trials.steps.possible_times import with_possible_times
from tests.trials.patients import criterion, patient, view

_DAY = date(2026, 11, 19)


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        ("Tralokinumab from March until the end of September 2025.", "Biologics within 4 months", "MET"),
        ("Dupilumab between March 2024 and May 2025.", "Biologics within 4 months", "NOT_MET"),
        ("On dupilumab since March 2024, MRI in May 2025.", "Biologics within 4 months", "MET"),
        ("Prednisolone from 3 March 2025 to 28 November 2025.", "Systemic corticosteroids within 30 days", "MET"),
        ("Prednisolone 20 mg od from 3rd to 28 March 2025.", "Systemic corticosteroids within 30 days", "NOT_MET"),
        (
            "Prednisolone 5 mg daily, increased to 40 mg on 3 March 2025.",
            "Systemic corticosteroids within 30 days",
            "MET",
        ),
        ("Carboplatin and paclitaxel from June to the end of November 2025.", "Chemotherapy within 6 weeks", "MET"),
        ("Radiotherapy 60 Gy in 30 fractions, 13 October to 28 November 2025.", "Radiotherapy within 4 weeks", "MET"),
        ("Radiotherapy on 3 February 2025, CT on 28 November 2025.", "Radiotherapy within 4 weeks", "NOT_MET"),
    ],
)
def test_a_treatment_is_counted_from_its_end(note: str, text: str, expected: str) -> None:
    result = judge_criterion(criterion(text, "exclusion"), view(f"Clinic 6 December 2025. {note}"), "strict")
    assert result.verdict.value == expected, result.reasoning


@pytest.mark.parametrize(
    ("status", "ordered", "text", "expected"),
    [
        ("stopped", "2017-07-06", "Cyclosporine within 3 months", "NOT_MET"),
        ("completed", "2017-07-06", "Cyclosporine within 3 months", "NOT_MET"),
        ("stopped", "2026-11-01", "Cyclosporine within 3 months", "MET"),
        ("stopped", "2017-07-06", "Current use of cyclosporine", "NOT_MET"),
        ("active", "2017-07-06", "Cyclosporine within 3 months", "MET"),
        ("unknown", "2017-07-06", "Cyclosporine within 3 months", "UNKNOWN"),
        ("on-hold", "2017-07-06", "Current use of cyclosporine", "UNKNOWN"),
        ("unknown", "2026-11-01", "Cyclosporine within 3 months", "MET"),
    ],
)
def test_a_prescription_goes_on_only_where_it_is_active(status: str, ordered: str, text: str, expected: str) -> None:
    bundle = {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [
            {"resource": {"resourceType": "Patient", "id": "p", "gender": "male", "birthDate": "1960-01-01"}},
            {
                "resource": {
                    "resourceType": "MedicationRequest",
                    "id": "m",
                    "status": status,
                    "intent": "order",
                    "subject": {"reference": "Patient/p"},
                    "authoredOn": ordered,
                    "medicationCodeableConcept": {"text": "cycloSPORINE 50 MG Oral Capsule"},
                }
            },
        ],
    }
    seen = PatientView(read_patient(json.dumps(bundle)).record, bundled_vocabularies(), _DAY)
    result = judge_criterion(criterion(text, "exclusion"), seen, "strict")
    assert result.verdict.value == expected, result.reasoning


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("Clinic 3 May 2026. DOB 14/07/2031. Asthma.", "birth is in the future"),
        ("Clinic letter 31 February 2026. Asthma.", "no calendar has (31 February)"),
        ("Clinic 3 May 2026. Mesalazine failed in 2044.", "among the medications is in the future"),
        ("Clinic 3 May 2026. Hb 12.2 g/dL on 1 March 2036.", "among the observations is in the future"),
    ],
)
def test_an_impossible_date_is_told(note: str, said: str) -> None:
    record = patient(note)
    _, problems = with_possible_times(record, date(2026, 5, 3))
    assert any(said in problem.message for problem in problems), problems


def test_what_rests_on_an_impossible_date_decides_nothing() -> None:
    note = "Clinic 3 May 2026. DOB 14/07/2031. Mesalazine failed in 2044. Hb 12.2 g/dL on 1 March 2036."
    record, _ = with_possible_times(patient(note), date(2026, 5, 3))
    assert record.demographics.birth_date is None
    assert not record.observations
    assert [one.status for one in record.medications] == [Status.PLANNED]


def test_a_possible_record_stays_as_it_is() -> None:
    record = patient("Clinic 3 May 2026. DOB 14/07/1951. Mesalazine since 29 February 2024. Hb 12 g/dL on 1 May 2026.")
    assert with_possible_times(record, date(2026, 5, 3)) == (record, [])


@pytest.mark.parametrize(
    ("note", "text", "kind", "expected"),
    [
        (
            "Recurrent depressive disorder, severe w/o psychotic sx (DSM-5 MDD recurrent severe).",
            "Major depressive disorder, single or recurrent, without psychotic features",
            "inclusion",
            "MET",
        ),
        ("Type 2 diabetes without complications (E11.9 type 2 diabetes).", "Type 2 diabetes", "inclusion", "MET"),
        ("Hypertension. No CNS disease (meningitis, stroke).", "Stroke", "exclusion", "NOT_MET"),
        ("Depression. No psychotic symptoms (hallucinations).", "Hallucinations", "exclusion", "NOT_MET"),
        ("Breast cancer, no other malignancy (melanoma).", "Melanoma", "exclusion", "NOT_MET"),
        ("RA. Osteoarthritis of the hip.", "Inflammatory joint disease other than RA", "exclusion", "UNKNOWN"),
        ("RA. Gout 2019.", "Inflammatory joint disease other than RA", "exclusion", "MET"),
        ("Knee osteoarthritis.", "Osteoarthritis", "exclusion", "MET"),
        ("IgA nephropathy. No liver disease.", "History of hepatitis B", "exclusion", "UNKNOWN"),
        ("IgA nephropathy. No viral hepatitis.", "History of hepatitis B", "exclusion", "NOT_MET"),
        ("IgA nephropathy. No liver disease.", "Liver cirrhosis", "exclusion", "NOT_MET"),
        ("Multiple myeloma. VTD 2019.", "Prior antibiotics", "inclusion", "UNKNOWN"),
        ("Multiple myeloma. VTD 2019.", "Prior immunomodulatory drug", "inclusion", "MET"),
        ("Rosacea. No topical steroid ever.", "Systemic corticosteroids within 42 days", "exclusion", "UNKNOWN"),
        ("Rosacea. No steroids ever.", "Systemic corticosteroids within 42 days", "exclusion", "NOT_MET"),
        (
            "Breast cancer. She agreed to take part and signed the consent form.",
            "Enrolled within 12 months of diagnosis with no more than 6 months of endocrine therapy",
            "inclusion",
            "UNKNOWN",
        ),
        (
            "He signed the consent form for the study.",
            "Rejection of participation in the study",
            "exclusion",
            "NOT_MET",
        ),
    ],
)
def test_a_proof_proves_what_is_asked(note: str, text: str, kind: CriterionKind, expected: str) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "strict")
    assert result.verdict.value == expected, result.reasoning


_LIST = "Inadequate response or intolerance to at least one of:\n a. oral corticosteroids\n b. azathioprine\n c. anti-TNF agents"


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("Ulcerative colitis. On prednisolone 40 mg.", "UNKNOWN"),
        ("Ulcerative colitis. Infliximab failed after a year.", "MET"),
        ("Azathioprine had to be withdrawn after a fortnight on account of pancreatitis.", "MET"),
    ],
)
def test_an_outcome_over_a_list_is_asked_of_its_members(note: str, expected: str) -> None:
    result = judge_criterion(criterion(_LIST), view(note), "strict")
    assert result.verdict.value == expected, result.reasoning


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        ("69M with MM.", "≥18 y", "MET"),
        ("69M with MM.", "18-65 yrs", "NOT_MET"),
        ("Osimertinib 2023. No radiotherapy.", "EGFR-TKI therapy (monotherapy or combined with radiotherapy)", "MET"),
        ("Metformin 1 g bd. No sulfonylureas.", "Metformin as single agent or combined with a sulfonylurea", "MET"),
        ("Lung cancer, cisplatin 2023. No radiotherapy.", "Radiotherapy combined with cisplatin", "UNKNOWN"),
        (
            "IgAN 2 May 2025. Ramipril started 4 weeks ago.",
            "If on ramipril, dose must be stable for 3 months",
            "NOT_MET",
        ),
    ],
)
def test_short_wordings_ask_what_they_mean(note: str, text: str, expected: str) -> None:
    result = judge_criterion(criterion(text), view(note), "strict")
    assert result.verdict.value == expected, result.reasoning


@pytest.mark.parametrize(
    ("note", "expected"),
    [("Prednisolone 30 mg until ten days ago.", "MET"), ("On inhaled budesonide.", "NOT_MET")],
)
def test_a_permitted_route_is_no_other_one(note: str, expected: str) -> None:
    asked = "Systemic corticosteroids within 42 days (inhaled and ocular corticosteroids are permitted)"
    result = judge_criterion(criterion(asked, "exclusion"), view(f"Asthma. {note}"), "strict")
    assert result.verdict.value == expected, result.reasoning
