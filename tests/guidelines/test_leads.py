"""Whose a row, a list of people, a later clause and a changed sentence are: the lead above a table, groups, versions."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest

from osler.core.library import Library
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import Deps, PatientFacts, run
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.steps.applicability import applicability
from osler.guidelines.steps.dosing import is_change
from tests.guidelines.demo import person

SCABIES = """---
title: Treatment of scabies
issuer: Harbour Board
version: '2'
date: 2024-01
---
# Treatment of scabies
## Topical treatment
During pregnancy, the following are used:

| Drug | Dose | Duration |
|---|---|---|
| Permethrin | 30 g once | 1 day |

For children under 2 years, give:

| Drug | Dose | Duration |
|---|---|---|
| Crotamiton | 10 g daily | 3 days |
"""
STATUS = "Give diazepam 10 mg rectally to adults with a fit. In children, give diazepam 0.5 mg/kg rectally."
ROW, LEAD = "Permethrin; Dose: 30 g once; Duration: 1 day", "Topical treatment During pregnancy, the following are used"


@cache
def _library() -> Library:
    folder = Path(tempfile.mkdtemp(prefix="osler-leads-"))
    (folder / "scabies.md").write_text(SCABIES, encoding="utf-8")
    library = Library(folder / "library")
    library.add(folder / "scabies.md")
    return library


@pytest.mark.parametrize(
    ("begins", "patient", "fit"),
    [
        ("Permethrin", person(30, "female", pregnant=True), "applies"),
        ("Permethrin", person(41, "male"), "does_not_apply"),
        ("Crotamiton", person(1, "male"), "applies"),
        ("Crotamiton", person(41, "male"), "does_not_apply"),
    ],
)
def test_a_row_is_for_the_people_of_the_sentence_above_its_table(begins: str, patient: PatientFacts, fit: str) -> None:
    chunk = next(one for one in _library().chunks() if one.text.startswith(begins))
    assert applicability(chunk, chunk.text, patient, "", bundled_vocabularies()).fit == fit


def _alone(text: str, patient: PatientFacts) -> str:
    """Whether a sentence by itself is for somebody."""
    chunk = next(iter(_library().chunks())).model_copy(update={"heading": (), "text": text})
    return applicability(chunk, text, patient, "", bundled_vocabularies()).fit


EXPECTING = person(28, "female", pregnant=True)


@pytest.mark.parametrize(
    ("text", "patient", "fit"),
    [
        ("Platelets should be counted in men, in pregnancy and in children under 12 years.", EXPECTING, "applies"),
        (
            "Platelets should be counted in men, in pregnancy and in children under 12 years.",
            person(50, "male"),
            "applies",
        ),
        (
            "The strip test should not be used to find ketosis in people aged 70 years and over.",
            EXPECTING,
            "does_not_apply",
        ),
        (
            "The strip test should not be used to find ketosis in people aged 70 years and over.",
            person(74, "male"),
            "applies",
        ),
        (
            "Give diazepam 10 mg to adults; a further dose may be given after 15 minutes.",
            person(5, "male"),
            "does_not_apply",
        ),
        ("Give diazepam 10 mg; 5 mg to people over 75 years.", person(40, "male"), "applies"),
        (
            "Offer it to adults if they have chronic kidney disease stage 2 or worse.",
            person(60, "male", problems=["Chronic kidney disease stage 4"]),
            "applies",
        ),
        (
            "Offer it to adults with chronic kidney disease stages 2 to 3.",
            person(60, "male", problems=["Chronic kidney disease stage 4"]),
            "does_not_apply",
        ),
        (
            "Adults aged 40 to 70 years should be screened for type 2 diabetes every 3 years.",
            person(58, "male", problems=["T2DM"]),
            "does_not_apply",
        ),
        (
            "Adults aged 40 to 70 years should be screened for type 2 diabetes every 3 years.",
            person(58, "male", problems=["Hypertension"]),
            "applies",
        ),
    ],
)
def test_whom_a_sentence_speaks_of(text: str, patient: PatientFacts, fit: str) -> None:
    assert _alone(text, patient) == fit


@pytest.mark.parametrize(
    ("said", "cited", "context", "holds"),
    [
        ("Give diazepam 10 mg rectally for a fit.", STATUS, "", False),
        ("Give diazepam 0.5 mg/kg for a fit.", STATUS, "", False),
        ("For a fit, adults should be given diazepam 10 mg rectally.", STATUS, "", True),
        ("Permethrin 30 g once is used.", ROW, LEAD, False),
        ("In pregnancy, permethrin 30 g once is used.", ROW, LEAD, True),
    ],
)
def test_a_dose_keeps_its_people(said: str, cited: str, context: str, *, holds: bool) -> None:
    assert (not check_sentence(said, [SourceText("s", cited, context)], bundled_vocabularies())) == holds


async def test_a_changed_sentence_is_held_against_the_one_that_it_replaces(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    for number, during, target in (
        ("1", "Do not start methotrexate during an infection.", 20),
        ("2", "Methotrexate may be started during an infection.", 25),
    ):
        file = tmp_path / f"v{number}.md"
        file.write_text(
            f"---\ntitle: Psoriasis\nissuer: Board\nversion: '{number}'\ndate: 202{number}-01\n---\n# Psoriasis\n## Treatment\n"
            f"{during}\nStart methotrexate at 5 mg weekly and increase every two weeks up to {target} mg weekly.\n",
            encoding="utf-8",
        )
        library.add(file)
    result = await run("How is methotrexate started in psoriasis?", deps=Deps(libraries=[library]))
    told = [one for one in result.warnings if one.startswith("Versions contradict")]
    assert len(told) == 2
    assert not any("at 5 mg" in one and "during an infection" in one for one in told)


def test_what_is_given_in_the_place_of_an_excluded_drug_is_no_change_of_its_dose() -> None:
    instead = "Prednisolone 20 mg daily for 14 days may be considered when colchicine is contraindicated."
    text = f"Colchicine 500 micrograms twice daily should be offered for pericarditis. {instead}"
    chunk = next(iter(_library().chunks())).model_copy(update={"heading": (), "text": text})
    assert not is_change(chunk, instead, bundled_vocabularies())
