"""Whom a recommendation is for, where its words narrow it: adults are no children, and what nobody told is not taken for granted."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.library import Library
from osler.guidelines import Deps, run
from tests.guidelines.demo import chunk_id, offline, person

PYLORI = """# Helicobacter pylori infection

## Treatment
First-line treatment is a 7-day course of omeprazole 20 mg twice daily, amoxicillin 1 g twice daily and clarithromycin 500 mg twice daily. For people allergic to penicillin, use omeprazole 20 mg twice daily, clarithromycin 500 mg twice daily and metronidazole 400 mg twice daily for 7 days.
"""
PILLS = """# Combined hormonal contraception

- Combined pills should not be prescribed to women with a systolic blood pressure of 160 mmHg or higher.
"""
MIGRAINE = """# Migraine

- Women with migraine with aura must not use combined hormonal contraception.
- Sumatriptan 50 mg should be used for an acute attack.
"""


async def test_adults_younger_than_some_age_are_adults() -> None:
    result = await run(
        "What should I start for his blood pressure?", person(12, "male", problems=["hypertension"]), deps=offline()
    )
    rows = {row.chunk_id: row.fit for row in result.recommendations}
    assert rows[chunk_id("Adults younger than 55 years")] == "does_not_apply"


async def test_each_value_is_for_its_own_people() -> None:
    result = await run("HbA1c target?", person(52, "male", problems=["type 2 diabetes"]), deps=offline())
    rows = {row.chunk_id: row.fit for row in result.recommendations}
    assert rows[chunk_id("The HbA1c target is 7.0%")] == "applies"


async def test_what_nobody_told_of_the_patient_is_not_taken_for_granted() -> None:
    patient = person(60, "male", problems=["atrial fibrillation"])
    result = await run("Which anticoagulant in atrial fibrillation?", patient, deps=offline())
    rows = {row.chunk_id: row for row in result.recommendations}
    warfarin = rows[chunk_id("Warfarin should be used")]
    assert warfarin.fit == "unclear"
    assert any("mechanical heart valve" in one for one in warfarin.reasons)


def _library(folder: Path, **texts: str) -> Deps:
    library = Library(folder / "library")
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
        library.add(folder / f"{name}.md")
    return Deps(libraries=[library])


async def test_what_is_for_the_allergic_is_said_to_them(tmp_path: Path) -> None:
    patient = person(45, "female", problems=["Helicobacter pylori infection"], allergies=["penicillin"])
    result = await run("H. pylori eradication, penicillin allergy", patient, deps=_library(tmp_path, pylori=PYLORI))
    assert result.sentences[0].text.startswith("For people allergic to penicillin")


@pytest.mark.parametrize("problem", ["migraine with aura"])
async def test_what_another_guideline_says_against_it_is_not_left_out(tmp_path: Path, problem: str) -> None:
    deps = _library(tmp_path, pills=PILLS, migraine=MIGRAINE)
    result = await run("Can she have the combined pill?", person(24, "female", problems=[problem]), deps=deps)
    assert any(one.text.startswith("Women with migraine with aura") for one in result.sentences)
