"""What a patient brings along (an allergy, a medicine, an age) is told where it decides, and parts of a question are not lost."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from osler.core.library import Library
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, Deps, PatientFacts, run
from osler.guidelines.steps.either import either_of
from osler.guidelines.steps.parts import parts_of
from tests.guidelines.demo import demo, person

_THYROID = """---
title: "Thyroid disease in adults"
issuer: Test Board
version: "1"
date: 2022-01-01
---
# Thyroid disease
## Hypothyroidism
- Adults with overt hypothyroidism should receive levothyroxine 100 micrograms once daily. (Grade A)
- Levothyroxine should be started at 25 micrograms once daily in adults older than 65 years or with ischaemic heart disease. (Grade A)
"""
_MIGRAINE = """---
title: "Migraine in adults"
issuer: Test Board
version: "1"
date: 2022-01-01
---
# Migraine in adults
## Acute treatment
- Adults with a migraine attack should receive naproxen 500 mg once.
## Prevention

| Drug | Dose |
|---|---|
| Propranolol | 80 mg once daily |
| Topiramate | 50 mg twice daily |
"""


@cache
def _library(text: str) -> Library:
    folder = Path(mkdtemp(prefix="osler-brought-"))
    (folder / "guideline.md").write_text(text, encoding="utf-8")
    library = Library(folder / "library")
    library.add(folder / "guideline.md")
    return library


async def _asked(question: str, patient: PatientFacts | None, library: Library | None = None) -> AgenticResult:
    return await run(question, patient, deps=Deps(libraries=[library or demo()]))


def _fit(result: AgenticResult, words: str) -> list[str]:
    return [row.fit for row in result.recommendations if words in row.text]


async def test_the_line_of_an_allergy_is_told_though_something_else_is_advised() -> None:
    patient = person(31, "female", pregnant=True, problems=["community-acquired pneumonia"], allergies=["penicillin"])
    result = await _asked("Which antibiotic?", patient)
    assert "erythromycin" in result.final_answer_text
    assert any("Amoxicillin is contraindicated" in one for one in result.warnings)


async def test_a_medicine_that_is_taken_is_held_against_all_that_the_guideline_gives() -> None:
    patient = person(70, "female", problems=["atrial fibrillation"], medications=["verapamil 120 mg"])
    result = await _asked("How should her atrial fibrillation be treated?", patient)
    assert any("Bisoprolol should not be combined with verapamil" in one for one in result.warnings)
    alone = await _asked("What is the blood pressure target?", person(70, "female", medications=["verapamil 120 mg"]))
    assert not any("Bisoprolol" in one for one in alone.warnings)


async def test_what_other_guidelines_say_of_drugs_of_another_class_is_left_out() -> None:
    patient = person(31, "female", pregnant=True, problems=["pregnant"], allergies=["penicillin"])
    said = (await _asked("Which antibiotic?", patient)).final_answer_text
    assert "erythromycin" in said
    assert not any(drug in said for drug in ("Ramipril", "Paroxetine", "Lisinopril", "budesonide"))


async def test_initials_in_a_note_are_read_as_the_library_spells_them() -> None:
    note = "50-year-old man. CAP, low severity. No ZZZ."
    result = await run("Which antibiotic?", read_patient(note).record, deps=Deps(libraries=[demo()]))
    assert "amoxicillin 500 mg" in result.final_answer_text
    assert any("'CAP' was read as 'community acquired pneumonia'" in one.message for one in result.problems)


async def test_a_reason_without_a_way_out_goes_before_one_with() -> None:
    patient = person(47, "female", problems=["hypertension", "angioedema"], medications=["spironolactone"])
    result = await _asked("Which drug should she start for blood pressure?", patient)
    reasons = next(row.reasons for row in result.recommendations if "lisinopril 10 mg" in row.text)
    assert reasons[0].startswith("the patient has angioedema")
    warned = [one for one in result.warnings if "Lisinopril" in one]
    assert "contraindicated" in warned[0]
    assert "unless potassium" in warned[1]


@pytest.mark.parametrize(
    ("patient", "own"),
    [
        (person(72, "female", problems=["overt hypothyroidism"]), True),
        (person(50, "female", problems=["overt hypothyroidism", "ischaemic heart disease"]), True),
        (person(50, "female", problems=["overt hypothyroidism"]), False),
    ],
)
async def test_the_dose_for_people_like_the_patient_takes_the_place_of_the_usual_one(
    patient: PatientFacts, own: bool
) -> None:
    result = await _asked("How is hypothyroidism treated?", patient, _library(_THYROID))
    assert _fit(result, "100 micrograms") == (["does_not_apply"] if own else ["applies"])
    assert ("applies" in _fit(result, "25 micrograms")) is own


async def test_a_dose_that_is_halved_says_so_beside_it() -> None:
    labs = [{"measure_id": "LAB:egfr", "name": "eGFR", "value": 38, "unit": "mL/min/1.73m2"}]
    result = await _asked(
        "How should his type 2 diabetes be treated?", person(60, "male", problems=["type 2 diabetes"], labs=labs)
    )
    row = next(row for row in result.recommendations if row.text.startswith("Metformin 500 mg"))
    assert any("should be halved" in reason for reason in row.reasons)


async def test_a_section_on_prevention_does_not_answer_for_an_attack() -> None:
    library = _library(_MIGRAINE)
    attack = await _asked("What can he take for a migraine attack?", person(40, "male", problems=["migraine"]), library)
    assert _fit(attack, "naproxen") == ["applies"]
    assert "applies" not in _fit(attack, "Propranolol")
    prevented = await _asked("What can he take to prevent migraine?", person(40, "male"), library)
    assert "Propranolol; Dose: 80 mg once daily (Migraine in adults, Prevention)" in prevented.final_answer_text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How long should opioids be given and is ibuprofen ok at 30 weeks?", ["3 days", "after 20 weeks"]),
        ("How long should alendronate be taken and is sumatriptan safe?", ["5 years", '"is sumatriptan safe?"']),
        ("Is codeine ok for a 6-year-old and what about sumatriptan?", ["Codeine is", '"what about sumatriptan?"']),
        ("Which vaccine at 70 and how is gout treated?", ["pneumococcal", '"how is gout treated?"']),
    ],
)
async def test_every_part_is_answered_or_said_to_be_unanswered(question: str, said: list[str]) -> None:
    result = await _asked(question, None)
    assert all(words in result.final_answer_text for words in said)


@pytest.mark.parametrize(
    "question",
    [
        "Which painkiller for a woman who has asthma and is pregnant?",
        "Is alendronate safe in a woman with reflux and osteoporosis?",
        "Can a man who takes warfarin and may be bleeding be given apixaban?",
    ],
)
def test_what_is_told_of_a_patient_is_no_part(question: str) -> None:
    assert len(parts_of(question, bundled_vocabularies())) == 1


def test_an_age_or_a_condition_is_read_as_either() -> None:
    assert either_of("Give 25 mg in adults older than 65 years or with heart disease.") == (
        "Give 25 mg in adults older than 65 years.",
        "Give 25 mg in adults with heart disease.",
    )
    assert either_of("Adults aged 80 years or older with a weight of 60 kg or less.") == (
        "Adults aged 80 years or older with a weight of 60 kg or less.",
    )
