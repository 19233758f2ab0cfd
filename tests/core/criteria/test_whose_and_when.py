"""Whose a stage is, of which stay a finding is, and what a sentence among the criteria does not ask."""

from __future__ import annotations

import pytest

from osler.core.criteria import (
    Criterion,
    Unparsed,
    atoms,
    evaluate,
    judge,
    parse_criterion,
    parse_eligibility,
    render,
)
from osler.core.criteria.types import CriterionKind, SexIs
from osler.core.patient import PatientRecord, read_patient
from osler.evals.suites.criteria_check import _DAY, patient_of


def _record(note: str) -> PatientRecord:
    record = read_patient(note).record
    assert record is not None
    return record


@pytest.mark.parametrize(
    ("criterion", "note", "truth"),
    [
        ("Chronic kidney disease stage IV and V", "CKD stage 2. Stage IV melanoma, on nivolumab.", "NOT_MET"),
        ("Chronic kidney disease stage IV and V", "CKD. Melanoma stage IV.", "UNKNOWN"),
        ("Chronic kidney disease stage IV and V", "A man of 62 with CKD stage 4.", "MET"),
        ("Chronic kidney disease stage IV and V", "A man of 62 with CKD 4.", "MET"),
        ("Chronic kidney disease stage IV and V", "CKD G3b A2.", "NOT_MET"),
        ("Stage III or IV melanoma", "CKD stage 2. Stage IV melanoma, on nivolumab.", "MET"),
        ("Stage IV non-small cell lung cancer", "Stage IIIB NSCLC. CKD stage 4.", "NOT_MET"),
        ("Endometriosis stage III or IV", "Endometriosis stage IV. Acute GVHD grade 2.", "MET"),
        ("Grade 2 or higher acute graft versus host disease", "Endometriosis stage IV. Acute GVHD grade 2.", "MET"),
        ("Child-Pugh A or B", "Hepatocellular carcinoma, Child-Pugh C cirrhosis.", "NOT_MET"),
        ("Child-Pugh A or B", "Cirrhosis Child-Pugh class B7.", "MET"),
        ("Child-Pugh class A", "Cirrhosis, Child-Pugh 6", "MET"),
        ("Child-Pugh score <= 7", "Cirrhosis Child-Pugh class B.", "UNKNOWN"),
        ("Child-Pugh score <= 7", "Child-Pugh C cirrhosis", "NOT_MET"),
        ("Infection with hepatitis B virus", "Hepatitis B.", "MET"),
        ("Infection with hepatitis C virus or HIV", "A man of 62 with chronic hepatitis C.", "MET"),
        ("Infection with hepatitis C virus", "Hepatitis B.", "UNKNOWN"),
        ("Pregnancy", "Pregnancy 2015, uncomplicated.", "UNKNOWN"),
    ],
)
def test_a_grading_belongs_to_its_disease_and_its_letters_compare(criterion: str, note: str, truth: str) -> None:
    assert evaluate(parse_criterion(criterion), _record(note)).truth.value == truth


@pytest.mark.parametrize(
    ("criterion", "note", "truth"),
    [
        ("Pregnancy", "Date: 14.06.2019\nPregnancy 2015 with pre-eclampsia.", "NOT_MET"),
        ("Currently pregnant", "Date: 14.06.2019\nPregnancy 2015.", "NOT_MET"),
        ("Previous pregnancy", "Date: 14.06.2019\nPregnancy 2015.", "MET"),
        ("Pregnancy", "Date: 14.06.2019\nPregnancy since March 2019.", "MET"),
        ("Pregnancy", "Date: 14.06.2019\nA woman of 34, pregnant, 20 weeks.", "MET"),
    ],
)
def test_a_pregnancy_of_an_earlier_year_is_none_of_today(criterion: str, note: str, truth: str) -> None:
    assert judge(_criterion(criterion), _record(note)).proof.truth.value == truth


def _criterion(text: str) -> Criterion:
    return parse_eligibility(f"Exclusion Criteria:\n{text}\n")[0]


