"""Sentences that widen what their source says by a small word, and what a narrower word or an exception is worth."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.steps.verify import sentence_issues
from tests.guidelines.demo import demo

DIABETES = "Linagliptin 5 mg once daily may be added in adults with type 2 diabetes and renal impairment."
STATIN = "Adults with familial hypercholesterolaemia should receive atorvastatin 20 mg once daily."
SHINGLES = (
    "Adults with shingles should receive aciclovir 800 mg five times daily or valaciclovir 1 g three times daily."
)
BLEEDING = "Rivaroxaban is contraindicated in people who have liver cirrhosis or whose platelets are below 50."
SCORE = "Adults with pulmonary embolism and a PESI score of 2 or more should receive enoxaparin twice daily."
CANCER = "Adults with breast cancer may receive tamoxifen for 5 years unless they have an endometrial tumour."
TARGET = "The ferritin target is 200 in most adults and 500 in frail adults aged 75 years or older."


@pytest.mark.parametrize(
    ("source", "sentence", "holds"),
    [
        (
            DIABETES,
            "Linagliptin 5 mg once daily may be added in adults with type 2 diabetes or renal impairment.",
            False,
        ),
        (
            DIABETES,
            "In adults with type 2 diabetes and renal impairment, linagliptin 5 mg once daily may be added.",
            True,
        ),
        (STATIN, "Adults with hypercholesterolaemia should receive atorvastatin 20 mg once daily.", False),
        (STATIN, "Atorvastatin 20 mg once a day should be given to adults with familial hypercholesterolaemia.", True),
        (
            SHINGLES,
            "Adults with shingles should receive aciclovir 800 mg five times daily and valaciclovir 1 g three times daily.",
            False,
        ),
        (
            BLEEDING,
            "Rivaroxaban is contraindicated in people who have liver cirrhosis and whose platelets are below 50.",
            False,
        ),
        (SCORE, "Adults with pulmonary embolism should receive enoxaparin twice daily.", False),
        (CANCER, "Adults with breast cancer may receive tamoxifen for 5 years.", False),
    ],
)
def test_what_is_widened_is_not_what_the_source_says(source: str, sentence: str, holds: bool) -> None:
    assert (not check_sentence(sentence, [SourceText("a", source)], bundled_vocabularies())) is holds


def test_people_that_and_adds_may_be_named_with_or() -> None:
    source = "Lamivudine is contraindicated in pregnancy and in children younger than 3 years."
    sentence = "Lamivudine is contraindicated in pregnancy or in children younger than 3 years."
    assert not check_sentence(sentence, [SourceText("a", source)], bundled_vocabularies())


def test_a_question_that_names_the_exception_does_not_excuse_its_absence() -> None:
    chunk = next(one for one in demo().chunks() if one.text.startswith("Metformin 500 mg"))
    draft = "Metformin 500 mg twice daily should be started at diagnosis."
    question = "Metformin in type 2 diabetes with a low eGFR?"
    assert sentence_issues(0, draft, [], [chunk], bundled_vocabularies(), question=question)


def test_values_of_two_groups_are_not_exchanged() -> None:
    swapped = "The ferritin target is 500 in most adults and 200 in frail adults aged 75 years or older."
    assert check_sentence(swapped, [SourceText("a", TARGET)], bundled_vocabularies())
