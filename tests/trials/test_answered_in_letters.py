"""What letters answer in other words than the registry asks: doses by the week, panels, pictures, last times, regular use, what is permitted."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from tests.trials.patients import criterion, view

RHEUMATOLOGY = (
    "Clinic 6 February 2025. Rheumatoid arthritis. Methotrexate 20 mg weekly (same dose for 14 months). "
    "She has 11 tender and 9 swollen joints. No blood clots ever."
)
NEW_DOSE = "Clinic 6 February 2025. Methotrexate 20 mg weekly, increased two weeks ago."
RENAL = (
    "Clinic 30 July 2025. A 41-year-old man with IgA nephropathy. Empagliflozin 10 mg od (since November 2024). "
    "uPCR 148 mg/mmol. Hepatitis and HIV screen negative. Budesonide finished in December 2023, no immunosuppression since."
)
LUNG = (
    "Clinic 14 March 2025. A 61-year-old woman. Stage IV lung adenocarcinoma. CT in February: liver lesion now 34 mm. "
    "MRI brain showed no intracranial disease. She has never had radiotherapy. Creatinine 71 umol/L."
)
NEW_LESION = "Clinic 14 March 2025. Stage IV lung adenocarcinoma. MRI brain: no new lesions."
DIABETES = (
    "Clinic 8 October 2024. Type 1 diabetes. Background retinopathy. Last admission with ketoacidosis was in 2015. "
    "On a pump since January 2023: doing well. HbA1c 66 mmol/mol."
)
SEEN = "Clinic 8 October 2024. Type 1 diabetes. Last seen by cardiology in 2015 for angina."
PAIN = "Clinic 20 June 2025. She takes naproxen most days for her knees. Obstructive sleep apnoea on CPAP."
AS_NEEDED = "Clinic 20 June 2025. She takes naproxen as needed, not every day."

CASES: list[tuple[str, CriterionKind, str, str]] = [
    (RHEUMATOLOGY, "inclusion", "Stable dose of methotrexate (7.5 to 25 mg/week) for at least 8 weeks", "MET"),
    (RHEUMATOLOGY, "inclusion", "Stable dose of methotrexate (7.5 to 15 mg/week) for at least 8 weeks", "NOT_MET"),
    (RHEUMATOLOGY, "inclusion", "Stable dose of methotrexate (7.5 to 25 mg/week) for at least 2 years", "UNKNOWN"),
    (NEW_DOSE, "inclusion", "Stable dose of methotrexate (7.5 to 25 mg/week) for at least 8 weeks", "NOT_MET"),
    (RHEUMATOLOGY, "inclusion", "Methotrexate >= 15 mg/week", "MET"),
    (RHEUMATOLOGY, "inclusion", ">= 6 swollen joints and >= 6 tender joints", "MET"),
    (RHEUMATOLOGY, "inclusion", ">= 12 tender joints", "NOT_MET"),
    (RHEUMATOLOGY, "exclusion", "History of venous thromboembolism", "NOT_MET"),
    (RENAL, "inclusion", "uPCR >= 0.75 g/g", "MET"),
    (RENAL, "inclusion", "If taking an SGLT2 inhibitor, must be on a stable dose for >= 3 months", "MET"),
    (RENAL, "inclusion", "If taking an SGLT2 inhibitor, must be on a stable dose for >= 2 years", "NOT_MET"),
    (RENAL, "exclusion", "Known hepatitis B, hepatitis C or HIV infection", "NOT_MET"),
    ("Hepatitis screen positive.", "exclusion", "Hepatitis B", "UNKNOWN"),
    ("Autoimmune hepatitis screen negative.", "exclusion", "Hepatitis B", "UNKNOWN"),
    (RENAL, "exclusion", "Immunosuppression within 16 weeks of screening", "NOT_MET"),
    (RENAL, "exclusion", "Immunosuppression within 5 years of screening", "UNKNOWN"),
    (LUNG, "inclusion", "At least one measurable lesion >= 10 mm in longest diameter by CT", "MET"),
    (LUNG, "inclusion", "At least one measurable lesion >= 5 cm", "UNKNOWN"),
    (LUNG, "inclusion", "Lesions not previously irradiated", "UNKNOWN"),
    (LUNG, "exclusion", "Previously irradiated", "NOT_MET"),
    (LUNG, "exclusion", "Brain metastases", "NOT_MET"),
    (NEW_LESION, "exclusion", "Brain metastases", "UNKNOWN"),
    (LUNG, "inclusion", "Serum creatinine <= 1.5 x ULN", "MET"),
    ("A 61-year-old woman. Creatinine 125 umol/L.", "inclusion", "Serum creatinine <= 1.5 x ULN", "UNKNOWN"),
    (DIABETES, "exclusion", "Diabetic ketoacidosis within 6 months of screening", "NOT_MET"),
    (DIABETES, "exclusion", "Diabetic ketoacidosis within 15 years of screening", "UNKNOWN"),
    (SEEN, "exclusion", "Angina within 6 months of screening", "UNKNOWN"),
    (DIABETES, "exclusion", "Severe non-proliferative retinopathy", "NOT_MET"),
    (DIABETES, "inclusion", "HbA1c between 7.0% and 10.0% at screening", "MET"),
    (PAIN, "exclusion", "Regular use of non-steroidal anti-inflammatory drugs", "MET"),
    (AS_NEEDED, "exclusion", "Regular use of non-steroidal anti-inflammatory drugs", "UNKNOWN"),
    (PAIN, "exclusion", "Pheochromocytoma (treated obstructive sleep apnea is permitted)", "UNKNOWN"),
]


@pytest.mark.parametrize(("note", "kind", "text", "verdict"), CASES, ids=lambda value: str(value)[:50])
def test_a_letter_answers(note: str, kind: CriterionKind, text: str, verdict: str) -> None:
    assert judge_criterion(criterion(text, kind), view(note), "strict").verdict == verdict
