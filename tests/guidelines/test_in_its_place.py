"""What is told of a drug in a disease that no passage joins, in the place of advice for others, and in the place of a dose."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.library import Library
from osler.guidelines import AgenticResult, Deps, run
from tests.guidelines.demo import offline, person


def said(result: AgenticResult) -> str:
    return " ".join(one.text for one in result.sentences if one.about == "evidence")


@pytest.mark.parametrize(
    "question",
    [
        "bisoprolol in a patient with asthma?",
        "sertraline in a patient with epilepsy?",
        "what dose of paracetamol in liver failure?",
    ],
)
async def test_a_drug_in_a_disease_of_which_no_passage_speaks_is_met_with_silence(question: str) -> None:
    result = await run(question, deps=offline())
    assert result.final_answer_text.startswith("The library does not answer")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("propranolol in a patient with asthma?", "Propranolol is contraindicated"),
        ("can I give metformin in chronic kidney disease?", "Metformin is contraindicated"),
        ("bupropion in epilepsy?", "Bupropion is contraindicated"),
    ],
)
async def test_a_drug_in_a_disease_that_a_passage_joins_is_answered(question: str, told: str) -> None:
    assert told in said(await run(question, deps=offline()))


async def test_whoever_asks_of_one_drug_is_not_warned_of_others() -> None:
    result = await run("is metformin safe in pregnancy?", deps=offline())
    assert not any("Paroxetine" in one or "Ramipril" in one for one in result.warnings)


async def test_what_the_same_section_gives_people_like_this_patient_is_found() -> None:
    patient = person(15, "female", problems=["moderate depression"])
    result = await run("Which antidepressant?", patient, deps=offline())
    assert "Fluoxetine 20 mg once daily should be used in adolescents" in said(result)


async def test_a_pregnancy_is_not_what_an_antibiotic_is_asked_for() -> None:
    patient = person(
        31, "female", pregnant=True, problems=["pregnancy", "community-acquired pneumonia"], allergies=["penicillin"]
    )
    result = await run("Which antibiotic?", patient, deps=offline())
    assert "erythromycin 500 mg" in said(result)
    assert "Ramipril" not in said(result)
    assert any("Amoxicillin is contraindicated" in one for one in result.warnings)


async def test_a_dose_that_is_changed_for_this_patient_is_told_as_not_theirs() -> None:
    patient = person(
        86, "female", problems=["atrial fibrillation"], noted=["weight 52 kg", "CHA2DS2-VASc 4"], labs=[{"name": "weight", "measure_id": "LAB:weight", "value": 52, "unit": "kg"}]
    )  # fmt: skip
    result = await run("How should her atrial fibrillation be treated?", patient, deps=offline())
    told = {row.text: row.fit for row in result.recommendations}
    assert told["Apixaban should be reduced to 2.5 mg twice daily in adults aged 80 years or older with a body weight of 60 kg or less."] == "applies"  # fmt: skip
    assert told["Adults with atrial fibrillation and a CHA2DS2-VASc score of 2 or more should receive apixaban 5 mg twice daily."] == "does_not_apply"  # fmt: skip


async def test_where_somebody_lives_is_a_condition() -> None:
    patient = person(72, "female", problems=["osteoporosis"])
    result = await run("Should vitamin D be given for osteoporosis?", patient, deps=offline())
    row = next(one for one in result.recommendations if one.text.startswith("Vitamin D 800"))
    assert row.fit == "unclear"


async def test_advice_behind_the_mark_of_a_grade_has_none(tmp_path: Path) -> None:
    file = tmp_path / "gout.md"
    file.write_text(
        "# Gout\n\n## Prevention\nAllopurinol 100 mg once daily should be started for recurrent gout. (Grade A)\n"
        "Women with gout should not receive febuxostat without contraception.\n",
        encoding="utf-8",
    )
    library = Library(tmp_path / "library")
    library.add(file)
    result = await run("febuxostat in women with gout?", deps=Deps(libraries=[library]))
    grades = {row.text: row.grade for row in result.recommendations}
    assert any("febuxostat" in text and grade != "A" for text, grade in grades.items()), grades


async def test_a_second_question_about_a_drug_is_a_part() -> None:
    result = await run("How long should opioids be given and is ibuprofen ok at 30 weeks of pregnancy?", deps=offline())
    assert "Opioids should not be used for longer than 3 days" in said(result)
    assert "Ibuprofen should not be used after 20 weeks" in said(result)


async def test_a_part_of_which_nothing_is_said_is_named() -> None:
    result = await run("How is mild pain treated and can gabapentin be added?", deps=offline())
    assert "can gabapentin be added" in result.final_answer_text


async def test_what_must_not_be_given_beside_a_medicine_of_the_patient_is_a_warning() -> None:
    patient = person(70, "male", problems=["atrial fibrillation"], medications=["verapamil 120 mg"])
    result = await run("How should his atrial fibrillation be treated?", patient, deps=offline())
    assert any("Bisoprolol should not be combined with verapamil" in one for one in result.warnings)


async def test_the_reason_is_what_holds_whatever_is_done() -> None:
    patient = person(47, "female", problems=["hypertension", "angioedema"], medications=["spironolactone"])
    result = await run("Which drug should she start for her blood pressure?", patient, deps=offline())
    row = next(one for one in result.recommendations if "should start lisinopril" in one.text)
    assert "angioedema" in row.reasons[0]


async def test_what_is_restricted_for_people_like_this_patient_is_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "iron.md"
    file.write_text(
        "# Anaemia\n\n## Treatment\n- Adults with anaemia should receive epoetin 4000 units weekly.\n"
        "- In adults on haemodialysis, epoetin should be given only after the session.\n",
        encoding="utf-8",
    )
    library = Library(tmp_path / "library")
    library.add(file)
    question, deps = "How should anaemia be treated?", Deps(libraries=[library])
    dialysed = await run(question, person(60, "male", problems=["anaemia", "haemodialysis"]), deps=deps)
    other = await run(question, person(60, "male", problems=["anaemia"]), deps=deps)
    assert any("only after the session" in one for one in dialysed.warnings)
    assert not any("only after the session" in one for one in other.warnings)
