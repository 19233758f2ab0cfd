"""Questions as people ask them: several at once, in everyday words, and silence that says what is near."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines import run
from osler.guidelines.everyday import everyday_words, with_clinical_names
from osler.guidelines.steps.asked import topic_of
from osler.guidelines.steps.own_object import is_unheard_of
from osler.guidelines.steps.parts import parts_of
from tests.guidelines.demo import offline, person


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which antibiotic for pneumonia, and who should be admitted?", 2),
        ("Can she take metformin and how often should I check HbA1c?", 2),
        ("What keeps a woman of 82 from falling, and is vitamin D of use for that?", 2),
        ("Should a woman who smokes and is pregnant be screened?", 1),
        ("What is given to adults who have asthma and heart failure?", 1),
    ],
)
def test_a_question_is_parted_only_where_another_begins(question: str, asked: int) -> None:
    assert len(parts_of(question, bundled_vocabularies())) == asked


def test_a_part_that_names_nothing_goes_with_what_the_others_are_about() -> None:
    second = parts_of("Which antibiotic for pneumonia, and who should be admitted?", bundled_vocabularies())[1]
    assert second.asked == "who should be admitted?"
    assert "pneumonia" in second.about
    assert "antibiotic" not in second.about


async def test_every_part_of_a_compound_question_is_answered_or_said_not_to_be() -> None:
    result = await run("Which drug for mild pain in adults, and how is acute gout treated?", deps=offline())
    assert any("paracetamol 1 g" in one.text for one in result.sentences)
    unanswered = [one.text for one in result.sentences if "does not answer this part" in one.text]
    assert len(unanswered) == 1
    assert "gout" in unanswered[0]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("water infection in a pregnant woman, what antibiotic?", "cefalexin 500 mg"),
        ("He has fits. Bupropion ok?", "Bupropion is contraindicated"),
        ("Which antihypertensive must not be used in pregnancy?", "Lisinopril is contraindicated in pregnancy"),
        ("when do I get an echo if the BNP is high?", "echocardiography within 2 weeks"),
    ],
)
async def test_everyday_words_and_classes_find_what_the_guideline_calls_otherwise(question: str, words: str) -> None:
    result = await run(question, deps=offline())
    assert any(words in one.text for one in result.sentences)


async def test_silence_says_what_is_near_and_what_is_missing() -> None:
    result = await run("How is a migraine treated in adults with asthma?", deps=offline())
    assert result.status == "no_evidence"
    assert "nothing on: migraine" in result.final_answer_text
    assert "asthma" in result.final_answer_text


async def test_a_contraindication_of_what_is_asked_for_is_never_met_with_silence() -> None:
    patient = person(2, "male")
    result = await run("Can he have aspirin for his temperature after nursery today?", patient, deps=offline())
    assert any("Aspirin should not be given to children" in one.text for one in result.sentences)


def test_the_longest_everyday_words_are_taken() -> None:
    assert [one.names for one in everyday_words("a flu shot")] == [("influenza vaccine",)]
    assert "osteoporosis" in with_clinical_names("brittle bones tablet")


async def test_what_is_asked_for_is_told_first_whomever_else_it_fits() -> None:
    result = await run("Which blood pressure target?", person(58, "male", problems=["Hypertension"]), deps=offline())
    assert result.sentences[0].text.startswith("The blood pressure target is below 140/90")


async def test_targets_that_differ_between_versions_are_a_warning() -> None:
    result = await run("What is the blood pressure target at 60 years?", deps=offline())
    assert result.sentences[0].text.startswith("The blood pressure target is below 140/90")
    assert any("different targets" in one and "[1]" in one for one in result.warnings)


async def test_without_a_patient_what_answers_best_is_told_first() -> None:
    """That a recommendation is for adults puts it behind nothing where nobody said who is asked about."""
    result = await run("What do I give someone with mild CAP?", deps=offline())
    told = [one.text for one in result.sentences if one.about == "evidence"]
    assert told[0].startswith("Adults with low-severity pneumonia should receive amoxicillin 500 mg")


@pytest.mark.parametrize(
    "question",
    ["Is aspirin recommended to prevent a first heart attack?", "Does apixaban prevent a heart attack?"],
)
async def test_what_a_drug_is_for_in_another_disease_answers_nothing(question: str) -> None:
    assert not (await run(question, deps=offline())).sentences


@pytest.mark.parametrize(
    ("question", "unheard"),
    [
        ("How often are growth scans needed in high blood pressure?", True),
        ("Which gondola ropes are best in depression?", True),
        ("Below what renal function should nitrofurantoin not be used?", False),
        ("How often should blood pressure be checked in hypertension?", False),
        ("Which antibiotic is given for pneumonia?", False),
    ],
)
def test_a_thing_of_which_no_passage_has_a_word_is_told_from_its_disease(question: str, unheard: bool) -> None:
    topic = topic_of(question, offline().libraries, bundled_vocabularies())
    assert is_unheard_of(question, topic) is unheard
