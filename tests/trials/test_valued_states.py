"""States that values define, phrases that no vocabulary has, and how far a cancer has gone."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from tests.trials.patients import criterion, view

WELL = (
    "Clinic 3 May 2024. A 55-year-old man with gout. BP 124/76, pulse 70, temperature 36.7, sats 98% on air, BMI 24. "
    "Hb 14.2 g/dL, neutrophils 3.9, platelets 251, eGFR 92, potassium 4.2, calcium 2.35, albumin 42, ALT 21, AST 20, "
    "bilirubin 8, HbA1c 5.6 %, QTc 410 ms, LVEF 62%, TSH 1.8."
)
ILL = (
    "Clinic 3 May 2024. A 55-year-old man with diabetes. BP 150/96. Hb 11.2 g/dL, neutrophils 0.4, platelets 110, "
    "eGFR 22, HbA1c 11.6 %, ALT 450, bilirubin 8, TSH 1.8."
)
HISTORY = (
    "Clinic 3 May 2024. A 60-year-old man with psoriasis. He has never had bypass surgery. "
    "No history of liver or gallbladder trouble. No heart attack, stroke or clots ever. No infection this spring. "
    "He has not been given any trial drug. Never had surgery on either knee. No pain or swelling in the legs. "
    "No need for transfusion. No bleeding tendency."
)
LUNG = "Stage IV adenocarcinoma of the lung, EGFR wild type, KRAS G12C."
BREAST = "A 61-year-old woman with invasive ductal carcinoma of the left breast, stage IIIA, HER2 negative."

CASES: list[tuple[str, CriterionKind, str, str]] = [
    *((WELL, "exclusion", text, "NOT_MET") for text in (
        "Anemia", "Severe anemia", "Thrombocytopenia", "Neutropenia", "Hyperkalemia", "Hypercalcemia", "Obesity", "Fever",
        "Hypoxia", "Bradycardia", "Hypotension", "QT prolongation", "Severe renal impairment", "Renal impairment",
        "Chronic renal failure", "Uncontrolled hypertension", "Poor glycemic control", "Uncontrolled diabetes",
        "Elevated liver enzymes", "Reduced ejection fraction", "Creatinine clearance < 30 mL/min",
    )),
    *((WELL, "inclusion", text, "MET") for text in (
        "Adequate bone marrow function", "Adequate renal function", "Adequate hepatic function",
        "Adequate organ function", "Normal thyroid function", "Creatinine clearance of at least 50 mL/min",
    )),
    # A normal value of today says nothing of the past, nor of a disease that shows in other ways.
    (WELL, "exclusion", "History of anemia", "UNKNOWN"),
    (WELL, "exclusion", "Chronic kidney disease", "NOT_MET"),
    (f"{WELL} Urine protein 2+.", "exclusion", "Chronic kidney disease", "UNKNOWN"),
    (WELL, "exclusion", "History of chronic kidney disease", "UNKNOWN"),
    (WELL, "exclusion", "Left ventricular dysfunction", "UNKNOWN"),
    (WELL, "exclusion", "Hypercholesterolemia", "UNKNOWN"),
    (WELL, "exclusion", "Creatinine clearance < 70 mL/min", "UNKNOWN"),
    (ILL, "exclusion", "Severe renal impairment", "MET"),
    (ILL, "exclusion", "Poorly controlled diabetes", "MET"),
    (ILL, "exclusion", "Uncontrolled hypertension", "UNKNOWN"),
    (ILL, "exclusion", "Severe anemia", "UNKNOWN"),
    (ILL, "inclusion", "Adequate renal function", "NOT_MET"),
    (ILL, "inclusion", "Adequate bone marrow function", "NOT_MET"),
    (ILL, "inclusion", "Adequate hepatic function", "NOT_MET"),
    ("A 9-year-old boy. eGFR 92.", "inclusion", "Adequate renal function", "UNKNOWN"),
    ("A 50-year-old man, not diabetic.", "exclusion", "Poor glycemic control", "NOT_MET"),
    (HISTORY, "exclusion", "Coronary artery bypass graft surgery within 6 months", "NOT_MET"),
    (HISTORY, "exclusion", "Hepatic disease", "NOT_MET"),
    (HISTORY, "exclusion", "Unstable thrombotic events within 6 months", "NOT_MET"),
    (HISTORY, "exclusion", "Deep vein thrombosis", "NOT_MET"),
    (HISTORY, "exclusion", "Severe infection within 4 weeks", "NOT_MET"),
    (HISTORY, "exclusion", "Infection within 6 months", "UNKNOWN"),
    (HISTORY, "exclusion", "Investigational drug within 4 weeks", "NOT_MET"),
    (HISTORY, "exclusion", "Knee surgery within 1 year", "NOT_MET"),
    (HISTORY, "exclusion", "Leg swelling", "NOT_MET"),
    (HISTORY, "exclusion", "Bleeding diathesis", "NOT_MET"),
    # What is denied of one kind or one place is not denied of another.
    (HISTORY, "exclusion", "Major surgery", "UNKNOWN"),
    (HISTORY, "exclusion", "Hip surgery", "UNKNOWN"),
    (HISTORY, "exclusion", "Swelling of the arms", "UNKNOWN"),
    (HISTORY, "exclusion", "Transfusion", "UNKNOWN"),
    (HISTORY, "inclusion", "Failure of conservative treatment", "UNKNOWN"),
    ("No infection. Had a urinary infection in March.", "exclusion", "Severe infection", "UNKNOWN"),
    ("A 60-year-old man, never operated on the knee.", "exclusion", "Radiotherapy", "UNKNOWN"),
    # A migraine is no cardiovascular disease, a scan that is over no disease that rests, and who stopped smoking smoked.
    ("A 48-year-old woman with migraine.", "exclusion", "History of cardiovascular disease", "UNKNOWN"),
    ("Multiple sclerosis. MRI in April 2024: one new lesion.", "inclusion", "Evidence of active disease on MRI", "UNKNOWN"),
    ("A 71-year-old man. Stopped smoking in 2010.", "inclusion", "Former or current smoker", "MET"),
    ("A 71-year-old man. Stopped smoking in 2010.", "inclusion", "Former or current smoker with at least 10 pack-years", "UNKNOWN"),
    ("A 66-year-old man. NT-proBNP 1450.", "inclusion", "NT-proBNP >= 600 pg/mL", "MET"),
    ("A 66-year-old man. NT-proBNP 400.", "inclusion", "NT-proBNP >= 600 pg/mL", "UNKNOWN"),
    (LUNG, "inclusion", "Metastatic non-small cell lung cancer", "MET"),
    (LUNG, "inclusion", "Histologically confirmed locally advanced or metastatic EGFR wild-type non-small cell lung cancer", "MET"),
    (LUNG, "inclusion", "KRAS-mutated non-small cell lung cancer", "MET"),
    (LUNG, "inclusion", "EGFR-mutated non-small cell lung cancer", "NOT_MET"),
    (BREAST, "exclusion", "Metastatic breast cancer", "NOT_MET"),
    (BREAST, "inclusion", "Locally advanced HER2-negative breast cancer", "MET"),
    ("Squamous cell carcinoma of the larynx, stage IVA.", "inclusion", "Metastatic laryngeal cancer", "UNKNOWN"),
]  # fmt: skip


@pytest.mark.parametrize(("note", "kind", "text", "verdict"), CASES)
def test_what_values_phrases_and_stages_say(note: str, kind: CriterionKind, text: str, verdict: str) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "strict")
    assert result.verdict.value == verdict, result.reasoning
    assert not result.assumptions
