"""What a guideline says for everybody and changes, forbids or does not mean for this patient."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from osler.core.library import Library
from osler.guidelines import AgenticResult, Deps, PatientFacts, run
from osler.guidelines.steps.scores import score_limits, scores_stated
from osler.guidelines.types import LabValue
from tests.guidelines.demo import person

GUIDELINE = """# Thrombosis, throat and blood pressure
Issuer: Harwell Institute
Version: 1
Date: 2024-02-01

## Treatment of venous thrombosis
Offer rivaroxaban or dabigatran to adults with deep vein thrombosis (Grade A).
In people with antiphospholipid syndrome or a prosthetic heart valve, give warfarin; rivaroxaban and dabigatran must not be used.

## Dose of edoxaban
Edoxaban is given at 60 mg once daily. Halve to 30 mg once daily when one of the following is present: body weight 60 kg or less, creatinine clearance 15 to 50 mL/min.

## Dose of enoxaparin
Give enoxaparin 1.5 mg/kg once daily. Use 1 mg/kg once daily when eGFR is below 30 mL/min/1.73 m2.

## Ranolazine
Ranolazine 375 mg twice daily; 500 mg twice daily for people aged under 75 years or taking metformin. Ranolazine is contraindicated when eGFR is below 30 mL/min/1.73 m2.

## Sore throat: adults
Offer phenoxymethylpenicillin 500 mg four times a day for 5 days when the FeverPAIN score is 4 or more.
Do not offer antibiotics to people with a FeverPAIN score of 0 or 1.

## Sore throat: children 1 month and over
Offer phenoxymethylpenicillin: 1 to 11 months, 62.5 mg four times a day; 1 to 5 years, 125 mg four times a day.

