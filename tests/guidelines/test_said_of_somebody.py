"""What a record or a question says of somebody in other words: smoking, pregnancy, values, and how a question is asked."""

from __future__ import annotations

import pytest

from osler.core.library import ages_of, pregnancy_of
from osler.core.terminology import bundled_vocabularies
from osler.guidelines.everyday import everyday_words
from osler.guidelines.steps.context import context_of
from osler.guidelines.steps.habits import smokes
from osler.guidelines.steps.parts import parts_of
from osler.guidelines.steps.traits import held_against
from tests.guidelines.demo import person


@pytest.mark.parametrize("told", ["Tobacco use disorder", "Tobacco smoking", "Nicotine dependence", "Smoker"])
def test_a_problem_of_smoking_is_smoking_now(told: str) -> None:
    patient = person(26, "female", problems=[told])
    held = held_against("pregnant women who smoke", "Varenicline to quit cigarettes?", patient, bundled_vocabularies())
    assert held.met
    assert not held.reasons
    assert smokes(patient)


@pytest.mark.parametrize("told", ["Ex-smoker", "Tobacco use disorder, in remission", "History of tobacco smoking"])
def test_a_problem_of_smoking_that_is_over_is_none_now(told: str) -> None:
    assert not smokes(person(60, "male", problems=[told]))


@pytest.mark.parametrize(
    ("record", "question"),
    [(["Never smoker"], "worthwhile in a man who touched cigarettes?"), ([], "He never touched a cigarette.")],
)
def test_the_record_goes_before_the_question_and_the_question_counts_without_it(
    record: list[str], question: str
) -> None:
    patient = person(70, "male", problems=record)
    assert held_against("men who have ever smoked", question, patient, bundled_vocabularies()).reasons


def test_pregnancy_in_the_words_of_people() -> None:
    assert pregnancy_of("I'm five months gone")
    assert pregnancy_of("Cystitis in a 32-year-old, not expecting.") is False
    patient = context_of("I'm seven months gone", None, bundled_vocabularies()).patient
    assert (patient.pregnant, patient.gestation_weeks) == (True, 30.0)


def test_values_in_other_words() -> None:
    read = bundled_vocabularies()
    named = context_of("kidney function of 38 and cystitis", None, read).patient.labs
    assert [(lab.measure_id, lab.value) for lab in named] == [("LAB:egfr", 38.0)]
    cleared = context_of("when clearance is 15 mL/min?", None, read).patient.labs
    assert [lab.measure_id for lab in cleared] == ["LAB:creatinine_clearance"]
    problem = context_of(
        "Which antibiotic?", person(66, "female", problems=["eGFR 38 mL/min/1.73m2"]), read
    ).patient.labs
    assert [(lab.measure_id, lab.value) for lab in problem] == [("LAB:egfr", 38.0)]


def test_a_verb_of_change_names_nothing() -> None:
    assert not [one for one in everyday_words("dose of metformin as eGFR falls") if "falls prevention" in one.names]
    assert [one for one in everyday_words("how to prevent falls") if "falls prevention" in one.names]


def test_for_how_long_is_a_part_of_its_own() -> None:
    parts = parts_of("What treats moderate depression in adults and for how long?", bundled_vocabularies())
    assert [part.asked for part in parts] == ["What treats moderate depression in adults", "for how long?"]


def test_the_first_months_of_a_treatment_are_no_age() -> None:
    assert ages_of("Give colchicine for the first 3 to 6 months.") == (None, None)
