"""What a note does not say is not made of it: negations, relatives, questions, examinations, earlier times."""

from __future__ import annotations

import pytest

from osler.core.criteria import Criterion, CriterionKind, parse_criterion
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView, judge_criterion

LUNG = (
    "Dx: adenocarcinoma of the lung, stage IVB. ALK and ROS1 not rearranged.\n"
    "1L osimertinib Feb 2025 - Mar 2026, PD. 2L carboplatin x 6 cycles, PD in liver."
)
PREGNANT = (
    "A 31-year-old pregnant woman. Fetal anomaly scan normal. BP 118/72. Previous pregnancy: pre-eclampsia at 37 weeks."
)
LABS = "Creatinine 150 umol/L, haemoglobin 9.1 g/dL, CD4 count 650 cells/uL, temperature 37.0 C, heart rate 110 bpm."

CASES: list[tuple[str, CriterionKind, str, str]] = [
    (LUNG, "inclusion", "Diagnosis of breast cancer", "UNKNOWN"),
    (LUNG, "exclusion", "Central nervous system disease", "UNKNOWN"),
    (LUNG, "exclusion", "ALK or ROS1 rearrangement", "NOT_MET"),
    ("Lung adenocarcinoma, stage IV. ALK rearranged. ROS1 not rearranged.", "inclusion", "ALK rearrangement", "MET"),
    ("Hepatitis B was never diagnosed.", "exclusion", "History of hepatitis B", "NOT_MET"),
    ("She was never diagnosed with asthma.", "exclusion", "Asthma", "NOT_MET"),
    ("Hepatitis B was diagnosed in 2011.", "exclusion", "History of hepatitis B", "MET"),
    (PREGNANT, "exclusion", "Known fetal anomaly", "UNKNOWN"),
    (PREGNANT, "exclusion", "Pre-eclampsia in the current pregnancy", "UNKNOWN"),
    (PREGNANT, "inclusion", "Diagnosis of hypertension", "UNKNOWN"),
    ("A 70-year-old man with heart failure.", "inclusion", "LVEF <= 40 %", "UNKNOWN"),
    ("A 70-year-old man with HFpEF.", "inclusion", "LVEF <= 40 %", "NOT_MET"),
    ("He stopped smoking in 2015.", "inclusion", "Never smoker", "NOT_MET"),
    ("He has never smoked.", "inclusion", "Never smoker", "MET"),
    ("She can no longer swallow tablets.", "inclusion", "Able to swallow tablets", "NOT_MET"),
    ("She can swallow tablets.", "inclusion", "Able to swallow tablets", "MET"),
    ("She asks whether smoking cannabis is allowed.", "exclusion", "Cannabis use", "UNKNOWN"),
    ("She is smoking cannabis at weekends.", "exclusion", "Cannabis use", "MET"),
    ("Her mother lives with heart failure NYHA class III.", "inclusion", "NYHA class III or IV", "UNKNOWN"),
    ("Her brother has a BMI of 41.", "inclusion", "BMI above 30 kg/m2", "UNKNOWN"),
    ("Her BMI is 41.", "inclusion", "BMI above 30 kg/m2", "MET"),
    ("HbA1c 64 mmol/mol.", "inclusion", "HbA1c <= 8 %", "MET"),
    ("HbA1c 65 mmol/mol.", "inclusion", "HbA1c <= 8 %", "NOT_MET"),
    ("Woman with breast cancer, on letrozole.", "inclusion", "Male patients only", "NOT_MET"),
    (
        "No antiepileptic medication. Takes melatonin at night.",
        "exclusion",
        "Current treatment with antiepileptic drugs",
        "UNKNOWN",
    ),
    ("On apixaban, no other anticoagulants.", "exclusion", "On anticoagulants", "MET"),
    (
        "LVEF 58 %. No cardiac dysfunction.",
        "inclusion",
        "No severe cardiac dysfunction, left ventricular ejection fraction ≥50%",
        "MET",
    ),
    (LABS, "inclusion", "Creatinine below 120 micromoles per litre", "NOT_MET"),
    (LABS, "inclusion", "Haemoglobin of at least 10 grams per decilitre", "NOT_MET"),
    (LABS, "inclusion", "CD4 count above 200 cells per microliter", "MET"),
    (LABS, "exclusion", "Body temperature above 38 degrees Celsius", "NOT_MET"),
    (LABS, "exclusion", "Heart rate of more than 100 beats per minute", "MET"),
    ("He is on haemodialysis.", "exclusion", "Patients receiving dialysis", "MET"),
    ("HIV-positive since 2009.", "exclusion", "HIV infection", "MET"),
    ("He uses tiotropium daily.", "inclusion", "Treated with a long-acting muscarinic antagonist", "MET"),
    ("He is on warfarin.", "exclusion", "Treatment with a vitamin K antagonist", "MET"),
    ("She agrees to take part.", "inclusion", "Written informed consent", "MET"),
]


