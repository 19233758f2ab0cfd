"""Whom advice is for: contraindications and criteria are no audience, and what changes a dose is not left out."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from osler.core.library import Library, population_of
from osler.guidelines import AgenticResult, Deps, run
from tests.guidelines.demo import offline, person

FIBRILLATION = """---
title: Atrial fibrillation in primary care
issuer: Northvale Heart Society
version: {version}
date: {date}
---
# Atrial fibrillation in primary care

{body}
"""
LATER = """## Stroke prevention
Aspirin should not be offered for stroke prevention in atrial fibrillation (Grade A).
Apixaban 5 mg twice daily is recommended for adults with a CHA2DS2-VASc score of 2 or more (Grade A).
Reduce apixaban to 2.5 mg twice daily when at least two of these are present: age 80 years or older, body weight 60 kg or less, serum creatinine 133 micromol/L or more.
Apixaban is contraindicated in pregnancy. Apixaban should not be used when creatinine clearance is below 15 mL/min.

## Rate control
Bisoprolol 2.5 mg once daily may be considered as first-line rate control (Grade C).
Bisoprolol should not be used in patients with asthma.
Digoxin 62.5 to 125 micrograms once daily may be considered in sedentary adults when beta-blockers are contraindicated (Grade C).
"""
EARLIER = """## Stroke prevention
Aspirin 75 mg once daily should be offered to adults with atrial fibrillation and a CHA2DS2-VASc score of 1 (Grade B).
Warfarin with a target INR of 2.0 to 3.0 is recommended for adults with a CHA2DS2-VASc score of 2 or more (Grade A).
"""


@cache
def fibrillation() -> Library:
    folder = Path(mkdtemp(prefix="osler-af-"))
    library = Library(folder / "library")
    for version, date, body in (("1.0", "2015-03-01", EARLIER), ("2.0", "2023-06-01", LATER)):
        file = folder / f"af{version}.md"
        file.write_text(FIBRILLATION.format(version=version, date=date, body=body), encoding="utf-8")
        library.add(file)
    return library


def said(result: AgenticResult) -> str:
    return " ".join(one.text for one in result.sentences if one.about == "evidence")


def test_a_contraindication_and_a_list_of_criteria_are_no_audience() -> None:
    assert population_of("Apixaban is contraindicated in pregnancy.").pregnant is None
    assert population_of("Gliclazide should be avoided in adults older than 75.").age_from is None
    assert (
        population_of("Reduce the dose when at least two of these are present: age 80 years or older.").age_from is None
    )
    assert population_of("Women aged 50 to 74 years should be screened.").age_from == 50


async def test_a_contraindication_beside_it_does_not_take_a_recommendation_from_a_patient() -> None:
    patient = person(72, "male", problems=["atrial fibrillation"])
    result = await run(
        "How should stroke be prevented in atrial fibrillation?", patient, deps=Deps(libraries=[fibrillation()])
    )
    assert "Apixaban 5 mg twice daily" in said(result)
    assert "none of its recommendations" not in result.final_answer_text


async def test_what_reduces_the_dose_stands_beside_the_dose() -> None:
    result = await run(
        "What is the apixaban dose for an 84-year-old weighing 52 kg?", deps=Deps(libraries=[fibrillation()])
    )
    assert "Reduce apixaban to 2.5 mg twice daily" in said(result)


async def test_where_the_first_choice_is_excluded_the_alternative_of_the_same_passage_is_given() -> None:
    patient = person(66, "male", problems=["atrial fibrillation", "asthma"])
    result = await run(
        "First-line rate control in atrial fibrillation?", patient, deps=Deps(libraries=[fibrillation()])
    )
    assert "Digoxin 62.5 to 125 micrograms" in said(result)
    assert "Bisoprolol 2.5 mg" not in said(result)
    assert "none of its recommendations" not in result.final_answer_text


async def test_pregnancy_that_nobody_spoke_of_is_unclear_and_past_its_age_is_no_question() -> None:
    question = "How is a urinary tract infection treated?"
    young = await run(question, person(30, "female"), deps=offline())
    fits = {row.text.split(" (")[0]: row.fit for row in young.recommendations}
    assert all(fit == "unclear" for text, fit in fits.items() if "not pregnant" in text)
    assert any("not pregnant" in text for text in fits)
    old = await run(question, person(76, "female"), deps=offline())
    assert "cefalexin" not in said(old)
    assert "nitrofurantoin" in said(old)


async def test_the_disclaimer_is_no_answer() -> None:
    result = await run("Which antibiotic for low-severity pneumonia?", person(60, "male"), deps=offline())
    assert not any("Synthetic text" in one.text for one in result.sentences)


async def test_a_drug_that_nobody_asks_for_advises_or_takes_is_not_warned_of() -> None:
    patient = person(72, "male", problems=["atrial fibrillation"])
    result = await run("What is the dose of apixaban?", patient, deps=Deps(libraries=[fibrillation()]))
    assert not any("Aspirin" in warning for warning in result.warnings)
    taking = patient.model_copy(update={"medications": ["aspirin"]})
    result = await run(
        "How should stroke be prevented in atrial fibrillation?", taking, deps=Deps(libraries=[fibrillation()])
    )
    assert any("Aspirin should not be offered" in warning for warning in result.warnings)


async def test_an_age_in_the_question_is_read() -> None:
    result = await run("Should zoster vaccine be given at 35?", deps=offline())
    assert "the person is 35 years old" in result.final_answer_text


async def test_versions_that_contradict_each_other_are_warned_of() -> None:
    question = "Should aspirin be given in atrial fibrillation with CHA2DS2-VASc 1?"
    result = await run(question, deps=Deps(libraries=[fibrillation()]))
    assert any(warning.startswith("Versions contradict each other") for warning in result.warnings)


async def test_the_recommendation_that_applies_is_stated(shared_data: Path, tmp_path: Path) -> None:
    library = Library(tmp_path / "uspstf")
    library.add(shared_data / "uspstf.json")
    result = await run("Should a 52-year-old woman be screened for breast cancer?", deps=Deps(libraries=[library]))
    assert "biennial screening mammography for women aged 50 to 74" in result.sentences[0].text


async def test_how_often_is_answered_by_the_recommendation_and_not_by_a_remark_on_other_ages(tmp_path: Path) -> None:
    remark = (
        "Harm and gain were weighed in a model of bone density screening. Adults aged 35 to 44 years whose parent broke a hip "
        "should consider bone density screening earlier. Other risk factors for osteoporosis hardly change the balance."
    )
    source = tmp_path / "bones.json"
    advice = {
        "id": 71,
        "title": "Osteoporosis: Screening -- Adults aged 65 to 80 years",
        "text": "The panel recommends bone density screening for osteoporosis every 3 years in adults aged 65 to 80 years.",
        "grade": "B",
        "sex": None,
        "ageRange": [65, 80],
        "riskText": remark,
    }
    source.write_text(json.dumps([advice]), encoding="utf-8")
    library = Library(tmp_path / "library")
    library.add(source)
    result = await run(
        "How often should a 70-year-old have bone density screening?", person(70), deps=Deps(libraries=[library])
    )
    assert "every 3 years" in result.sentences[0].text
    assert "35 to 44" not in said(result)
