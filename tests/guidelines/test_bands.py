"""The row of the patient's own band before the dose for people at large; scores and counts that are no ages; the branch that is asked about."""

from __future__ import annotations

import pytest

from osler.core.library import Library, ages_of
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, Deps, PatientFacts, ask
from osler.guidelines.steps.asked_amounts import meets_asked
from osler.guidelines.steps.safety import is_against
from osler.guidelines.types import LabValue

_TEXT = """# Tobramycin: dosing in adults

Version 2. Approved 3 May 2023.

## Dose

Give tobramycin 7 mg/kg once daily by infusion.

| Creatinine clearance (mL/min) | Dose | Interval |
|---|---|---|
| over 60 | 7 mg/kg | every 24 hours |
| 30 to 60 | 5 mg/kg | every 36 hours |
| below 30 or dialysis | 3 mg/kg | once only |

## Monitoring

The trough should be below 1 mg/L. If the trough is 1 to 2 mg/L, extend the interval by 12 hours. If it is above 2 mg/L, stop tobramycin and call pharmacy.
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("bands")
    (folder / "tobramycin.md").write_text(_TEXT, encoding="utf-8")
    library = Library(folder / "library")
    library.add(folder / "tobramycin.md")
    return library


def _asked(library: Library, question: str, clearance: float | None = None, age: float = 66) -> AgenticResult:
    labs = [LabValue(measure_id="LAB:creatinine_clearance", name="CrCl", value=clearance or 0.0, unit="mL/min")]
    patient = PatientFacts(age_from=age, age_to=age, sex="male", labs=labs if clearance else [])
    return ask(question, patient, deps=Deps(libraries=[library]))


@pytest.mark.parametrize(("clearance", "own"), [(22.0, "3 mg/kg"), (45.0, "5 mg/kg"), (12.0, "3 mg/kg")])
def test_the_row_of_the_patients_band_comes_first_and_the_general_dose_is_not_theirs(
    library: Library, clearance: float, own: str
) -> None:
    told = _asked(library, "What dose of tobramycin?", clearance)
    assert own in told.sentences[0].text
    general = [one for one in told.recommendations if "7 mg/kg once daily" in one.text]
    assert all(one.fit == "does_not_apply" for one in general)


def test_the_general_dose_stays_that_of_whom_no_band_changes_it(library: Library) -> None:
    told = _asked(library, "What dose of tobramycin?", 90.0)
    assert "over 60" in told.sentences[0].text
    assert any("7 mg/kg once daily" in one.text and one.fit == "applies" for one in told.recommendations)


def test_a_guideline_for_adults_says_nothing_of_a_child(library: Library) -> None:
    told = _asked(library, "What dose of tobramycin?", age=3)
    assert not any(one.fit == "applies" for one in told.recommendations)


def test_the_branch_of_an_amount_that_is_asked_about_is_told_first(library: Library) -> None:
    told = _asked(library, "What should be done if the tobramycin trough is above 2 mg/L?", 90.0)
    assert told.sentences[0].text.startswith("If it is above 2 mg/L, stop tobramycin")


@pytest.mark.parametrize(
    ("asked", "text", "met"),
    [
        ("trough 2.6 mg/L, next step?", "If it is above 2 mg/L, stop it.", True),
        ("trough 2.6 mg/L, next step?", "If the trough is 1 to 2 mg/L, wait.", False),
        ("trough > 2 what next", "If it is above 2 mg/L, stop it.", True),
        ("creatinine 150 umol/L", "If bilirubin is above 50 umol/L, stop it.", None),
        ("What dose?", "If it is above 2 mg/L, stop it.", None),
    ],
)
def test_a_condition_holds_for_an_amount_or_not(asked: str, text: str, met: bool | None) -> None:
    assert meets_asked(text, asked) is met


@pytest.mark.parametrize(
    "text",
    [
        "Platelets below 50 x 10^9/L (between 25 and 50 consider half the dose)",
        "between 25 and 50 consider half the dose",
        "INR between 5 and 8 with no bleeding",
        "Severe hepatic impairment (Child-Pugh C)",
        "Child-Turcotte-Pugh class B",
    ],
)
def test_counts_and_scores_are_no_ages(text: str) -> None:
    assert ages_of(text) == (None, None)


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("Women between 25 and 49 should be screened", (25.0, 50.0)),
        ("Adults with an INR below 2 aged 40 to 60", (40.0, 61.0)),
        ("A child with asthma", (None, 18)),
    ],
)
def test_ages_stay_ages(text: str, ages: tuple[float | None, float | None]) -> None:
    assert ages_of(text) == ages


@pytest.mark.parametrize(
    ("text", "against"),
    [
        ("If imaging cannot be done within 1 hour, start heparin unless there is a contraindication.", False),
        ("If pregnant, do not give warfarin.", True),
        ("Do not give warfarin unless a specialist agrees.", True),
    ],
)
def test_what_a_condition_denies_is_no_ban(text: str, against: bool) -> None:
    assert is_against(text, bundled_vocabularies()) is against
