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
AGES = [("Forty-eight", 48), ("Ninety two", 92), ("Twenty-one", 21), ("Nineteen", 19), ("One hundred and two", 102)]


def _verdict(case: Case, policy: PolicyName = "strict") -> tuple[str, str]:
    note, text, kind, _ = case
    result = judge_criterion(criterion(text, kind), view(note), policy)
    return result.verdict.value, result.reasoning


@pytest.mark.parametrize("case", NEGATIONS)
def test_a_negation_reaches_over_what_it_is_said_of(case: Case) -> None:
    verdict, reasoning = _verdict(case)
    assert verdict == case[3], reasoning


@pytest.mark.parametrize(("words", "age"), AGES)
def test_an_age_in_words_keeps_its_tens(words: str, age: int) -> None:
    assert view(f"{words}-year-old woman with gout.").age == age
