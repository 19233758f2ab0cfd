"""Two things asked in one breath: each is looked for, and the one that nothing answers is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.library import Library
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, Deps, run
from osler.guidelines.steps.context import context_of, summary_of
from osler.guidelines.steps.limits import held
from osler.guidelines.steps.pairs import pair_of
from tests.guidelines.demo import offline, person

_VACCINES = """# Synthetic guideline: vaccines for adults

## Shingles

Adults aged 60 years or older should receive two doses of the recombinant shingles vaccine.

## Tetanus

Adults should receive one dose of tetanus vaccine every 10 years.

## Hearing

Adults aged 60 years or older should be offered screening for hearing loss every 2 years.

## Glaucoma

Adults aged 60 years or older should be offered screening for glaucoma every 3 years.
"""


async def _asked(question: str, folder: Path) -> AgenticResult:
    source = folder / "vaccines.md"
    source.write_text(_VACCINES, encoding="utf-8")
    library = Library(folder / "library")
    library.add(source)
    return await run(question, person(67, "male"), deps=Deps(libraries=[library]))


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("glaucoma and hearing loss screening?", ["glaucoma", "hearing loss screening"]),
        (
            "Which shingles vaccine and tetanus vaccine does he get?",
            ["shingles vaccine", "tetanus vaccine does he get"],
        ),
        ("How are gout and psoriasis treated?", ["gout", "psoriasis treated"]),
        ("Should adults with gout and hypertension take aspirin?", []),
        ("Can warfarin and ibuprofen be taken together?", []),
        ("What is the dose of amoxicillin and for how long?", []),
    ],
)
def test_two_things_are_a_pair_unless_one_person_has_them_or_they_are_asked_about_as_one(
    question: str, asked: list[str]
) -> None:
    assert [part.asked for part in pair_of(question, bundled_vocabularies())] == asked


def test_what_is_wanted_of_both_goes_with_each() -> None:
    first, second = pair_of("glaucoma and hearing loss screening?", bundled_vocabularies())
    assert "screen" in first.about
    assert "screen" in second.about


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which shingles vaccine, and which tetanus vaccine?", ["recombinant shingles vaccine", "every 10 years"]),
        ("Does he need a tetanus vaccine and a shingles vaccine?", ["recombinant shingles vaccine", "every 10 years"]),
        ("hearing loss and glaucoma screening?", ["every 2 years", "every 3 years"]),
    ],
)
async def test_both_halves_are_planned_for_and_answered(question: str, says: list[str], tmp_path: Path) -> None:
    result = await _asked(question, tmp_path)
    assert result.debug_info is not None
    assert {"answer_part_1", "answer_part_2"} <= {task.name for task in result.debug_info.plan}
    assert all(one in result.final_answer_text for one in says), result.final_answer_text
    assert "does not answer this part" not in result.final_answer_text


@pytest.mark.parametrize(
    ("question", "lacking"),
    [
        ("Should he be screened for glaucoma as well as for appendicitis?", "appendicitis"),
        ("Which tetanus vaccine and which rabies vaccine?", "rabies"),
    ],
)
async def test_a_half_that_nothing_answers_is_named(question: str, lacking: str, tmp_path: Path) -> None:
    result = await _asked(question, tmp_path)
    named = [one.text for one in result.sentences if "does not answer this part" in one.text]
    assert len(named) == 1, result.final_answer_text
    assert lacking in named[0]
    assert result.citations


async def test_a_half_without_a_passage_is_named_by_its_words_and_not_by_its_sub_task() -> None:
    result = await run("How are epilepsy and psoriasis managed?", deps=offline())
    assert 'does not answer this part of the question: "psoriasis managed"' in result.final_answer_text
    assert "answer part" not in result.final_answer_text


async def test_without_a_patient_nothing_is_said_of_one() -> None:
    question = "Which antibiotic for a urinary tract infection in men?"
    told = (await run(question, deps=offline())).sentences
    given = (await run(question, person(40, "male"), deps=offline())).sentences
    assert any(one.text.startswith("Not for the person asked about (") for one in told)
    assert not any("this patient" in one.text or "the patient" in one.text for one in told if one.about == "flow")
    assert any(one.text.startswith("Not for this patient (") for one in given)


def test_a_value_is_shown_as_it_was_given_and_compared_in_the_unit_of_its_measure() -> None:
    patient = context_of("Which statin at creatinine 203 umol/L?", None, bundled_vocabularies()).patient
    assert patient.labs[0].value == pytest.approx(2.3, abs=0.05)
    assert "creatinine 203 umol/L" in summary_of(patient)
    assert held("if creatinine is below 2 mg/dL", patient).unmet == ("the patient's creatinine is 203 umol/L",)


def test_a_value_of_a_record_is_shown_as_recorded(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("71-year-old man. Hypertension. Creatinine 203 umol/L.", encoding="utf-8")
    context = context_of("Which statin?", read_patient(note).record, bundled_vocabularies())
    assert "203 umol/L" in context.patient_summary
    assert "2.29" not in context.patient_summary


@pytest.mark.parametrize(
    ("question", "untold"),
    [
        ("how often and for how long is doxycycline taken in penicillin allergy?", ["how long"]),
        ("nicotine gum or varenicline to stop smoking?", ["nicotine gum"]),
        ("Lung cancer CT: how often and until what age?", []),
        ("apixaban or warfarin in AF with a mechanical valve?", []),
        ("Pneumonia: who goes to hospital, and when do I repeat the x ray?", []),
    ],
)
async def test_each_thing_asked_of_one_is_answered_or_said_not_to_be(question: str, untold: list[str]) -> None:
    result = await run(question, deps=offline())
    assert result.citations
    assert [
        part for part in untold if f'not answer this part of the question: "{part}"' in result.final_answer_text
    ] == untold
    assert ("this part of the question" in result.final_answer_text) is bool(untold)


async def test_what_is_told_of_somebody_in_a_list_is_not_asked_about() -> None:
    result = await run("pregnant, pen-allergic, pneumonia. Antibiotic?", deps=offline())
    assert "erythromycin 500 mg" in result.final_answer_text
    assert "smoking" not in result.final_answer_text
