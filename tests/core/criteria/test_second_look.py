"""A finished tree is held against its text: what is said of a thing stays with it, and what governs a list governs each of it."""

import pytest

from osler.core.criteria import outline_text, parse_criterion, render
from osler.core.criteria.types import CriterionKind


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("A chest x-ray that shows an abnormality suggestive of infection or malignancy", "exclusion",
         "chest x-ray that shows abnormality suggestive of infection or chest x-ray that shows abnormality suggestive of malignancy"),
        ("Elastography within 3 months with a result of 9 kPa or more", "inclusion", "Elastography with result >= 9 kpa within 3 months"),
        ("Subjects with weight that varies greater than 10%", "exclusion", "weight that varies > 10 %"),
        ("Increased risk of bleeding due to impairment of coagulation", "exclusion", "Increased risk of bleeding due to impairment of coagulation"),
        ("Patients with asthma who are on systemic steroids", "inclusion", "asthma and systemic steroids"),
        ("Post-traumatic seizure with a normal CT scan", "exclusion", "Post-traumatic seizure and normal CT scan"),
        ("A smear result that requires biopsy, treatment (other than for infection), or further evaluation", "exclusion",
         "smear result that requires biopsy, treatment (other than for infection), or further evaluation"),
        ("Scheduled to receive chemotherapy and radiotherapy", "inclusion", "Scheduled to receive chemotherapy and Scheduled to receive radiotherapy"),
        ("Need for dialysis or mechanical ventilation", "exclusion", "Need for dialysis or Need for mechanical ventilation"),
        ("Need for dialysis or heart failure", "exclusion", "Need for dialysis or heart failure"),
        ("In need of admission or suicidal", "exclusion", "need of admission or suicidal"),
        ("Diabetes and has had a stroke within 6 months", "exclusion", "(Diabetes) or (stroke within 6 months)"),
        ("Have asthma and have used inhaled steroids for at least 1 month", "inclusion", "(asthma) and (used inhaled steroids for 1 months)"),
        ("Stroke or myocardial infarction within 6 months", "exclusion", "Stroke within 6 months or myocardial infarction within 6 months"),
        ("Cardiac surgery already scheduled", "exclusion", "Cardiac surgery scheduled"),
        ("Already receiving insulin", "exclusion", "current insulin"),
    ],
)  # fmt: skip
def test_no_thing_is_parted_from_what_is_said_of_it(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


@pytest.mark.parametrize(
    ("text", "kind", "outline"),
    [
        ("Chronic narcotic use (typical daily use)", "exclusion", "Chronic narcotic use (typical daily use)  [finding]"),
        ("Inability to climb stairs, as an indicator of frailty and likely dropout", "exclusion", "Inability to climb stairs (as an indicator of frailty and likely dropout)  [finding]"),
        ("In good general health and able to participate in the imaging exams", "inclusion", "ALL of\n  good general health  [finding]\n  able to participate in the imaging exams  [agreement]"),
        ("Patients with diabetes who are willing to comply", "inclusion", "ALL of\n  diabetes  [finding]\n  are willing to comply  [agreement]"),
        ("Able to understand and willing to comply", "inclusion", "Able to understand and willing to comply  [agreement]"),
        ("Women of childbearing potential who agree to use contraception", "inclusion", "Women of childbearing potential who agree to use contraception  [agreement]"),
        ("Family history of spondyloarthritis (psoriasis or uveitis)", "inclusion",
         "THE FIRST, which means THE SECOND\n  Family history of spondyloarthritis  [finding]\n  ANY of\n    Family history of psoriasis  [finding]\n    Family history of uveitis  [finding]"),
    ],
)  # fmt: skip
def test_what_explains_or_stands_beside_is_kept_as_what_it_is(text: str, kind: CriterionKind, outline: str) -> None:
    assert outline_text(parse_criterion(text, kind=kind)) == outline
