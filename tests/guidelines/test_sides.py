"""The verifier on which side of a number or an age is meant: turned by a "not", told by its complement, or by what people have come to."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.checking.amounts import amounts

METFORMIN = "Metformin is contraindicated when eGFR is below 30 mL/min/1.73m2. (Grade A)"
CODEINE = "Codeine is contraindicated in children younger than 12 years."
BONES = "Women aged 65 years or older should be screened for osteoporosis."
PRESSURE = "Adults younger than 55 years with confirmed hypertension should start lisinopril 10 mg once daily."
SUGAR = "Adults aged 40 to 70 years should be screened for type 2 diabetes."
ASTHMA = "Children aged 5 to 11 years\nChildren aged 5 to 11 years with asthma should receive budesonide 100 micrograms daily."
CURB = "Adults with a CURB-65 score of 3 or more should be admitted to hospital."
TRIPTANS = "Triptans should not be given to people with coronary artery disease."
PHQ = "Adults should be screened for depression with the PHQ-9 questionnaire."


@pytest.mark.parametrize(
    ("words", "side"),
    [
        ("not below 30", "more"),
        ("no lower than 30", "more"),
        ("30 and upwards", "more"),
        ("in excess of 30", "more"),
        ("greater than or equal to 30", "more"),
        ("never drops below 30", "more"),
        ("has reached 30", "more"),
        ("no higher than 30", "less"),
        ("does not exceed 30", "less"),
        ("has not reached 30", "less"),
        ("no longer above 30", "less"),
        ("up to and including 30", "less"),
        ("30 at the most", "less"),
        ("short of 30", "less"),
    ],
)
def test_the_side_of_a_number_is_read_with_what_turns_it(words: str, side: str) -> None:
    assert [one.side for one in amounts(f"It is given when the value is {words} in adults.")] == [side]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (METFORMIN, "Metformin should only be used if the eGFR is at least 30 mL/min/1.73m2."),
        (METFORMIN, "With an eGFR lower than 30 mL/min/1.73m2, metformin must not be used."),
        (METFORMIN, "Metformin is not for people whose eGFR does not reach 30 mL/min/1.73m2."),
        (BONES, "Women who have reached 65 should be screened for osteoporosis."),
        (BONES, "Screening for osteoporosis is recommended in women from their 65th birthday on."),
        (BONES, "Women no younger than 65 years should be screened for osteoporosis."),
        (PRESSURE, "In confirmed hypertension, adults who have not yet turned 55 should start lisinopril 10 mg once daily."),
        (PRESSURE, "Confirmed hypertension before the 55th birthday: start lisinopril 10 mg once a day."),
        (SUGAR, "Adults who are over 39 and under 71 should be screened for type 2 diabetes."),
        (SUGAR, "People from 40 up to and including 70 should be screened for type 2 diabetes."),
        (ASTHMA, "Children with asthma who are between 5 and 11 should receive budesonide 100 micrograms daily."),
        (TRIPTANS, "People with coronary artery disease such as angina should not be given triptans."),
        (PHQ, "The PHQ-9 is the questionnaire with which adults are to be screened for depression."),
    ],
)  # fmt: skip
def test_what_is_said_from_the_other_side_is_no_fault(source: str, sentence: str) -> None:
    assert check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies()) == []


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (METFORMIN, "Metformin is contraindicated when the eGFR is not below 30 mL/min/1.73m2."),
        (METFORMIN, "Metformin can be used only if the eGFR is 30 mL/min/1.73m2 or less."),
        (METFORMIN, "Metformin should be started when eGFR is at least 30 mL/min/1.73m2."),
        (METFORMIN, "Metformin can be used only if the eGFR is 45 mL/min/1.73m2 or more."),
        (CODEINE, "Codeine is contraindicated in children who have turned 12."),
        (BONES, "Women who have not yet turned 65 should be screened for osteoporosis."),
        (BONES, "Women who have turned 60 should be screened for osteoporosis."),
        (PRESSURE, "Adults who have reached 55 with confirmed hypertension should start lisinopril 10 mg once daily."),
        (SUGAR, "Adults who are over 39 and under 76 should be screened for type 2 diabetes."),
        (CURB, "Adults whose CURB-65 score does not exceed 3 should be admitted to hospital."),
        (TRIPTANS, "People with coronary artery disease such as migraine should not be given triptans."),
    ],
)
def test_the_other_side_of_a_limit_is_a_fault(source: str, sentence: str) -> None:
    assert check_sentence(sentence, [SourceText("s", source)], bundled_vocabularies())
