"""What a word reaches over, and what a later word takes back: the readings that would let in or turn away the wrong patient."""

from __future__ import annotations

import json

import pytest

from osler.core.criteria import CriterionKind
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView, judge_criterion
from osler.trials.types import PolicyName
from tests.trials.patients import criterion, view

Case = tuple[str, str, CriterionKind, str]
FERTILE = "Pregnancy, nursing or women of childbearing age who do not use a reliable contraceptive"
MOTHERS = "Pregnant or lactating women, or women able to have children without adequate contraception"
NEGATIONS: list[Case] = [
    ("A 33-year-old pregnant woman; the coil was removed in May.", FERTILE, "exclusion", "MET"),
    ("A 33-year-old pregnant woman; she took the pill until then.", MOTHERS, "exclusion", "MET"),
    (
        "A 50-year-old man with asthma. He takes dolutegravir.",
        "Severe asthma or asthma, or HIV infection not on antiretroviral therapy",
        "exclusion",
        "MET",
    ),
    (
        "A 40-year-old man. Sputum grew tubercle bacilli: tuberculosis diagnosed last month.",
        "Active tuberculosis",
        "exclusion",
        "MET",
    ),
    ("A 40-year-old man. Tuberculosis last year, fully treated.", "Active tuberculosis", "exclusion", "NOT_MET"),
]
STATES: list[Case] = [
    ("A 31-year-old woman, at present breast-feeding twins.", "Breastfeeding", "exclusion", "MET"),
    ("A 31-year-old woman. She is not lactating.", "Lactating women", "exclusion", "NOT_MET"),
    ("A 31-year-old woman. Not pregnant, takes the pill.", "Pregnancy", "exclusion", "NOT_MET"),
    ("A 31-year-old woman. Her sister is pregnant.", "Pregnancy", "exclusion", "UNKNOWN"),
    ("A 31-year-old woman who wants to become pregnant.", "Pregnancy", "exclusion", "UNKNOWN"),
]
OTHERS: list[Case] = [
    ("A 40-year-old man. Hepatitis B was ruled out.", "Hepatitis C", "exclusion", "UNKNOWN"),
    ("A 40-year-old man. No hep C.", "Hepatitis B infection", "exclusion", "UNKNOWN"),
    ("A 40-year-old man. No hep C.", "Hepatitis C", "exclusion", "NOT_MET"),
    ("A 40-year-old man. No type 1 diabetes.", "Type 2 diabetes mellitus", "exclusion", "UNKNOWN"),
    ("A 40-year-old man. Hepatitis C screening is due.", "Hepatitis C", "exclusion", "UNKNOWN"),
    ("A 40-year-old man with hepatitis C.", "Hepatitis C virus infection", "exclusion", "MET"),
]
VALUES: list[Case] = [
    ("A 70-year-old man. LVEF 55% before the bypass, 30% today.", "LVEF >= 50%", "inclusion", "NOT_MET"),
    ("A 70-year-old man with HFrEF. LVEF has recovered to 52%.", "LVEF <= 40%", "inclusion", "NOT_MET"),
    (
        "A 70-year-old man. Creatinine 3.1 mg/dL during the sepsis, currently 0.9 mg/dL.",
        "Creatinine > 2 mg/dL",
        "exclusion",
        "NOT_MET",
    ),
    (
        "A 70-year-old man. Potassium 6.2 mmol/L on arrival, now 4.1 mmol/L.",
        "Potassium > 5.5 mmol/L",
        "exclusion",
        "NOT_MET",
    ),
    ("A 70-year-old man with HFrEF.", "LVEF <= 40%", "inclusion", "MET"),
]
AGO: list[Case] = [
    (
        "A 60-year-old man. Myocardial infarction two months ago.",
        "Myocardial infarction within 6 months",
        "exclusion",
        "MET",
    ),
    ("A 60-year-old man. Hip fracture 2 years ago.", "Fracture within the last 6 months", "exclusion", "NOT_MET"),
    ("A 60-year-old man. Gastroscopy 5 weeks ago.", "Gastroscopy within 3 months", "inclusion", "MET"),
    ("A 60-year-old man. Diabetes diagnosed 5 years ago.", "Diabetes within 6 months", "exclusion", "UNKNOWN"),
]
TAKEN_BACK: list[Case] = [
    (
        "A 62-year-old man with melanoma on nivolumab; scans stable.",
        "Relapse after anti-PD-1 therapy",
        "inclusion",
        "UNKNOWN",
    ),
    (
        "A 62-year-old man. Nivolumab will start in May. Melanoma has progressed.",
        "Progression on anti-PD-1 therapy",
        "inclusion",
        "UNKNOWN",
    ),
    (
        "A 62-year-old man with melanoma who progressed on nivolumab.",
        "Progression on anti-PD-1 therapy",
        "inclusion",
        "MET",
    ),
    ("A 62-year-old man. Gave up smoking 6 weeks ago.", "Ex-smokers for at least 6 months", "inclusion", "NOT_MET"),
    ("A 62-year-old man. Gave up smoking 8 months ago.", "Ex-smokers for at least 6 months", "inclusion", "MET"),
    ("A 62-year-old man with asthma.", "Lung disease other than asthma", "exclusion", "NOT_MET"),
    ("A 62-year-old man with COPD and asthma.", "Lung disease other than asthma", "exclusion", "MET"),
    ("A 62-year-old man. BCC of the nose.", "Cancer except non-melanoma skin cancer", "exclusion", "NOT_MET"),
    ("A 62-year-old man with type 2 diabetes.", "Diabetes other than type 2", "exclusion", "NOT_MET"),
    ("A 62-year-old man on aspirin.", "Use of NSAIDs except low-dose aspirin", "exclusion", "UNKNOWN"),
    ("A 62-year-old man on rivaroxaban.", "Treatment with anticoagulants", "exclusion", "MET"),
    ("A 62-year-old man on clopidogrel.", "Treatment with anticoagulants", "exclusion", "UNKNOWN"),
    ("A 62-year-old man. Betamethasone ointment.", "Systemic corticosteroids", "exclusion", "NOT_MET"),
    ("A 62-year-old man. Prednisone 20 mg po, fluticasone inhaler.", "Systemic corticosteroids", "exclusion", "MET"),
    ("A 62-year-old man with portal vein thrombosis.", "Known bleeding diathesis", "exclusion", "UNKNOWN"),
    (
        "A 62-year-old man. Amoxicillin allergy excluded by provocation.",
        "Allergy to amoxicillin",
        "exclusion",
        "NOT_MET",
    ),
    ("A 62-year-old man. Dementia cannot be denied.", "Dementia", "exclusion", "UNKNOWN"),
]
TOUCHED = [
    ("Laparoscopic appendectomy 9 days ago.", "Major surgery within 28 days"),
    ("He takes verapamil.", "Use of moderate or strong inhibitors of CYP3A"),
    ("Two bottles of wine a day.", "Active substance abuse"),
    ("He wants no part in research.", "Not willing or able to provide informed consent"),
    ("He was given a blinded study drug last week.", "Enrolment in any other interventional study"),
    ("He has gout.", "Troponin over 14 ng/L on two occasions (or over 52 ng/L once)"),
]
AGES = [("Forty-eight", 48), ("Ninety two", 92), ("Twenty-one", 21), ("Nineteen", 19), ("One hundred and two", 102)]


