"""What a question asks together and of what: silence where no passage joins it, an answer where one does."""

from __future__ import annotations

import pytest

from osler.guidelines import AgenticResult, AskOptions, run
from tests.guidelines.demo import offline, person


def said(result: AgenticResult) -> str:
    return " ".join(one.text for one in result.sentences if one.about == "evidence")


@pytest.mark.parametrize(
    "question",
    [
        "Can a patient with heart failure dive?",
        "salt intake limit in heart failure",
        "weight gain on sertraline, what can I do?",
        "Should amlodipine be stopped because of ankle swelling?",
        "Is bone densitometry safe in pregnancy?",
        "What should be done after an abnormal chest X-ray?",
        "How should anaphylaxis be treated?",
        "How is acute stroke treated?",
    ],
)
async def test_what_no_passage_says_of_a_disease_or_a_drug_is_met_with_silence(question: str) -> None:
    result = await run(question, options=AskOptions(retriever="bm25"), deps=offline())
    assert result.status == "no_evidence"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("nsaid in heart failure patients?", "Ibuprofen and other non-steroidal"),
        ("tx for cystitis in a man of 52", "Men with a urinary tract infection"),
        ("cough syrup with codeine for a 6-year-old?", "Codeine is contraindicated"),
        ("can a child of 2 have aspirin for fever", "Aspirin should not be given"),
    ],
)
async def test_short_questions_that_a_passage_answers_are_answered(question: str, told: str) -> None:
    assert told in said(await run(question, deps=offline()))


async def test_a_low_dose_scan_asks_for_no_dose() -> None:
    patient = person(44, "male", problems=["25 pack-years smoking history"])
    result = await run("low-dose CT for lung cancer screening?", patient, deps=offline())
    assert any("computed tomography" in row.text and row.fit == "does_not_apply" for row in result.recommendations)


async def test_a_shortened_not_is_a_negation() -> None:
    result = await run("first choice for a bladder infection in a woman who isn't pregnant", deps=offline())
    assert "Women who are not pregnant should receive nitrofurantoin" in said(result).split(". ")[0]


async def test_a_word_that_joins_others_is_no_shortened_name() -> None:
    result = await run("BP target over 80", deps=offline())
    assert not any("overweight" in problem.message for problem in result.problems)


@pytest.mark.parametrize(
    ("question", "first", "also"),
    [
        ("How should atrial fibrillation be treated?", "apixaban 5 mg", "rate control"),
        ("treatment of type 2 diabetes", "Metformin 500 mg", "Empagliflozin"),
        ("How should heart failure be managed?", "ramipril 2.5 mg", "Spironolactone"),
    ],
)
async def test_whoever_asks_how_a_disease_is_treated_gets_every_kind_the_first_first(
    question: str, first: str, also: str
) -> None:
    result = await run(question, deps=offline())
    told = [one.text for one in result.sentences if one.about == "evidence"]
    assert first in told[0]
    assert any(also in text for text in told)


async def test_an_everyday_word_is_one_name_and_not_a_part_of_it() -> None:
    result = await run("He has a water infection. What can he take?", person(63, "male"), deps=offline())
    assert "trimethoprim 200 mg" in said(result)
    assert "pneumonia" not in said(result)
    assert "egg allergy" not in said(result)


async def test_passages_are_bounded_in_number_and_in_tokens_without_a_model_too() -> None:
    options = AskOptions(chunks_per_subtask=5, evidence_tokens=100)
    result = await run("How should heart failure be managed?", options=options, deps=offline())
    assert result.debug_info is not None
    for bundle in result.debug_info.evidence:
        assert len(bundle.chunks) <= 5
        assert sum(len(one.chunk.searched) for one in bundle.chunks[:-1]) <= 400


async def test_silence_on_no_drug_warns_of_none() -> None:
    result = await run("Is colonoscopy safe in pregnancy?", deps=offline())
    assert (result.status, result.warnings) == ("no_evidence", [])


@pytest.mark.parametrize(
    "question",
    [
        "is it ok to go scuba diving with well controlled asthma",
        "when can he fly after pneumonia",
        "Is acupuncture useful in osteoporosis?",
        "What are the symptoms of heart failure?",
    ],
)
async def test_a_word_that_no_passage_has_is_what_is_asked_about(question: str) -> None:
    result = await run(question, options=AskOptions(retriever="bm25"), deps=offline())
    assert result.status == "no_evidence"


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("Preventer for his asthma and what for the pain?", ["budesonide 100 micrograms", "Codeine"], []),
        ("What pain relief for this child, and is a chest X-ray needed?", ["paracetamol 15 mg/kg"], ["chest X-ray"]),
        ("Diabetes medicine and eye screening?", ["The eyes should be examined"], ["Diabetes medicine"]),
        ("Treatment, and how is a sinus drained?", ["budesonide 100 micrograms"], ["how is a sinus drained?"]),
    ],
)
async def test_each_half_of_a_question_is_answered_or_said_not_to_be(
    question: str, told: list[str], untold: list[str]
) -> None:
    patient = person(9, "male", problems=["persistent asthma"])
    if "iabetes" in question:
        patient = person(66, "male", problems=["type 2 diabetes"])
    result = await run(question, patient, options=AskOptions(retriever="bm25"), deps=offline())
    lacking = [one.text for one in result.sentences if "does not answer this part" in one.text]
    assert all(one in said(result) for one in told)
    assert all(any(one in text for text in lacking) for one in untold)


async def test_what_the_patient_does_is_what_is_asked_about() -> None:
    patient = person(29, "female", problems=["epilepsy"], smoking="current smoker", pregnant=True)
    result = await run("What can we offer to help her quit?", patient, deps=offline())
    assert "Pregnant women who smoke should be offered behavioural counselling" in said(result)
