"""Allergies asked for as reactions, performance on either scale, and what vocabularies file together and clinicians do not."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import NO_TOPIC, judge_criterion
from tests.trials.patients import criterion, view

LATEX = "Severe reaction to natural rubber latex products"
SKIN = "History of skin disorders"


@pytest.mark.parametrize(
    ("note", "kind", "text", "verdict"),
    [
        ("Anaphylaxis to latex gloves during dental work in 2010.", "exclusion", LATEX, "MET"),
        ("No allergy to vaccines, no latex allergy.", "exclusion", LATEX, "NOT_MET"),
        ("Latex allergy with hives.", "exclusion", LATEX, "UNKNOWN"),
        ("Her mother has a latex allergy.", "exclusion", LATEX, "UNKNOWN"),
        ("No latex allergy.", "exclusion", "Severe allergic reaction to vaccine components", "UNKNOWN"),
        ("No allergies.", "exclusion", "Severe reaction to penicillin", "NOT_MET"),
    ],
)
def test_a_reaction_is_an_allergy_of_some_severity(note: str, kind: CriterionKind, text: str, verdict: str) -> None:
    assert judge_criterion(criterion(text, kind), view(note), "strict", NO_TOPIC).verdict.value == verdict


@pytest.mark.parametrize(
    ("note", "text", "verdict"),
    [
        ("58 F. Karnofsky 50.", "ECOG performance status 0-1", "NOT_MET"),
        ("58 F. Karnofsky 80.", "ECOG performance status 0-2", "MET"),
        ("58 F. Karnofsky 70.", "ECOG performance status 0-1", "UNKNOWN"),
        ("58 F. ECOG 0.", "Karnofsky performance status >= 70", "MET"),
        ("58 F. ECOG 3.", "Karnofsky performance status >= 70", "NOT_MET"),
        ("58 F. ECOG 2.", "Karnofsky performance status >= 60", "UNKNOWN"),
        ("CKD stage 4.", "Chronic kidney disease stage 4 or 5", "MET"),
        ("CKD stage 3b.", "Chronic kidney disease stage 4 or 5", "NOT_MET"),
        ("Child-Pugh C cirrhosis.", "Severe hepatic impairment", "MET"),
        ("Child-Pugh A cirrhosis.", "Severe hepatic impairment", "NOT_MET"),
        ("Walks with a frame.", "Able to walk without assistance", "NOT_MET"),
        ("A 63-year-old woman, menopause at 50.", "Postmenopausal women", "MET"),
        ("58 F with HFrEF. EF 35-40 %.", "LVEF < 40 %", "UNKNOWN"),
        ("58 F with HFrEF.", "LVEF < 40 %", "UNKNOWN"),
        ("58 F with HFrEF.", "LVEF <= 40 %", "MET"),
    ],
)
def test_a_value_of_another_scale_or_of_a_definition_decides_where_all_it_may_be_agrees(
    note: str, text: str, verdict: str
) -> None:
    assert judge_criterion(criterion(text), view(note), "strict", NO_TOPIC).verdict.value == verdict


@pytest.mark.parametrize(
    ("note", "kind", "text", "verdict"),
    [
        ("Failed naproxen. Etanercept lost effect.", "inclusion", "Failure of at least 2 NSAIDs", "UNKNOWN"),
        ("Failed naproxen and diclofenac.", "inclusion", "Inadequate response or intolerance to 2 NSAIDs", "MET"),
        ("Plaque psoriasis of the elbows.", "exclusion", "History of eczema", "UNKNOWN"),
        ("Abdomen: no wounds, no rash.", "exclusion", "History of abnormal wound healing", "UNKNOWN"),
        ("No asthma.", "exclusion", "Asthma exacerbation", "NOT_MET"),
        ("PMH: breast cancer 2018, lumpectomy and radiotherapy.", "exclusion", "Active malignancy", "UNKNOWN"),
        ("Metastatic breast cancer, mastectomy in 2018.", "exclusion", "Active malignancy", "MET"),
        ("70 M on clarithromycin.", "exclusion", "Use of strong CYP3A4 inhibitors", "MET"),
        ("70 M on azithromycin.", "exclusion", "Use of strong CYP3A4 inhibitors", "UNKNOWN"),
        ("58 F on haemodialysis three times weekly.", "exclusion", "Severe renal impairment", "MET"),
        ("6 May 2024. 58 F. Hip replacement on 22 April 2024.", "exclusion", "Major surgery within 4 weeks", "MET"),
        ("Major depression.", "exclusion", "Psychiatric illness", "MET"),
        ("Cocaine abuse.", "exclusion", "Drug abuse", "MET"),
        ("He takes ciprofloxacin.", "exclusion", "Current intake of antibiotics", "MET"),
        ("She cannot attend the visits.", "inclusion", "Available for all visits of the study", "NOT_MET"),
        ("Her parents declined the study.", "inclusion", "Agree to participate in this study", "NOT_MET"),
        ("Admitted to the PICU at 14:40.", "inclusion", "PICU admission", "MET"),
        ("MAP 69 mmHg.", "exclusion", "Mean arterial pressure < 50 mmHg", "NOT_MET"),
        ("6 May 2024. 58 F. Hip replacement in 2019.", "exclusion", "Major surgery within 4 weeks", "NOT_MET"),
    ],
)
def test_what_is_filed_together_is_told_apart(note: str, kind: CriterionKind, text: str, verdict: str) -> None:
    assert judge_criterion(criterion(text, kind), view(note), "strict", NO_TOPIC).verdict.value == verdict


@pytest.mark.parametrize(
    ("note", "text", "verdict"),
    [
        ("Striae. No skin disease, in particular no psoriasis.", SKIN, "NOT_MET"),
        ("Plaque psoriasis. No other skin disease.", SKIN, "MET"),
        ("No chemotherapy for the last 2 years.", "Chemotherapy within 4 weeks", "NOT_MET"),
        ("No chemotherapy for the last 2 weeks.", "Chemotherapy within 4 weeks", "UNKNOWN"),
        ("No chemotherapy for the last 2 years.", "Prior chemotherapy", "UNKNOWN"),
    ],
)
def test_a_denial_by_another_word_or_of_a_time_reaches_as_far_as_it_says(note: str, text: str, verdict: str) -> None:
    assert judge_criterion(criterion(text, "exclusion"), view(note), "strict", NO_TOPIC).verdict.value == verdict


@pytest.mark.parametrize(
    ("note", "kind", "text"),
    [
        (
            "14 March 2024. 17-year-old girl. The only systemic steroids in the past year were six weeks of prednisolone in October.",
            "exclusion",
            "Systemic corticosteroids within the last 6 months",
        ),
        (
            "17/05/2024. A 60 yo M. New-onset eczema about 18 months ago (no childhood eczema).",
            "inclusion",
            "Atopic dermatitis present for at least 3 years",
        ),
        ("6 May 2024. 58 F. eGFR 90 in January 2020, now 41 ml/min", "inclusion", "eGFR >= 60 mL/min"),
        (
            "20 May 2025. A 67-year-old woman. On dupilumab from 2022 until February 2023, and on tralokinumab until three months ago.",
            "exclusion",
            "Treatment with biologics within 4 months",
        ),
    ],
    ids=["a span of time", "the time of a denial", "a newer value", "the time of another"],
)
def test_a_time_or_a_value_that_is_not_its_own_decides_nothing_wrongly(
    note: str, kind: CriterionKind, text: str
) -> None:
    wrong = "NOT_MET" if kind == "exclusion" else "MET"
    assert judge_criterion(criterion(text, kind), view(note), "strict", NO_TOPIC).verdict.value != wrong


@pytest.mark.parametrize(
    ("note", "text", "verdict"),
    [
        ("Prednisolone 20 mg daily until two weeks ago.", "Corticosteroids within 6 weeks", "MET"),
        ("Prednisolone 20 mg daily until two weeks ago.", "Corticosteroids within 7 days", "NOT_MET"),
        ("Doxycycline until last week.", "Antibiotics within 28 days", "MET"),
        ("Type 2 diabetes.", "Other severe concurrent illness", "UNKNOWN"),
    ],
)
def test_what_ended_some_weeks_ago_is_counted_from_the_day_of_the_note(note: str, text: str, verdict: str) -> None:
    seen = view(f"3 March 2025. Ms Zoe Kern, 16 years. {note}")
    assert judge_criterion(criterion(text, "exclusion"), seen, "strict", NO_TOPIC).verdict.value == verdict


@pytest.mark.parametrize(
    ("note", "text", "verdict"),
    [
        ("Creatinine 68 umol/L (45-84).", "Serum creatinine <= 1.5 x ULN", "MET"),
        ("Creatinine 168 umol/L (normal 45-84 umol/L).", "Serum creatinine <= 1.5 x ULN", "NOT_MET"),
        ("Creatinine 68 umol/L (45-84).", "Serum creatinine within normal limits", "MET"),
        ("Glucose 140 mg/dL (90-410).", "Glucose <= 1.1 x ULN", "UNKNOWN"),
    ],
)
def test_a_range_behind_a_result_is_that_of_normal(note: str, text: str, verdict: str) -> None:
    seen = view(f"6 May 2024. A 58-year-old woman. {note}")
    assert judge_criterion(criterion(text), seen, "strict", NO_TOPIC).verdict.value == verdict


@pytest.mark.parametrize(
    ("note", "verdict"),
    [
        ("Her last period was 5 years ago after a hysterectomy; she is not pregnant or breastfeeding.", "NOT_MET"),
        ("She is not pregnant, but breastfeeding her son.", "MET"),
        ("She is not pregnant and is breastfeeding.", "MET"),
    ],
)
def test_one_denial_of_two_states_is_of_both(note: str, verdict: str) -> None:
    asked = criterion("Pregnant or breastfeeding women", "exclusion")
    assert judge_criterion(asked, view(f"A 47-year-old woman. {note}"), "strict", NO_TOPIC).verdict.value == verdict
