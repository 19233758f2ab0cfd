"""An answer contains what answers, not the neighbours: other diseases of a name, other services, advice for others."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from osler.core.library import Library
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, Deps, PatientFacts, run
from osler.guidelines.checking import stance_of
from osler.guidelines.steps.context import context_of
from tests.guidelines.demo import demo, person

_ROWS = [
    ("1", "Cervical Cancer: Screening -- Women", "female", [21, 65], "The panel recommends screening for cervical cancer every 3 years with cervical cytology. See the Practice section for details."),
    ("2", "Vitamins: Preventive Medication -- Adults", "men and women", [18, 100], "The panel recommends against vitamin E for the prevention of cancer."),
    ("3", "Oral Cancer: Screening -- Adults", "men and women", [18, 100], "The panel concludes that the evidence is insufficient for screening for oral cancer in adults."),
    ("4", "Hepatitis C Virus Infection: Screening -- Adults", "men and women", [18, 79], "The panel recommends screening for hepatitis C virus (HCV) infection in adults."),
    ("5", "Hepatitis B Virus Infection: Screening -- Adults", "men and women", [13, 100], "The panel recommends screening for hepatitis B virus (HBV) infection in adults at increased risk."),
    ("6", "Breast Cancer: Screening -- Women", "female", [50, 74], "The panel recommends biennial screening mammography for women aged 50 to 74 years."),
    ("7", "Breast Cancer: Medication Use -- Women", "female", [35, 100], "The panel recommends tamoxifen for women at increased risk for breast cancer."),
    ("8", "Osteoporosis: Screening -- Women", "female", [65, 100], "The panel recommends screening for osteoporosis with bone measurement testing in women 65 years and older."),
    ("9", "Osteoporosis: Screening -- Men", "male", [18, 100], "The panel concludes that the evidence is insufficient for screening for osteoporosis in men."),
    ("10", "Interventions for Tobacco Smoking Cessation -- Pregnant persons", "female", [18, 50], "The panel concludes that the evidence is insufficient for pharmacotherapy for tobacco smoking cessation in pregnant persons."),
]  # fmt: skip


@cache
def panel() -> Library:
    folder = Path(mkdtemp(prefix="osler-panel-"))
    names = ("id", "title", "sex", "ageRange", "text")
    rows = [{**dict(zip(names, row, strict=True)), "grade": "B"} for row in _ROWS]
    (folder / "panel.json").write_text(json.dumps(rows), encoding="utf-8")
    library = Library(folder / "library")
    library.add(folder / "panel.json")
    return library


async def _said(question: str, patient: PatientFacts | None, library: Library) -> tuple[AgenticResult, str]:
    result = await run(question, patient, deps=Deps(libraries=[library]))
    return result, " ".join(one.text for one in result.sentences if one.about == "evidence")


@pytest.mark.parametrize(
    ("question", "patient", "said", "unsaid"),
    [
        ("smear test - needed?", person(40, "female"), "cervical cytology", "vitamin"),
        ("Is cervical screening due?", person(34, "female"), "cervical cytology", "oral cancer"),
        ("smear test - needed?", person(40, "female"), "cervical cytology", "See the"),
        ("Hep C test?", person(51, "male"), "HCV", "HBV"),
        ("hepatitis C screening in a 40 year old", None, "HCV", "HBV"),
        ("Should she have a mammogram?", person(60, "female"), "biennial", "tamoxifen"),
        ("bone density scan for a man of 70?", None, "insufficient", "women 65"),
        ("Can she take pills to quit cigarettes?", person(25, "female", pregnant=True), "pharmacotherapy", "cancer"),
    ],
)
async def test_the_answer_has_no_neighbours(
    question: str, patient: PatientFacts | None, said: str, unsaid: str
) -> None:
    _, text = await _said(question, patient, panel())
    assert said in text
    assert unsaid not in text


async def test_what_is_told_of_the_person_is_not_asked_about() -> None:
    result, text = await _said("cystitis, eGFR 38, not pregnant", person(66, "female"), demo())
    assert "Trimethoprim 200 mg" in text
    assert not [name for name in ("etformin", "arenicline") if name in text]
    # The clause of the subject ends where the advice begins: "Women who are not pregnant should receive nitrofurantoin".
    assert "should receive nitrofurantoin" not in text
    assert any(row.fit == "does_not_apply" and "eGFR" in " ".join(row.reasons) for row in result.recommendations)


async def test_a_drug_for_others_needs_no_warning() -> None:
    _, text = await _said("Water infection in a man, what do I give?", person(50, "male"), demo())
    assert "trimethoprim 200 mg" in text
    assert "itrofurantoin" not in text


async def test_one_allergy_is_one_warning() -> None:
    result, _ = await _said(
        "chest infection, allergic to penicillin", person(36, "male", allergies=["penicillin"]), demo()
    )
    assert sum("allergy assessment" in one for one in result.warnings) == 1


@pytest.mark.parametrize(
    ("question", "age", "sex", "week"),
    [
        ("kid 4 yrs, eyes check?", 4.0, None, None),
        ("child 18 months with fever", 1.5, None, None),
        ("bladder infection, woman 66, eGFR 38", 66.0, "female", None),
        ("my husband is 68, bone scan?", 68.0, "male", None),
        ("UTI, 24 weeks pregnant", None, "female", 24.0),
        ("amoxicillin for patient 5 mg", None, None, None),
        ("male 70 kg", None, "male", None),
    ],
)
def test_the_person_of_a_short_question(question: str, age: float | None, sex: str | None, week: float | None) -> None:
    patient = context_of(question, None, bundled_vocabularies()).patient
    assert (patient.age_from, patient.sex, patient.gestation_weeks) == (age, sex, week)


def test_who_never_smoked_is_advised_against_nothing() -> None:
    assert stance_of("Clinicians should selectively offer screening to men who have never smoked.") == "for"


async def test_nothing_for_this_patient_is_a_whole_answer() -> None:
    result, text = await _said("Should she have a mammogram?", person(30, "female"), panel())
    assert not text
    assert result.status == "complete"
    assert not [problem for problem in result.problems if "reasoning mind" in problem.message]
