"""What a word reaches over, and what a later word takes back: the readings that would let in or turn away the wrong patient."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
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
AGES = [("Forty-eight", 48), ("Ninety two", 92), ("Twenty-one", 21), ("Nineteen", 19), ("One hundred and two", 102)]


def _verdict(case: Case, policy: PolicyName = "strict") -> tuple[str, str]:
    note, text, kind, _ = case
    result = judge_criterion(criterion(text, kind), view(note), policy)
    return result.verdict.value, result.reasoning


@pytest.mark.parametrize("case", NEGATIONS)
def test_a_negation_reaches_over_what_it_is_said_of(case: Case) -> None:
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


@pytest.mark.parametrize(("words", "age"), AGES)
def test_an_age_in_words_keeps_its_tens(words: str, age: int) -> None:
    assert view(f"{words}-year-old woman with gout.").age == age
