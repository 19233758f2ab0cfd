"""Conditions in a wide word, states that only a note's words tell, parts of pregnancy, and what stands in for another drug."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.library import Library
from osler.guidelines import AgenticResult, Deps, run
from tests.guidelines.demo import note, offline, person

TEXT = """# Clots

- Adults with a clot should receive rivaroxaban 20 mg once daily.
- Rivaroxaban is contraindicated in active bleeding.

# Swallowing

- Adults with low calcium should receive alendronate 35 mg once weekly.
- Alendronate is contraindicated in people who cannot sit upright for 30 minutes or whose eGFR is below 30 mL/min/1.73m2.

# Vaccines

- Adults should receive shingles vaccine.
- Live vaccines must not be given to people with immunosuppression.

# Iodine

- Adults who live in areas with low soil iodine may receive iodine 150 micrograms daily.
"""


def own(folder: Path, text: str = TEXT) -> Deps:
    path = folder / "clots.md"
    path.write_text(text)
    library = Library(folder / "library")
    library.add(path)
    return Deps(libraries=[library])


def fit_of(result: AgenticResult, words: str) -> str:
    return next(row.fit for row in result.recommendations if words in row.text)


@pytest.mark.parametrize(
    "bleeding", ["Melaena since yesterday.", "Subarachnoid haemorrhage today.", "Active GI bleed.", "Epistaxis."]
)
async def test_bleeding_by_its_own_name_is_active_bleeding(bleeding: str, tmp_path: Path) -> None:
    record = note(f"Man 66 with a clot in the leg. {bleeding}", tmp_path)
    result = await run("Can rivaroxaban be started?", record, deps=own(tmp_path))
    assert "active bleeding" in result.warnings[0]
    assert fit_of(result, "20 mg once daily") == "does_not_apply"


async def test_a_bleeding_that_is_over_is_not_active(tmp_path: Path) -> None:
    record = note("Man 66 with a clot in the leg. History of GI bleed in 2012.", tmp_path)
    result = await run("Can rivaroxaban be started?", record, deps=own(tmp_path))
    assert not any("active bleeding" in one for one in result.warnings)


@pytest.mark.parametrize("told", ["bedbound", "cannot sit up for long"])
async def test_a_state_that_only_the_words_of_a_note_tell(told: str, tmp_path: Path) -> None:
    record = note(f"Woman 80, low calcium, {told}. eGFR 60.", tmp_path)
    result = await run("alendronate?", record, deps=own(tmp_path))
    assert any("sit upright" in one for one in result.warnings)
    assert fit_of(result, "35 mg once weekly") == "does_not_apply"


async def test_a_medicine_that_suppresses_immunity_is_immunosuppression(tmp_path: Path) -> None:
    record = note("Man 50. Kidney transplant on tacrolimus and mycophenolate.", tmp_path)
    result = await run("live vaccines?", record, deps=own(tmp_path))
    assert any("immunosuppression" in one for one in result.warnings)


async def test_where_somebody_lives_is_a_condition_whatever_it_is_called(tmp_path: Path) -> None:
    result = await run("iodine?", person(50, "female", problems=["goitre"]), deps=own(tmp_path))
    assert fit_of(result, "low soil iodine") == "unclear"


@pytest.mark.parametrize(("weeks", "fits"), [(14, False), (29, True)])
async def test_weeks_of_gestation_are_held_against_the_weeks_advised(weeks: float, fits: bool) -> None:
    patient = person(30, "female", pregnant=True, gestation_weeks=weeks)
    result = await run("pertussis vaccine now?", patient, deps=offline())
    assert (fit_of(result, "pertussis vaccine") == "applies") is fits


async def test_a_ban_after_some_week_is_none_before_it() -> None:
    patient = person(30, "female", pregnant=True, gestation_weeks=12.0, problems=["back pain"])
    result = await run("can she have ibuprofen?", patient, deps=offline())
    assert not any("after 20 weeks" in one for one in result.warnings)


async def test_what_stands_in_for_a_drug_is_for_its_people() -> None:
    patient = person(25, "female", pregnant=True, smoking="smoker", problems=["smoker"])
    result = await run("varenicline?", patient, deps=offline())
    assert fit_of(result, "Bupropion 150 mg") == "does_not_apply"


async def test_whoever_has_stopped_smoking_does_not_smoke() -> None:
    patient = person(58, "male", smoking="Ex-smoker", problems=["pneumonia"])
    result = await run("follow-up chest X-ray?", patient, deps=offline())
    assert fit_of(result, "chest X-ray should be repeated") == "does_not_apply"


async def test_an_exception_is_open_where_something_asks_for_its_value(tmp_path: Path) -> None:
    record = note("Man 66. Type 2 diabetes. Creatinine 190 umol/L.", tmp_path)
    result = await run("metformin dose?", record, deps=offline())
    assert fit_of(result, "Metformin 500 mg") == "unclear"


async def test_the_girl_of_ten_is_no_adolescent() -> None:
    result = await run("which antidepressant?", person(10, "female", problems=["depression"]), deps=offline())
    assert fit_of(result, "in adolescents when a medicine") == "does_not_apply"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Adults with a clot should receive dalteparin 5000 units once daily.",
            "Adults with a clot should receive dalteparin 7500 units once daily.",
        ),
        (
            "Antibiotics should be given within 1 hour in adults with suspected sepsis.",
            "Antibiotics should be given within 3 hours in adults with suspected sepsis.",
        ),
    ],
)
async def test_other_figures_of_another_issuer_are_a_warning(one: str, other: str, tmp_path: Path) -> None:
    library = Library(tmp_path / "two")
    for name, text in (("A", one), ("B", other)):
        path = tmp_path / f"{name}.md"
        path.write_text(f"---\ntitle: Care by {name}\nissuer: Society {name}\n---\n\n# Care\n\n- {text}\n")
        library.add(path)
    question = "dalteparin dose for a clot?" if "dalteparin" in one else "when antibiotics in suspected sepsis?"
    result = await run(question, deps=Deps(libraries=[library]))
    assert any("different" in warning for warning in result.warnings)


@pytest.mark.parametrize("told", ["on haemodialysis", "CKD stage 5", "stage 4 CKD", "end-stage renal failure"])
async def test_a_stage_of_kidney_disease_is_a_value(told: str, tmp_path: Path) -> None:
    result = await run("metformin?", note(f"Man 60. Type 2 diabetes, {told}.", tmp_path), deps=offline())
    assert "Metformin is contraindicated" in result.warnings[0]
    assert fit_of(result, "Metformin 500 mg") == "does_not_apply"


async def test_initials_of_the_question_are_no_disease_of_the_patient(tmp_path: Path) -> None:
    text = (
        "# Swelling of the aorta\n\n- Men aged 65 to 75 years should be screened once for abdominal aortic aneurysm.\n"
    )
    result = await run("AAA scan?", note("Man 68, smoker, gout.", tmp_path), deps=own(tmp_path, text))
    assert "aneurysm" not in result.patient_summary
    assert fit_of(result, "aneurysm") == "applies"


async def test_what_was_done_before_is_no_disease_that_somebody_has(tmp_path: Path) -> None:
    text = "# Bowel\n\n- Adults aged 50 to 75 years should be screened for bowel cancer with colonoscopy.\n"
    record = note("Man 60, colonoscopy normal 2 years ago.", tmp_path)
    result = await run("colonoscopy screening?", record, deps=own(tmp_path, text))
    assert fit_of(result, "bowel cancer") == "applies"


async def test_what_only_the_patient_has_does_not_answer_for_what_is_asked() -> None:
    result = await run("ferritin target?", person(60, "male", problems=["chronic kidney disease"]), deps=offline())
    assert result.status == "no_evidence"
