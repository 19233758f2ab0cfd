"""What a question tells of the person beside what it asks, and whom a guideline means by the names it uses."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines import run
from osler.guidelines.steps.asked import topic_of
from osler.guidelines.steps.screened import known_already
from osler.guidelines.steps.told import is_lacking, told_spans
from osler.guidelines.steps.whose import because_of
from tests.guidelines.demo import chunk_id, demo, offline, person

V = bundled_vocabularies()


def test_statements_beside_a_question_and_relative_clauses_tell() -> None:
    text = "He had a rash in May. Is a man who lives alone due a syphilis test?"
    told = [text[start:end] for start, end in told_spans(text)]
    assert told == ["He had a rash in May.", "who lives alone due a syphilis test"]
    assert told_spans("Who is screened for syphilis?") == []


def test_what_is_lacking_is_told() -> None:
    assert is_lacking(len("COPD test without any "), "COPD test without any cough?")
    assert not is_lacking(len("COPD test with a "), "COPD test with a cough?")


def _weights(question: str) -> dict[str, float]:
    return {term.text.casefold(): term.weight for term in topic_of(question, [demo()], V).terms}


def test_a_told_disease_weighs_little_beside_one_that_is_asked_about() -> None:
    beside = _weights("She has psoriasis. Is treatment of pneumonia due?")
    assert beside["psoriasis"] < beside["pneumonia"]
    # Beside a drug alone it is what the drug is for.
    alone = _weights("She has psoriasis. Is apixaban due?")
    assert alone["psoriasis"] > alone["apixaban"]


async def test_a_vaccine_against_what_the_library_does_not_know_is_not_answered() -> None:
    result = await run("Vaccinate against rotavirus?", person(0.25, "male"), deps=offline())
    assert result.status == "no_evidence"


async def test_another_type_of_a_disease_is_another_disease() -> None:
    wrong = await run("Empagliflozin dose in type 1 diabetes?", deps=offline())
    right = await run("Empagliflozin dose in type 2 diabetes?", deps=offline())
    assert wrong.status == "no_evidence"
    assert chunk_id("Empagliflozin") in right.used_chunks


@pytest.mark.parametrize("question", ["Bone density scan?", "DEXA?"])
async def test_the_one_for_this_sex_is_found_in_the_same_section(question: str) -> None:
    result = await run(question, person(52, "male"), deps=offline())
    assert result.citations[0].chunk_id == chunk_id(
        "The evidence is insufficient to recommend screening for osteoporosis in men"
    )


async def test_a_pregnant_patient_is_told_what_the_section_for_her_says() -> None:
    patient = person(30, "female", pregnant=True, problems=["tobacco use"])
    result = await run("Champix or Zyban?", patient, deps=offline())
    assert chunk_id("The evidence is insufficient to recommend medicines for stopping smoking") in result.used_chunks


async def test_a_kind_of_valve_is_a_valve_and_the_drug_is_warned_of() -> None:
    patient = person(82, "female", problems=["atrial fibrillation", "Mechanical mitral valve prosthesis"])
    result = await run("apixaban dose?", patient, deps=offline())
    assert "Warfarin should be used instead of apixaban" in result.warnings[0]
    rows = {row.chunk_id: row.fit for row in result.recommendations}
    assert rows[chunk_id("Adults with atrial fibrillation and a CHA2DS2-VASc")] == "does_not_apply"


def test_a_benign_growth_is_not_the_cancer_that_is_screened_for() -> None:
    text = "The panel recommends against screening for cervical cancer in women who have had a hysterectomy."
    assert known_already(text, person(70, "female", problems=["fibroids"]), V) == []
    assert known_already(text, person(70, "female", problems=["cervical cancer"]), V) == ["cervical cancer"]


def test_what_the_kin_had_the_patient_has_not() -> None:
    text = "Oestrogen should not be used in women with breast cancer."
    assert because_of(text, person(50, "female", problems=["family history of breast cancer"]), V) is None
    assert because_of(text, person(50, "female", problems=["breast cancer"]), V)


async def test_an_exception_is_printed_as_an_exception_and_a_child_as_a_child() -> None:
    low = await run("metformin egfr 25?", deps=offline())
    assert any("anyone unless eGFR is below 30" in one.text for one in low.sentences)
    children = await run("codeine in children?", deps=offline())
    assert "0 years" not in " ".join(children.warnings)


async def test_initials_with_a_number_are_read_as_the_library_writes_them() -> None:
    result = await run("CURB65 of 3 admit?", deps=offline())
    assert result.citations[0].chunk_id == chunk_id("Adults with a CURB-65 score of 3 or more")