@pytest.mark.parametrize(
    ("criterion", "kind", "facts", "truth"),
    [
        ("Stage III or IV melanoma", "inclusion", "condition: Stage IV melanoma", "MET"),
        ("Pulmonary embolism during this admission", "exclusion", "condition: Pulmonary embolism @2015", "NOT_MET"),
        ("CNS complication (stroke, PRES) in this pregnancy", "exclusion", "condition: Stroke @2010", "UNKNOWN"),
        ("Gestational diabetes in the current pregnancy", "inclusion", "condition: Gestational diabetes", "MET"),
        ("Atrial fibrillation/flutter", "inclusion", "condition: Atrial fibrillation", "MET"),
        ("Atrial fibrillation/flutter", "inclusion", "condition: Atrial flutter", "MET"),
        # What is asked of the name behind a slash is asked of both of its sides.
        ("Atrial fibrillation/flutter with a ventricular rate > 100", "exclusion", "condition: Atrial fibrillation", "UNKNOWN"),
        ("After prior platinum chemotherapy", "inclusion", "medication: cisplatin", "MET"),
        ("Cancer (except prostate or breast)", "exclusion", "condition: Prostate cancer", "NOT_MET"),
        ("No antiangiogenic treatment, including sorafenib", "exclusion", "medication: sorafenib", "MET"),
        ("No known allergy to penicillin", "exclusion", "allergy: penicillin", "MET"),
    ],
)  # fmt: skip
def test_verdicts(criterion: str, kind: CriterionKind, facts: str, truth: str) -> None:
    assert evaluate(parse_criterion(criterion, kind=kind), patient_of(facts), on=_DAY).truth.value == truth


@pytest.mark.parametrize(
    ("criterion", "kind", "meaning"),
    [
        # A denial among exclusions says what is demanded, unless it is of what a study looks for.
        ("No prior chemotherapy", "exclusion", "history of chemotherapy"),
        ("No evidence of active infection", "exclusion", "active infection"),
        ("No measurable disease", "exclusion", "no measurable disease"),
        ("No health insurance", "exclusion", "no health insurance"),
        ("Gout; no insulin use", "exclusion", "Gout or (no insulin use)"),
        ("No prior chemotherapy", "inclusion", "no history of chemotherapy"),
        # An exception keeps the noun of the whole; one that is a disease by itself needs none.
        ("Any other cancer in the last 5 years (except skin)", "exclusion", "other cancer within 5 years except skin cancer"),
        ("Diabetes except gestational", "exclusion", "Diabetes except gestational diabetes"),
        ("Malignancy other than basal cell carcinoma", "exclusion", "Malignancy except basal cell carcinoma"),
        # What is said around a condition is no second one.
        ("Visual loss > 6 weeks, interpreted as onset of disease", "inclusion", "Visual loss for > 6 weeks"),
        ("A score of 10 or more on the PHQ-9 instrument will be required for enrollment", "inclusion",
         "Patient Health Questionnaire 9 >= 10"),
        ("A platelet count over 100,000 is required for entry", "inclusion", "platelet count > 100000"),
        ("Surgically sterile, i.e. women of childbearing potential are not allowed to be included", "inclusion",
         "Surgically sterile"),
        ("Renal impairment, i.e. eGFR below 30", "exclusion", "Renal impairment meaning eGFR < 30"),
        ("Stroke in this pregnancy", "exclusion", "Stroke at this pregnancy"),
        ("Blood volume/capacity", "exclusion", "Blood volume/capacity"),
    ],
)  # fmt: skip
def test_readings(criterion: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(criterion, kind=kind)) == meaning


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Patient may take a proton pump inhibitor", "inclusion"),
        ("Patients may be taking statins", "inclusion"),
        ("Proton pump inhibitors may be continued", "inclusion"),
        ("Exclusion criteria includes ICUs with an average length of stay of less than 2 days", "exclusion"),
    ],
)
def test_permissions_and_what_is_asked_of_places_ask_nothing(text: str, kind: CriterionKind) -> None:
    tree = parse_criterion(text, kind=kind)
    assert isinstance(tree, Unparsed)
    assert tree.reason == "no_condition"


@pytest.mark.parametrize(
    "text",
    [
        "For women of childbearing age, the following methods of contraception are to be used during the study",
        "For women of childbearing age: use of adequate methods of contraception is required",
    ],
)
def test_contraception_that_is_asked_for_leaves_out_no_woman_by_itself(text: str) -> None:
    told = list(atoms(parse_criterion(text, kind="exclusion")))
    assert any(isinstance(atom, Unparsed) and atom.reason == "consent" for atom in told)
    assert any(isinstance(atom, SexIs) for atom in told)


def test_contraceptives_themselves_are_an_exclusion() -> None:
    assert render(parse_criterion("Use of oral contraceptives", kind="exclusion")) == "oral contraceptives"
