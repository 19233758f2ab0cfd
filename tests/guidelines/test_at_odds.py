"""When guidelines and versions are at odds, and which of them is the one that holds."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines import run
from osler.guidelines.steps.applicability import Applicability
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.naming import drugs_in
from osler.guidelines.steps.odds import other_doses, other_first_line
from osler.guidelines.steps.warn import contradictions
from tests.guidelines.demo import demo, offline

V = bundled_vocabularies()


def _said(text: str, document: str) -> Candidate:
    chunk = demo().chunks()[0].model_copy(update={"id": text[:12], "text": text, "document_id": document})
    return Candidate(chunk, (text,), 1.0, 1.0, Applicability("applies", (), 0.0, 0))


@pytest.mark.parametrize(
    ("one", "other", "at_odds"),
    [
        ("Spironolactone 25 mg daily should be added.", "Lisinopril should not be combined with spironolactone.", False),
        ("Spironolactone should be added in heart failure.", "Spironolactone should be avoided in heart failure.", True),
    ],
)  # fmt: skip
def test_advice_against_two_drugs_together_contradicts_no_advice_on_one(one: str, other: str, at_odds: bool) -> None:
    found = contradictions([_said(one, "first"), _said(other, "second")], V)
    assert bool(found) is at_odds


async def test_of_two_versions_the_superseded_one_is_named_with_its_date() -> None:
    result = await run("What is the blood pressure target?", deps=offline())
    told = next(one for one in result.warnings if one.startswith("Versions"))
    newer, older = told.split("; ")
    assert "superseded" in older
    assert "superseded" not in newer
    assert "(20" in newer


@pytest.mark.parametrize(
    ("one", "other", "at_odds"),
    [
        ("Aspirin may be continued in people with heart failure.", "Aspirin should not be given to children younger than 16 years.", False),
        ("For people allergic to penicillin, use clarithromycin 500 mg twice daily.", "Clarithromycin should not be used where local resistance exceeds 15 %.", False),
        ("Aspirin may be given to children younger than 16 years.", "Aspirin should not be given to children younger than 16 years.", True),
    ],
)  # fmt: skip
def test_advice_against_it_for_other_people_is_an_exception(one: str, other: str, at_odds: bool) -> None:
    assert bool(contradictions([_said(one, "first"), _said(other, "second")], V)) is at_odds


@pytest.mark.parametrize(
    ("here", "there", "differ"),
    [
        ("Chlortalidone 12.5 mg once daily may be added.", "All adults should start chlortalidone 25 mg once daily.", True),
        ("Chlortalidone 12.5 mg once daily may be added.", "All adults should start chlortalidone 12.5 mg once daily.", False),
        ("Adults should receive paracetamol 1 g four times daily.", "Children should receive paracetamol 250 mg four times daily.", False),
        ("Amlodipine 5 mg should be given.", "Chlortalidone 25 mg should be given.", False),
    ],
)  # fmt: skip
def test_versions_that_give_other_doses_of_a_drug(here: str, there: str, differ: bool) -> None:
    assert other_doses(here, there, drugs_in(f"{here} {there}", V), V) is differ


@pytest.mark.parametrize(
    ("titles", "differ"),
    [
        (("Management of H. pylori", "Helicobacter pylori infection"), True),
        (("Management of H. pylori", "Treatment of gout"), False),
    ],
)
def test_issuers_that_name_another_treatment_of_first_choice(titles: tuple[str, str], differ: bool) -> None:
    one = "First-line treatment should be bismuth quadruple therapy for 14 days."
    other = "First-line treatment is a 7-day course of omeprazole, amoxicillin and clarithromycin."
    assert other_first_line(one, other, titles, V) is differ


async def test_an_old_dose_is_warned_of() -> None:
    result = await run("chlortalidone dose", deps=offline())
    assert any("different doses" in one and "25 mg" in one and "superseded" in one for one in result.warnings)
