"""What a patient has now, by concept, held against what a recommendation forbids or asks for; and people who have it not."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.guidelines import AgenticResult, run
from osler.guidelines.steps.limits import held, undecided_in
from osler.guidelines.steps.spoken import of_the_patient
from osler.guidelines.steps.stages import with_staged
from osler.guidelines.steps.wide import states_told
from osler.guidelines.types import PatientFacts
from tests.guidelines.demo import note, offline, person

AF = "Man 72 with atrial fibrillation, CHA2DS2-VASc 4."
DIABETES = "Man 60 with type 2 diabetes."
BONES = "Woman 74, T-score -3.0, eGFR 70."
VACCINE = "Man 48, works in an office."
PAIN = "Man 62, moderate pain."
APIXABAN, METFORMIN, ALENDRONATE = "apixaban 5 mg", "Metformin 500 mg", "alendronate 70 mg"
LIVE, IBUPROFEN = "Live attenuated", "Ibuprofen 400 mg"


def fit_of(result: AgenticResult, words: str) -> str:
    return next(row.fit for row in result.recommendations if words in row.text)


@pytest.mark.parametrize(
    ("question", "told", "advised", "forbids"),
    [
        ("apixaban?", f"{AF} Bright red blood PR since this morning.", APIXABAN, "active bleeding"),
        ("apixaban?", f"{AF} Psoas haematoma on CT today.", APIXABAN, "active bleeding"),
        ("apixaban?", f"{AF} Bleeding oesophageal varices banded yesterday.", APIXABAN, "active bleeding"),
        ("apixaban?", f"{AF} Vomiting blood, no fever.", APIXABAN, "active bleeding"),
        ("metformin?", f"{DIABETES} CAPD for 2 years, no fever.", METFORMIN, "eGFR is below 30"),
        ("metformin?", f"{DIABETES} CKD G4A2.", METFORMIN, "eGFR is below 30"),
        ("metformin?", f"{DIABETES} Started dialysis 3 years ago; dialyses on Mondays.", METFORMIN, "eGFR is below 30"),
        ("apixaban?", f"{AF} 2-day history of black tarry motions.", APIXABAN, "active bleeding"),
        ("metformin?", f"{DIABETES} eGFR <30.", METFORMIN, "eGFR is below 30"),
        ("ibuprofen for pain?", f"{PAIN} LVEF 30-35%.", IBUPROFEN, "heart failure"),
        ("alendronate?", f"{BONES} Unable to sit for more than five minutes.", ALENDRONATE, "sit upright"),
        ("alendronate?", f"{BONES} Has to lie flat.", ALENDRONATE, "sit upright"),
        ("ibuprofen for pain?", f"{PAIN} Ejection fraction 25%.", IBUPROFEN, "heart failure"),
    ],
)
async def test_what_somebody_has_now_forbids_it(
    question: str, told: str, advised: str, forbids: str, tmp_path: Path
) -> None:
    result = await run(question, note(told, tmp_path), deps=offline())
    assert forbids in result.warnings[0]
    assert fit_of(result, advised) == "does_not_apply"


@pytest.mark.parametrize(
    "told",
    ["Liver transplant 2015.", "HIV, CD4 90.", "Acute lymphoblastic leukaemia.", "On chemotherapy.", "On rituximab."],
)
async def test_severe_immunosuppression_by_what_it_comes_from(told: str, tmp_path: Path) -> None:
    result = await run("live vaccines?", note(f"{VACCINE} {told}", tmp_path), deps=offline())
    assert LIVE in result.warnings[0]


@pytest.mark.parametrize(
    ("question", "told", "advised"),
    [
        ("apixaban?", f"{AF} GI bleed 10 years ago, healed, no recurrence.", APIXABAN),
        ("apixaban?", f"{AF} No bleeding.", APIXABAN),
        ("apixaban?", f"{AF} Denies melaena, haematuria or epistaxis.", APIXABAN),
        ("apixaban?", f"{AF} Subdural haematoma in 2009.", APIXABAN),
        ("apixaban?", f"{AF} His father died of a brain haemorrhage.", APIXABAN),
        ("apixaban?", f"{AF} Wife had a GI bleed last week.", APIXABAN),
        ("apixaban?", f"{AF} HAS-BLED 2, low bleeding risk.", APIXABAN),
        ("apixaban?", f"{AF} Haemorrhoids.", APIXABAN),
        ("apixaban?", f"{AF} A bruise on the shin.", APIXABAN),
        ("apixaban?", f"{AF} Told to come back if bleeding occurs.", APIXABAN),
        ("apixaban?", f"{AF} CT: intracranial haemorrhage excluded.", APIXABAN),
        ("metformin?", f"{DIABETES} CKD 2.", METFORMIN),
        ("metformin?", f"{DIABETES} CKD stage 3.", METFORMIN),
        ("metformin?", f"{DIABETES} eGFR 75. Mother on dialysis.", METFORMIN),
        ("metformin?", f"{DIABETES} Stage 4 pressure ulcer, eGFR 80.", METFORMIN),
        ("metformin?", f"{DIABETES} eGFR 66. Haemodialysis in 2011 for two weeks.", METFORMIN),
        ("ibuprofen for pain?", f"{PAIN} Peptic ulcer in 1999, healed.", IBUPROFEN),
        ("ibuprofen for pain?", f"{PAIN} Ejection fraction 60%.", IBUPROFEN),
        ("ibuprofen for pain?", f"{PAIN} No heart failure.", IBUPROFEN),
        ("ibuprofen for pain?", f"{PAIN} Brother has heart failure.", IBUPROFEN),
        ("alendronate?", f"{BONES} Not bedbound.", ALENDRONATE),
        ("alendronate?", f"{BONES} Husband is bedbound.", ALENDRONATE),
        ("alendronate?", f"{BONES} Can sit upright for an hour.", ALENDRONATE),
        ("alendronate?", f"{BONES} Was bedbound in 2015 after a fracture, walks now.", ALENDRONATE),
        ("alendronate?", f"{BONES} Cares for her bedridden husband.", ALENDRONATE),
        ("metformin?", f"{DIABETES} eGFR >90.", METFORMIN),
        ("ibuprofen for pain?", f"{PAIN} LVEF 55-60%.", IBUPROFEN),
        ("alendronate?", f"{BONES} Cannot sit still, restless.", ALENDRONATE),
    ],
)
async def test_people_who_have_it_not_are_not_refused(question: str, told: str, advised: str, tmp_path: Path) -> None:
    result = await run(question, note(told, tmp_path), deps=offline())
    assert fit_of(result, advised) == "applies"


@pytest.mark.parametrize(
    "told",
    [
        "HIV, CD4 640.",
        "HIV.",
        "Corneal transplant 2015.",
        "Donated a kidney to his brother.",
        "Tacrolimus ointment for eczema.",
        "Awaiting kidney transplant.",
        "Father had leukaemia.",
        "Lymphoma as a teenager, in remission since 2005.",
        "Chemotherapy completed in 2008.",
    ],
)
async def test_no_severe_immunosuppression(told: str, tmp_path: Path) -> None:
    result = await run("live vaccines?", note(f"{VACCINE} {told}", tmp_path), deps=offline())
    assert not any(LIVE in one for one in result.warnings)
    assert fit_of(result, LIVE) != "applies"


async def test_hiv_of_unknown_count_hangs_on_the_count(tmp_path: Path) -> None:
    result = await run("live vaccines?", note(f"{VACCINE} HIV.", tmp_path), deps=offline())
    row = next(row for row in result.recommendations if LIVE in row.text)
    assert any("CD4" in reason for reason in row.reasons)


@pytest.mark.parametrize(
    ("score", "fit"), [("-65 0", "applies"), ("-65 4", "does_not_apply"), ("65 = 3", "does_not_apply")]
)
async def test_a_score_says_how_severe_it_is(score: str, fit: str, tmp_path: Path) -> None:
    record = note(f"Man 66 with pneumonia, CURB{score}.", tmp_path)
    result = await run("which antibiotic for pneumonia?", record, deps=offline())
    assert fit_of(result, "amoxicillin 500 mg") == fit


async def test_an_exception_is_open_where_its_value_is_not_known() -> None:
    result = await run("metformin?", person(58, "female", problems=["type 2 diabetes"]), deps=offline())
    row = next(row for row in result.recommendations if METFORMIN in row.text)
    assert row.fit == "unclear"
    assert "eGFR" in row.reasons[0]


async def test_what_a_value_shows_need_not_be_screened_for(tmp_path: Path) -> None:
    record = note("Woman 71, T-score -2.9.", tmp_path)
    result = await run("should she be screened for osteoporosis?", record, deps=offline())
    assert fit_of(result, "Women aged 65 years or older should be screened") == "does_not_apply"


def test_a_stage_decides_only_limits_outside_its_range() -> None:
    patient = PatientFacts(labs=with_staged([], ["CKD stage 3"]))
    assert held("when eGFR is below 30 mL/min/1.73m2", patient).unmet
    assert held("when eGFR is below 60 mL/min/1.73m2", patient).met
    between = held("when eGFR is below 45 mL/min/1.73m2", patient)
    assert not between.met
    assert not between.unmet
    assert undecided_in("Contraindicated when eGFR is below 45 mL/min/1.73m2.", patient) == "eGFR"


@pytest.mark.parametrize(
    ("told", "staged"),
    [
        ("Haemodialysis since 2019.", True),
        ("Mother on dialysis.", False),
        ("Previously on dialysis, kidney transplant 2015.", False),
        ("Declined dialysis.", False),
        ("AKI in 2011 with haemodialysis for a week.", False),
    ],
)
def test_dialysis_is_the_patients_own_and_goes_on(told: str, staged: bool) -> None:
    assert bool(with_staged([], [told])) is staged


@pytest.mark.parametrize(
    ("labels", "forbids"),
    [
        (["Type 2 diabetes", "Dependence on renal dialysis"], "Metformin"),
        (["Type 2 diabetes", "Chronic kidney disease, stage 5"], "Metformin"),
    ],
)
async def test_the_labels_of_a_list_are_read_as_notes_are(labels: list[str], forbids: str) -> None:
    patient = person(60, "male", problems=labels, labs=with_staged([], labels))
    result = await run("metformin?", patient, deps=offline())
    assert forbids in result.warnings[0]


def test_states_are_told_of_the_patient_now() -> None:
    assert states_told(["Bedridden since the stroke."])
    assert not states_told(["Her mother is bedridden."])
    assert not of_the_patient("His brothers have heart failure.").strip()
    assert not of_the_patient("Her niece is on dialysis.").strip()


async def test_what_people_must_be_able_to_do(tmp_path: Path) -> None:
    from osler.core.library import Library
    from osler.guidelines import Deps

    path = tmp_path / "bones.md"
    path.write_text(
        "# Bones\n\n- Adults who can sit upright for 30 minutes may receive risedronate 35 mg once weekly.\n"
    )
    library = Library(tmp_path / "library")
    library.add(path)
    deps = Deps(libraries=[library])
    refused = await run("risedronate?", note("Woman 70, bedridden.", tmp_path), deps=deps)
    assert fit_of(refused, "risedronate") == "does_not_apply"


@pytest.mark.parametrize(
    ("problem", "bleeds"),
    [
        ("Gastrointestinal hemorrhage, unspecified", True),
        ("Acute gastric ulcer with hemorrhage", True),
        ("History of gastrointestinal bleeding", False),
        ("Personal history of subdural hematoma", False),
        ("Hemorrhoids", False),
        ("Viral hemorrhagic fever", False),
    ],
)
async def test_a_problem_of_a_list_is_a_bleeding_that_goes_on(problem: str, bleeds: bool) -> None:
    patient = person(70, "male", problems=["atrial fibrillation", problem])
    result = await run("apixaban for atrial fibrillation?", patient, deps=offline())
    assert any("active bleeding" in one for one in result.warnings) is bleeds