def _verdict(case: Case, policy: PolicyName = "strict") -> tuple[str, str]:
    note, text, kind, _ = case
    result = judge_criterion(criterion(text, kind), view(note), policy)
    return result.verdict.value, result.reasoning


@pytest.mark.parametrize("case", NEGATIONS)
def test_a_negation_reaches_over_what_it_is_said_of(case: Case) -> None:
    verdict, reasoning = _verdict(case)
    assert verdict == case[3], reasoning


@pytest.mark.parametrize("case", STATES)
def test_breast_feeding_and_pregnancy_are_read_in_words(case: Case) -> None:
    verdict, reasoning = _verdict(case)
    assert verdict == case[3], reasoning


@pytest.mark.parametrize("case", OTHERS)
def test_a_kind_is_not_taken_for_another(case: Case) -> None:
    verdict, reasoning = _verdict(case)
    assert verdict == case[3], reasoning


@pytest.mark.parametrize("case", VALUES)
def test_the_value_of_now_decides(case: Case) -> None:
    verdict, reasoning = _verdict(case)
    assert verdict == case[3], reasoning


@pytest.mark.parametrize("case", AGO)
def test_an_event_some_time_ago_needs_no_calendar(case: Case) -> None:
    verdict, reasoning = _verdict(case)
    assert verdict == case[3], reasoning


