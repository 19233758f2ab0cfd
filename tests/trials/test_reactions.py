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
