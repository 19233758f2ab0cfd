"""Fit by the sentence: what applies, what hangs on something unknown, and what is not for this patient."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from osler.core.library import Chunk, Library, population_of
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, Deps, PatientFacts, run
from osler.guidelines.steps.applicability import applicability
from osler.guidelines.steps.dosing import changes_in
from osler.guidelines.steps.safety import cautions, excluded_of
from osler.guidelines.types import LabValue
from tests.guidelines.demo import offline, person

ULCER = """---
title: Duodenal ulcer
issuer: Northvale Panel
version: "1"
date: 2024-01-01
---
# Duodenal ulcer

## Eradication of Helicobacter pylori
First-line treatment is lansoprazole 30 mg twice daily with amoxicillin 1 g twice daily. For people allergic to penicillin, use metronidazole 400 mg twice daily instead of amoxicillin.

## Sedation before endoscopy
Use midazolam 2 mg intravenously in adults with duodenal ulcer. Do not exceed 7.5 mg in total.

## Contraception after perforation
Combined pills should not be prescribed to women aged 35 years or older who smoke.
"""


@cache
def ulcer() -> Library:
    folder = Path(mkdtemp(prefix="osler-ulcer-"))
    (folder / "ulcer.md").write_text(ULCER, encoding="utf-8")
    library = Library(folder / "library")
    library.add(folder / "ulcer.md")
    return library


def fit(text: str, patient: PatientFacts, told: str = "") -> str:
    chunk = Chunk(id="x", document_id="d", ordinal=0, text=text, title="Guideline")
    return applicability(chunk, text, patient, told, bundled_vocabularies()).fit


def weight(kilograms: float) -> LabValue:
    return LabValue(measure_id="LAB:weight", name="weight", value=kilograms, unit="kg")


def temperature(degrees: float) -> LabValue:
    return LabValue(measure_id="LAB:temperature", name="temperature", value=degrees, unit="Cel")


FEVER = "Give ceftriaxone 80 mg/kg once daily to children with fever and shock."
VALVE = "Warfarin should be used in people with a mechanical heart valve."


@pytest.mark.parametrize(
    ("text", "patient", "expected"),
    [
        (FEVER, person(0.2, "male", labs=[temperature(37.2)]), "does_not_apply"),
        (FEVER, person(0.2, "male", labs=[temperature(38.9)]), "unclear"),
        (FEVER, person(0.2, "male", problems=["fever", "shock"]), "applies"),
        (VALVE, person(60, "male", problems=["atrial fibrillation"]), "unclear"),
        (VALVE, person(60, "male", noted=["Mechanical heart valve in 2012."]), "applies"),
        ("Repeat it if haemolysis is suspected.", person(58, "male", problems=["haemodialysis"]), "unclear"),
        ("Repeat it if haemolysis is suspected.", person(58, "male", problems=["haemolysis"]), "applies"),
        ("Measure HbA1c once the target is reached.", person(58, "male", problems=["gout"]), "unclear"),
        ("Give bisoprolol 2.5 mg once daily.", person(58, "male", problems=["gout"]), "applies"),
        ("For people allergic to egg, use the other vaccine.", person(58, "male", problems=["gout"]), "unclear"),
        ("For people allergic to egg, use the other vaccine.", person(58, "male", allergies=["egg"]), "applies"),
        (
            "Double the dose in women who weigh more than 70 kg.",
            person(25, "female", labs=[weight(60)]),
            "does_not_apply",
        ),
        ("Double the dose in women who weigh more than 70 kg.", person(25, "female", labs=[weight(90)]), "applies"),
        ("Combined pills must not be used by women who smoke.", person(40, "female", smoking="Smoker"), "applies"),
        (
            "People who take warfarin should have their INR checked.",
            person(71, "male", medications=["apixaban"]),
            "unclear",
        ),
        (
            "People who take warfarin should have their INR checked.",
            person(71, "male", medications=["warfarin"]),
            "applies",
        ),
        (
            "Adults with gout who have many flares should be offered it.",
            person(55, "male", problems=["gout"]),
            "unclear",
        ),
        ("Levonorgestrel should be taken within 72 hours of intercourse.", person(25, "female"), "unclear"),
    ],
)
def test_a_sentence_applies_only_where_all_that_it_asks_is_known(
    text: str, patient: PatientFacts, expected: str
) -> None:
    told = f"Smoking: {patient.smoking}" if patient.smoking else ""
    assert fit(text, patient, told) == expected


def test_children_older_than_some_months_are_so_from_the_next_day() -> None:
    low = population_of("Children older than 3 months may be given ibuprofen.").age_from
    assert low is not None
    assert 0.25 < low < 0.26


def test_the_most_of_a_dose_belongs_to_the_dose_and_another_drug_for_the_allergic_does_not() -> None:
    passages = {chunk.heading[-1]: chunk for chunk in ulcer().chunks()}
    sedation = changes_in(passages["Sedation before endoscopy"], bundled_vocabularies())
    assert [one.text for one in sedation] == ["Do not exceed 7.5 mg in total."]
    assert not changes_in(passages["Eradication of Helicobacter pylori"], bundled_vocabularies())


async def asked(question: str, patient: PatientFacts) -> AgenticResult:
    return await run(question, patient, deps=Deps(libraries=[ulcer()]))


async def test_two_sentences_of_a_passage_have_two_verdicts() -> None:
    patient = person(40, "male", pregnant=False, problems=["Helicobacter pylori infection"])
    result = await asked("How is Helicobacter pylori eradicated?", patient)
    rows = {row.text.split()[0]: row.fit for row in result.recommendations}
    assert rows["First-line"] == "applies"
    assert rows["For"] == "unclear"
    lines = result.final_answer_text.split("\n")
    assert lines[0].startswith("First-line treatment")
    assert any("unclear for this patient: allergic to penicillin" in line for line in lines)


async def test_the_most_of_a_dose_is_said_with_it() -> None:
    result = await asked("midazolam for endoscopy?", person(50, "male", pregnant=False, problems=["duodenal ulcer"]))
    assert "Do not exceed 7.5 mg in total." in result.final_answer_text


async def test_a_ban_of_what_is_no_drug_of_the_vocabularies_is_a_warning() -> None:
    patient = person(70, "female", noted=["Severe immunosuppression."])
    result = await run("Which vaccines should she have?", patient, deps=offline())
    assert any("Live attenuated vaccines" in warning for warning in result.warnings)
    other = await run("Which vaccines should she have?", person(70, "female"), deps=offline())
    assert not any("Live attenuated vaccines" in warning for warning in other.warnings)


def test_what_remains_of_alternatives_may_be_no_drug() -> None:
    patient = person(40, "female", medications=["phenelzine"])
    text = "Sertraline should not be combined with a monoamine oxidase inhibitor."
    chunk = Chunk(id="x", document_id="d", ordinal=0, text=text)
    against = cautions([chunk], patient, bundled_vocabularies())
    advice = "Adults should receive sertraline 50 mg once daily or cognitive behavioural therapy."
    found = excluded_of(advice, "d", against, bundled_vocabularies())
    assert found is not None
    assert found.left == ("cognitive behavioural therapy",)


def test_angioedema_on_one_ace_inhibitor_speaks_against_the_others() -> None:
    own = cautions([], person(77, "female", allergies=["enalapril"]), bundled_vocabularies())
    assert excluded_of("Adults should receive ramipril 2.5 mg.", "d", own, bundled_vocabularies())
    assert not excluded_of("Adults should receive bisoprolol 2.5 mg.", "d", own, bundled_vocabularies())
