"""Lies that keep most words of their source: whose number it is, signs, turned and dropped conditions, part of a sentence."""

from __future__ import annotations

import pytest

from osler.core.library import Chunk
from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.steps.verify import sentence_issues

PRESSURE = "The blood pressure target is below 140/90 mmHg in adults younger than 80 years and below 150/90 mmHg in adults aged 80 years or older."
METFORMIN = "Metformin 500 mg twice daily should be started at diagnosis unless eGFR is below 30 mL/min/1.73m2."


@pytest.mark.parametrize(
    ("source", "lie"),
    [
        (PRESSURE, "The blood pressure target is below 140/90 mmHg in adults aged 80 years or older."),
        (
            "Women with a T-score of -2.5 or lower should receive alendronate 70 mg once weekly.",
            "Women with a T-score of 2.5 or lower should receive alendronate 70 mg once weekly.",
        ),
        (
            "HbA1c should be measured every 6 months once the target is reached.",
            "HbA1c should be measured every 6 months until the target is reached.",
        ),
        (
            "Empagliflozin 10 mg once daily may be added in adults with type 2 diabetes and heart failure.",
            "Empagliflozin 10 mg once daily may be added in adults with type 2 diabetes.",
        ),
        (
            "Adults with penicillin allergy should receive doxycycline 200 mg on the first day.",
            "Adults should receive doxycycline 200 mg on the first day.",
        ),
        (
            "The metformin dose should be halved when eGFR is low.",
            "The metformin dose should be doubled when eGFR is low.",
        ),
        (
            "Spironolactone 25 mg once daily should be added if potassium is below 5.0 mmol/L.",
            "Spironolactone 25 mg once daily should be added if potassium is below 5.0 mmol/L and sodium is normal.",
        ),
    ],
)
def test_a_lie_that_keeps_the_words_of_its_source_is_caught(source: str, lie: str) -> None:
    assert check_sentence(source, [SourceText("c", source)], bundled_vocabularies()) == []
    assert check_sentence(lie, [SourceText("c", source)], bundled_vocabularies())


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (PRESSURE, "Under 80 years of age the target blood pressure is below 140/90 mmHg."),
        (
            "Pregnant women with a lower urinary tract infection should receive cefalexin 500 mg for 7 days.",
            "Pregnant women with cystitis should receive cephalexin 500 mg for 7 days.",
        ),
        (
            "Adults with mild pain should receive paracetamol 1 g four times daily, with a maximum of 4 g in 24 hours.",
            "For mild pain adults should take paracetamol 1000 mg every 6 hours, at most 4 g in a day.",
        ),
    ],
)
def test_the_same_in_other_words_is_not_a_fault(source: str, said: str) -> None:
    assert check_sentence(said, [SourceText("c", source)], bundled_vocabularies()) == []


def test_a_quote_of_part_of_a_sentence_is_checked_for_what_it_leaves_out() -> None:
    chunk = Chunk(id="c", document_id="d", ordinal=0, text=METFORMIN)
    part = "Metformin 500 mg twice daily should be started at diagnosis"
    assert sentence_issues(0, part, [part], [chunk], bundled_vocabularies())
    assert sentence_issues(0, METFORMIN, [METFORMIN], [chunk], bundled_vocabularies()) == []


def test_what_is_wrong_is_said_in_the_words_of_the_sentence() -> None:
    faults = check_sentence(
        "Surgeries were postponed by holidays.", [SourceText("c", METFORMIN)], bundled_vocabularies()
    )
    assert not any("surgeri'" in fault.message or "holiday," in fault.message for fault in faults)