@pytest.mark.parametrize(("note", "kind", "text", "expected"), CASES)
def test_what_a_note_says_and_no_more(note: str, kind: CriterionKind, text: str, expected: str) -> None:
    vocabularies = bundled_vocabularies()
    view = PatientView(read_patient(note, "note").record, vocabularies)
    tree = parse_criterion(text, vocabularies, kind=kind)
    result = judge_criterion(Criterion(id="c", kind=kind, text=text, start=0, end=len(text), tree=tree), view, "strict")
    assert result.verdict.value == expected, result.reasoning


def test_a_converted_limit_is_shown() -> None:
    view = PatientView(read_patient("HbA1c 70 mmol/mol.", "note").record, bundled_vocabularies())
    tree = parse_criterion("HbA1c <= 8 %")
    result = judge_criterion(
        Criterion(id="c", kind="inclusion", text="HbA1c <= 8 %", start=0, end=12, tree=tree), view, "strict"
    )
    assert "the limit 63.93 mmol/mol" in result.reasoning


def _verdict(note: str, kind: CriterionKind, text: str) -> str:
    tree = parse_criterion(text, kind=kind)
    asked = Criterion(id="t/1", kind=kind, text=text, start=0, end=len(text), tree=tree)
    seen = PatientView(read_patient(note, "note").record, bundled_vocabularies())
    return judge_criterion(asked, seen, "strict").verdict.value


@pytest.mark.parametrize(
    ("note", "text", "wrong"),
    [
        ("He did not tolerate chemotherapy well.", "Prior chemotherapy", "NOT_MET"),
        ("No radiotherapy is planned.", "Prior radiotherapy", "NOT_MET"),
        ("No indication for chemotherapy.", "Prior chemotherapy", "NOT_MET"),
        ("He is not a candidate for immunotherapy.", "Prior immunotherapy", "NOT_MET"),
        ("He declined further chemotherapy.", "Prior chemotherapy", "NOT_MET"),
        ("No need for transfusions today.", "History of blood transfusions", "NOT_MET"),
        ("Chemotherapy has not been given.", "Prior chemotherapy", "MET"),
    ],
)
def test_what_is_denied_of_a_treatment_is_not_that_it_was_had(note: str, text: str, wrong: str) -> None:
    assert _verdict(f"A 60-year-old man. {note}", "exclusion", text) != wrong


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ("Chemotherapy has not been given.", "Prior chemotherapy"),
        ("No chemotherapy, no radiotherapy.", "Prior radiotherapy"),
        ("He has never received chemotherapy.", "Prior chemotherapy"),
        ("No previous radiotherapy or chemotherapy.", "Prior chemotherapy"),
    ],
)
def test_a_treatment_that_was_not_given_was_not_had(note: str, text: str) -> None:
    assert _verdict(f"A 60-year-old man. {note}", "exclusion", text) == "NOT_MET"