## Resistant hypertension
1. Offer eplerenone as a further drug, provided potassium is 4.5 mmol/L or less and eGFR is above 45. [Conditional]
2. Do not use codeine cough syrup in people of any age with asthma. Offer a thiazide-like diuretic to people aged 55 and over. [Strong]
"""


@cache
def library() -> Library:
    folder = Path(mkdtemp(prefix="osler-this-patient-"))
    (folder / "g.md").write_text(GUIDELINE, encoding="utf-8")
    made = Library(folder / "library")
    made.add(folder / "g.md")
    return made


async def asked(question: str, patient: PatientFacts | None = None) -> AgenticResult:
    return await run(question, patient, deps=Deps(libraries=[library()]))


def lab(measure: str, name: str, value: float, unit: str = "") -> LabValue:
    return LabValue(measure_id=f"LAB:{measure}", name=name, value=value, unit=unit)


def fits(result: AgenticResult, words: str) -> str:
    return next(row.fit for row in result.recommendations if words in row.text)


@pytest.mark.parametrize(
    ("question", "values", "base", "change"),
    [
        ("edoxaban dose?", [lab("weight", "weight", 52, "kg")], "60 mg", "Halve to 30 mg"),
        ("How much enoxaparin?", [lab("egfr", "eGFR", 21)], "1.5 mg/kg", "Use 1 mg/kg"),
    ],
)
async def test_a_dose_is_not_said_without_the_sentence_that_changes_it(
    question: str, values: list[LabValue], base: str, change: str
) -> None:
    result = await asked(question, person(70, "male", labs=values))
    texts = [one.text for one in result.sentences]
    place = next(number for number, text in enumerate(texts) if base in text)
    assert change in texts[place + 1]
    assert change in result.warnings[0]
    unknown = await asked(question, person(70, "male"))
    assert any(change in one.text for one in unknown.sentences)
    assert not unknown.warnings


async def test_a_change_that_a_value_excludes_is_not_stated() -> None:
    result = await asked("How much enoxaparin?", person(70, "male", labs=[lab("egfr", "eGFR", 88)]))
    assert not any("Use 1 mg/kg" in one.text for one in result.sentences if one.about == "evidence")


@pytest.mark.parametrize(
    ("question", "patient"),
    [
        ("antibiotic for sore throat, FeverPAIN score 4", person(33, "male", allergies=["amoxicillin"])),
        ("antibiotic for sore throat in a man of 33 who is allergic to phenoxymethylpenicillin", None),
    ],
)
async def test_a_drug_of_the_class_of_an_allergy_is_not_for_this_patient(
    question: str, patient: PatientFacts | None
) -> None:
    result = await asked(question, patient)
    assert "allergic to" in result.warnings[0]
    assert fits(result, "500 mg four times a day for 5 days") == "does_not_apply"
    assert not any("500 mg" in one.text for one in result.sentences if one.about == "evidence")


@pytest.mark.parametrize(
    "patient",
    [
        person(51, "female", problems=["deep vein thrombosis", "antiphospholipid syndrome"]),
        person(51, "female", problems=["deep vein thrombosis"], noted=["She has a prosthetic aortic valve."]),
    ],
)
async def test_what_must_not_be_used_in_a_condition_of_the_patient_does_not_apply(patient: PatientFacts) -> None:
    result = await asked("What treatment for deep vein thrombosis?", patient)
    assert "give warfarin" in result.warnings[0]
    assert fits(result, "Offer rivaroxaban or dabigatran") == "does_not_apply"


async def test_what_remains_is_an_alternative_and_not_a_drug_taken_beside_it() -> None:
    result = await asked("ranolazine dose?", person(69, "male", labs=[lab("egfr", "eGFR", 22)]))
    assert "what remains" not in result.final_answer_text
    assert fits(result, "Ranolazine 375 mg") == "does_not_apply"


async def test_one_clause_limits_no_other() -> None:
    result = await asked("ranolazine dose?", person(80, "male"))
    assert fits(result, "Ranolazine 375 mg") == "applies"


async def test_one_sentence_limits_no_other() -> None:
    patient = person(9, "female", problems=["asthma", "resistant hypertension"])
    result = await asked("Is codeine cough syrup acceptable in asthma?", patient)
    assert fits(result, "Do not use codeine") == "applies"
    assert not any("Do not use codeine" in one.text for one in result.sentences if one.about == "flow")


async def test_a_dose_under_a_heading_for_children_is_not_for_adults() -> None:
    result = await asked("antibiotic for sore throat", person(40, "male"))
    assert fits(result, "62.5 mg") == "does_not_apply"


@pytest.mark.parametrize(
    ("question", "words", "reason"),
    [
        ("Antibiotics for a 25 year old with sore throat and a FeverPAIN score of 2?", "500 mg", "score is 2"),
        (
            "eplerenone for a woman of 60 with resistant hypertension and potassium 5.1?",
            "Offer eplerenone",
            "potassium is 5.1",
        ),
    ],
)
async def test_a_value_in_the_question_decides(question: str, words: str, reason: str) -> None:
    result = await asked(question)
    row = next(row for row in result.recommendations if words in row.text)
    assert row.fit == "does_not_apply"
    assert reason in row.reasons[0]


async def test_a_grade_alone_is_no_sentence() -> None:
    values = [lab("potassium", "K", 5.4, "mmol/L"), lab("egfr", "eGFR", 33)]
    patient = person(70, "male", problems=["resistant hypertension"], labs=values)
    result = await asked("add eplerenone?", patient)
    assert not any(one.text.startswith("[") for one in result.sentences)
    row = next(row for row in result.recommendations if "eplerenone" in row.text)
    assert (row.fit, row.grade.casefold(), len(row.reasons)) == ("does_not_apply", "conditional", 2)


@pytest.mark.parametrize(
    ("text", "comparator", "value"),
    [
        ("Admit people with a CURB-65 score of 3 or more.", ">=", 3),
        ("Treat at home when the CURB-65 score is 0 or 1.", "between", 0),
        ("Give it if the HAS-BLED score is below 3.", "<", 3),
    ],
)
def test_limits_of_scores(text: str, comparator: str, value: float) -> None:
    limit = score_limits(text)[0]
    assert (limit.comparator, limit.value) == (comparator, value)


def test_a_score_is_one_under_all_its_spellings() -> None:
    spellings = ("CHA2DS2-VASc score 3", "CHADSVASC 3", "CHA₂DS₂-VASc score of 3")
    assert {(one.measure_id, one.value) for text in spellings for one in scores_stated(text)} == {
        ("SCORE:chadsvasc", 3.0)
    }