@pytest.mark.parametrize("case", TAKEN_BACK)
def test_what_the_note_takes_back_decides_nothing(case: Case) -> None:
    verdict, reasoning = _verdict(case)
    assert verdict == case[3], reasoning


@pytest.mark.parametrize(("told", "text"), TOUCHED)
def test_clinical_assumes_nothing_where_the_note_touches_it_or_a_result_is_asked(told: str, text: str) -> None:
    verdict, reasoning = _verdict((f"A 60-year-old man. {told}", text, "exclusion", ""), "clinical")
    assert verdict == "UNKNOWN", reasoning


def test_a_cancelled_specimen_has_no_result() -> None:
    def seen(status: str) -> str:
        code = {"coding": [{"system": "http://loinc.org", "code": "2823-3"}], "text": "Potassium"}
        value = {"value": 6.8, "unit": "mmol/L"}
        result = {"resourceType": "Observation", "id": "k", "status": status, "code": code, "valueQuantity": value}
        person = {"resourceType": "Patient", "id": "p", "gender": "male", "birthDate": "1960-01-01"}
        bundle = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": person}, {"resource": result}]}
        record = read_patient(json.dumps(bundle), "fhir").record
        known = PatientView(record, bundled_vocabularies())
        return judge_criterion(criterion("Potassium > 5.5 mmol/L", "exclusion"), known, "strict").verdict.value

    assert [seen(status) for status in ("final", "cancelled", "entered-in-error")] == ["MET", "UNKNOWN", "UNKNOWN"]


@pytest.mark.parametrize(("words", "age"), AGES)
def test_an_age_in_words_keeps_its_tens(words: str, age: int) -> None:
    assert view(f"{words}-year-old woman with gout.").age == age


@pytest.mark.parametrize(
    ("opening", "age", "sex"),
    [
        ("Female, 31 years. Eczema.", 31, "female"),
        ("Reviewed 2 May 2025. 58F. Gout.", 58, "female"),
        ("Clinic 2 May 2025. Man, 61 y, asthma.", 61, "male"),
        ("Mr B. Cole, DOB 04/05/1950, seen 11.02.2025. COPD.", 74, "male"),
    ],
)
def test_who_the_patient_is_stands_in_the_opening(opening: str, age: int, sex: str) -> None:
    seen = view(opening)
    assert (int(seen.age or 0), seen.sex and seen.sex.value) == (age, sex)


@pytest.mark.parametrize(
    ("note", "text", "kind", "verdict"),
    [
        ("A 52-year-old man.", "Females who breast-feed, are pregnant or refuse birth control", "exclusion", "NOT_APPLICABLE"),
        ("A 52-year-old man.", "Refusal of contraception", "exclusion", "UNKNOWN"),
        ("A 52-year-old man.", "Women with lupus", "inclusion", "NOT_MET"),
        ("A 80-year-old man.", "Refusal of contraception", "exclusion", "UNKNOWN"),
        ("A 48-year-old woman, hysterectomy in 2019.", "Women of childbearing potential must use the pill", "inclusion", "NOT_APPLICABLE"),
        ("A 54-year-old woman. Postmenopausal (LMP 2019).", "Pregnancy", "exclusion", "NOT_MET"),
        ("A 54-year-old woman. Her mother is postmenopausal.", "Pregnancy", "exclusion", "UNKNOWN"),
    ],
)  # fmt: skip
def test_what_is_asked_of_women_is_asked_of_those_whom_it_can_concern(
    note: str, text: str, kind: CriterionKind, verdict: str
) -> None:
    assert judge_criterion(criterion(text, kind), view(note), "strict").verdict.value == verdict
