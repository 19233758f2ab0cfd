"""What letters tell of treatments: not borne, only spoken of, never collected, still given; and stages that exclude each other."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from tests.trials.patients import criterion, view


@pytest.mark.parametrize(
    ("note", "text", "kind", "expected"),
    [
        ("Could not take gliclazide because of dizziness.", "Intolerance to gliclazide", "inclusion", "MET"),
        ("Could not take gliclazide because of dizziness.", "Prior gliclazide", "inclusion", "MET"),
        ("Did not tolerate lisinopril.", "Intolerance to ACE inhibitors", "inclusion", "MET"),
        ("Could not take gliclazide because of the price.", "Intolerance to gliclazide", "inclusion", "UNKNOWN"),
        ("Could not take gliclazide on Friday.", "Intolerance to gliclazide", "inclusion", "UNKNOWN"),
        ("We discussed docetaxel, which he has not had so far.", "Prior docetaxel", "exclusion", "NOT_MET"),
        ("We discussed docetaxel, which he has had before.", "Prior docetaxel", "exclusion", "UNKNOWN"),
        ("Doxycycline was prescribed, which he has not collected.", "Current doxycycline", "exclusion", "NOT_MET"),
        (
            "Ovarian cancer 2024, currently on olaparib.",
            "Active malignancy requiring systemic treatment",
            "exclusion",
            "MET",
        ),
        (
            "Ovarian cancer 2024, currently on ramipril.",
            "Active malignancy requiring systemic treatment",
            "exclusion",
            "UNKNOWN",
        ),
        ("Background retinopathy in both eyes.", "Proliferative retinopathy", "exclusion", "NOT_MET"),
        ("Background retinopathy left. Retinopathy right.", "Proliferative retinopathy", "exclusion", "UNKNOWN"),
        (
            "Background retinopathy left. Proliferative retinopathy right.",
            "Proliferative retinopathy",
            "exclusion",
            "MET",
        ),
        ("No colon or breast cancer in the family.", "Family history of breast cancer", "exclusion", "NOT_MET"),
        ("No colon or breast cancer in the family.", "Family history of gastric cancer", "exclusion", "UNKNOWN"),
    ],
)
def test_what_a_letter_tells_of_treatments_and_stages(note: str, text: str, kind: CriterionKind, expected: str) -> None:
    result = judge_criterion(criterion(text, kind), view(f"A 64-year-old man. {note}"), "strict")
    assert result.verdict.value == expected, result.reasoning


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        ("CrCl (Cockcroft-Gault) 26 ml/min.", "Creatinine clearance < 30 mL/min", "MET"),
        ("eGFR (CKD-EPI) 26 ml/min.", "Creatinine clearance < 30 mL/min", "UNKNOWN"),
        ("QTc (Bazett) 441 ms.", "QTc > 470 ms", "NOT_MET"),
        ("HbA1c (IFCC) 75 mmol/mol.", "Glycated haemoglobin > 8 %", "MET"),
        ("GPT 41 U/l.", "ALT > 100 U/L", "NOT_MET"),
    ],
)
def test_a_value_under_another_name_or_behind_its_method(note: str, text: str, expected: str) -> None:
    result = judge_criterion(criterion(text, "exclusion"), view(f"A 64-year-old man. {note}"), "strict")
    assert result.verdict.value == expected, result.reasoning


def test_a_complete_list_has_no_member_of_a_known_class() -> None:
    seen = view("A 64-year-old man. Medication: bisoprolol 5 mg, paracetamol as needed.")
    asked = criterion("Concomitant use of strong CYP3A4 inhibitors", "exclusion")
    assert judge_criterion(asked, seen, "strict").verdict.value == "UNKNOWN"
    listed = judge_criterion(asked, seen, "clinical")
    assert (listed.verdict.value, bool(listed.assumptions)) == ("NOT_MET", True)
    clot = criterion("Venous thromboembolism", "exclusion")
    assert "lists" not in judge_criterion(clot, seen, "clinical").reasoning
